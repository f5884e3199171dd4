from __future__ import annotations

from dataclasses import replace

from querious.model import FoldedFinding, Run, Severity
from querious.model.run_comparison import compare_runs


def test_findings_are_new_or_gone_by_their_fingerprints(run: Run):
    first, second, *_ = run.findings
    compared = compare_runs(replace(run, findings=(second,)), replace(run, findings=(first,)))
    assert (compared.new, compared.gone, compared.still) == ((first,), (second,), ())


def test_what_was_folded_is_known(run: Run):
    first, second, *_ = run.findings
    beneath = FoldedFinding(second.fingerprint, Severity.FAULT, second.oracle, second.coordinate, second.message)
    folded = replace(run, findings=(replace(first, others=(beneath,)),))
    apart = replace(run, findings=(first, second))
    for before, after in ((folded, apart), (apart, folded)):
        compared = compare_runs(before, after)
        assert (compared.new, compared.gone) == ((), ())
