from __future__ import annotations

from dataclasses import replace

from querious.report.comparison import compared

from querious.model import FoldedFinding, Run, Severity


def test_findings_are_new_or_gone_by_their_fingerprints(run: Run):
    first, second, *_ = run.findings
    new, gone = compared(replace(run, findings=(first,)), replace(run, findings=(second,)))
    assert (new, gone) == ((first,), (second,))


def test_what_was_folded_is_known(run: Run):
    first, second, *_ = run.findings
    beneath = FoldedFinding(second.fingerprint, Severity.FAULT, second.oracle, second.coordinate, second.message)
    folded = replace(run, findings=(replace(first, others=(beneath,)),))
    apart = replace(run, findings=(first, second))
    assert compared(apart, folded) == ((), ())
    assert compared(folded, apart) == ((), ())
