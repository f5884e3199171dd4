from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from querious.model import FoldedFinding, Severity
from querious.report.json_report import dump

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Finding, Run

FILE = "querious-accepted.toml"
BENEATH = FoldedFinding("abcdef012345", Severity.FAULT, "data", "Query.name", "expected <>", 3)


@pytest.fixture
def saved(finding: Callable[..., Finding], make_run: Callable[..., Run]) -> Finding:
    """The one finding of the last run, with another beneath it."""
    told = replace(finding(), others=(BENEATH,))
    Path(".querious").mkdir()
    Path(".querious/last-run.json").write_text(dump(make_run(told), "http://127.0.0.1:1/graphql"))
    return told


def test_a_finding_is_accepted_with_all_of_the_same_cause(querious, saved, capsys):
    assert querious("accept", saved.fingerprint[:5], "--until", "2999-01-31", "--reason", 'a "known" one\n') == 0
    (entry,) = tomllib.loads(Path(FILE).read_text(encoding="utf-8"))["finding"]
    assert entry["ids"] == [saved.fingerprint, BENEATH.fingerprint]
    assert (entry["until"], entry["reason"]) == (date(2999, 1, 31), 'a "known" one\n')
    assert entry["what"].startswith("fault  data  Query.age")
    out = capsys.readouterr().out
    assert "Accepted until 2999-01-31: fault  data  Query.age" in out
    assert "1 other of the same cause" in out


def test_accepting_again_replaces_the_entry_and_removing_takes_it_away(querious, saved, capsys):
    assert querious("accept", saved.fingerprint, "--reason", "first") == 0
    assert querious("accept", BENEATH.fingerprint[:6], "--reason", "second") == 0
    (entry,) = tomllib.loads(Path(FILE).read_text(encoding="utf-8"))["finding"]
    assert entry["reason"] == "second"
    assert entry["until"] == date.today() + timedelta(days=90)  # noqa: DTZ011 - the day of the user
    assert querious("accept") == 0
    assert "second" in capsys.readouterr().out
    assert querious("accept", BENEATH.fingerprint, "--remove") == 0
    assert tomllib.loads(Path(FILE).read_text(encoding="utf-8")) == {}
    assert querious("accept") == 0
    assert "Nothing is accepted" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("zzz",), "the saved run has no finding 'zzz'"),
        (("ID", "--until", "soon"), "--until must be a day, such as "),
        (("ID", "--until", "2020-01-31"), "--until 2020-01-31 has passed already"),
        (("zzz", "--remove"), f"{FILE} has no finding 'zzz'"),
    ],
)
def test_what_cannot_be_accepted_is_told_in_one_line(querious, saved, capsys, arguments, told):
    named = [saved.fingerprint if one == "ID" else one for one in arguments]
    assert querious("accept", *named) == 2
    assert told in capsys.readouterr().err
    assert not Path(FILE).exists()


def test_an_accepted_finding_fails_no_run_until_its_day_has_passed(querious, saved, pipeline_run, make_run, capsys):
    assert querious("accept", saved.fingerprint, "--reason", "known to all") == 0

    def run(_target, settings, *_):
        return make_run(saved, accepted=settings.accepted)

    pipeline_run.gives = run
    assert querious("run", "http://127.0.0.1:1/graphql", "--no-save") == 0
    out = capsys.readouterr().out
    assert f"Accepted\n  {saved.fingerprint}  fault  data  Query.age" in out
    assert "known to all" in out
    assert "Nothing found, besides 1 accepted." in out
    text = Path(FILE).read_text(encoding="utf-8")
    (entry,) = tomllib.loads(text)["finding"]
    Path(FILE).write_text(text.replace(str(entry["until"]), "2020-01-31"))
    assert querious("run", "http://127.0.0.1:1/graphql", "--no-save") == 1
    assert f"{saved.fingerprint} was accepted until 2020-01-31 and fails again" in capsys.readouterr().out


def test_what_is_accepted_and_does_not_show_is_named(querious, saved, pipeline_run, make_run, capsys):
    assert querious("accept", saved.fingerprint) == 0
    pipeline_run.gives = lambda _target, settings, *_: make_run(accepted=settings.accepted)
    assert querious("run", "http://127.0.0.1:1/graphql", "--no-save") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert f"1 accepted finding did not show in this run: {saved.fingerprint}" in out


@pytest.mark.parametrize("other", ["", "x"])
def test_only_new_faults_fail_where_that_is_wanted(querious, saved, pipeline_run, make_run, finding, other):
    told = saved if not other else finding(message="expected something else")
    pipeline_run.gives = lambda _target, settings, *_: make_run(told, fail_on="new", known=settings.known)
    assert querious("run", "http://127.0.0.1:1/graphql", "--fail-on", "new", "--no-save") == bool(other)


def test_without_a_run_before_every_fault_is_new(querious, pipeline_run, make_run, finding):
    pipeline_run.gives = lambda _target, settings, *_: make_run(finding(), fail_on="new", known=settings.known)
    assert querious("run", "http://127.0.0.1:1/graphql", "--fail-on", "new", "--no-save") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "is not valid TOML"),
        ("x = 1", "may hold nothing but tables [[finding]]"),
        ("finding = [1]", "[[finding]] 1: a table is expected"),
        ("[[finding]]\nids = []\nuntil = 2027-01-31", "ids must be a list of the ids of findings"),
        ('[[finding]]\nids = ["a"]\nuntil = "soon"', "until must be a day"),
        ('[[finding]]\nids = ["a"]\nuntil = 2027-01-31T10:00:00', "until must be a day"),
        ('[[finding]]\nids = ["a"]\nuntil = 2027-01-31\nreason = 1', "reason and what must be texts in quotes"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(querious, capsys, text, told):
    Path(FILE).write_text(text)
    assert querious("run", "http://127.0.0.1:1/graphql") == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
