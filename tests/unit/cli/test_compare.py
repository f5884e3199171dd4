from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from querious.model import FoldedFinding, Severity
from querious.report.json_report import dump

if TYPE_CHECKING:
    from querious.model import Run

URL = "http://127.0.0.1:1/graphql"


def save(name: str, run: Run) -> None:
    Path(name).write_text(dump(run, URL))


def test_findings_of_two_runs_are_new_gone_or_still_there(querious, make_run, finding, capsys):
    gone, kept, new = (finding(message=f"expected {word}") for word in ("one", "another", "a third"))
    save("old.json", make_run(gone, kept))
    save("new.json", make_run(kept, new))
    assert querious("compare", "old.json", "new.json") == 1
    out = capsys.readouterr().out
    for heading, one in (("New", new), ("Gone", gone), ("Still there", kept)):
        assert f"{heading}\n  {one.fingerprint}" in out
    assert "1 new, 1 gone, 1 still there." in out


def test_another_place_of_the_same_cause_is_no_new_finding(querious, make_run, finding, capsys):
    first, second = finding(message="expected one"), finding(message="expected another")
    beneath = FoldedFinding(first.fingerprint, Severity.FAULT, "data", "Query.age", "expected one")
    save("old.json", make_run(first))
    save("new.json", make_run(replace(second, others=(beneath,))))
    assert querious("compare", "old.json", "new.json") == 0
    assert "0 new, 0 gone, 1 still there." in capsys.readouterr().out


def test_new_suspicions_do_not_fail(querious, make_run, finding):
    save("old.json", make_run())
    save("new.json", make_run(finding(severity=Severity.SUSPICION)))
    assert querious("compare", "old.json", "new.json") == 0


def test_the_last_two_runs_are_compared_and_the_trend_has_both(querious, pipeline_run, make_run, finding, capsys):
    assert querious("compare") == 2
    assert "there is no run before the last" in capsys.readouterr().err
    for findings in ((), (finding(),)):
        pipeline_run.gives = make_run(*findings)
        assert querious("run", URL) == len(findings)
    capsys.readouterr()
    assert querious("compare") == 1
    assert "1 new, 0 gone, 0 still there." in capsys.readouterr().out
    assert querious("compare", "--trend") == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["when", "faults", "new", "gone"]
    assert first.split()[2:4] == ["0", "0"]
    assert second.split()[2:5] == ["1", "1", "0"]


@pytest.mark.parametrize("text", ["", "{", '{"when": 1}', "[]"])
def test_a_damaged_line_of_the_history_is_left_out(querious, pipeline_run, make_run, capsys, text):
    pipeline_run.gives = make_run()
    assert querious("run", URL) == 0
    with Path(".querious/history.jsonl").open("a") as history:
        history.write(f"{text}\n")
    capsys.readouterr()
    assert querious("compare", "--trend") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_coverage_that_fell_is_told_and_so_are_fewer_requests(querious, make_run, capsys):
    save("old.json", make_run())
    whole = make_run()
    less = replace(whole.coverage, witnessed=frozenset({"Query.age"}))
    save("new.json", replace(whole, coverage=less, requests=whole.requests - 1))
    assert querious("compare", "old.json", "new.json") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "witnessed 100% before 50.0% now, 0 more, 1 no longer" in out
    assert "The later run sent fewer requests (8, before 9)" in out
