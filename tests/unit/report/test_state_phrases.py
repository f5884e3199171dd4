from __future__ import annotations

from dataclasses import replace

import pytest

import crud_runs
from querious.model.crud import Command, Delete
from querious.model.finding import Severity
from querious.report import state_phrases as phrases


def test_faults_come_first_then_what_was_seen_often():
    rare, often = crud_runs.merging(), crud_runs.still_found()
    suspicion = replace(often, severity=Severity.SUSPICION, count=99)
    assert phrases.ordered([suspicion, rare, often]) == [often, rare, suspicion]


@pytest.mark.parametrize(
    ("delete", "mark", "expected"),
    [
        (Delete.HARD, "", "what is deleted is neither found nor listed"),
        (Delete.READABLE, "trash", "what is deleted is not listed, but can still be read, marked by `trash`"),
        (Delete.LISTED, "", "what is deleted is still listed and read"),
        (Delete.TOMBSTONE, "", "what is deleted is answered with gone (410) and not listed"),
    ],
)
def test_what_deleting_means(delete: Delete, mark: str, expected: str):
    tested = replace(crud_runs.collection(), delete=delete, mark=mark)
    assert phrases.offered(tested) == f"offers post, get, put, patch, delete, list; {expected}"


def test_nothing_is_said_of_deleting_where_it_was_not_learned():
    tested = replace(crud_runs.collection(), delete=None, mark="x", commands=(Command.GET, Command.POST))
    assert phrases.offered(tested) == "offers post, get"
    assert phrases.deleting(tested) == "-"
    assert not phrases.offered(replace(tested, commands=()))


def test_transitions_that_were_not_gone_are_told_by_where_they_lead():
    tested = crud_runs.collection(missing=("NN get_del NN", "NN del_del NN", "NN empty_trash NC", "NC del_last EN"))
    assert phrases.missed(tested) == "NC→EN: del_last; NN: get_del, del_del; NN→NC: empty_trash"
    assert phrases.gone(tested) == "16 of 20"
    assert not phrases.missed(crud_runs.collection())
    assert phrases.gone(crud_runs.untested()) == "-"


@pytest.mark.parametrize(
    ("reproduced", "end"), [(None, "32a04a9087f4"), (True, ", reproduced"), (False, ", did not show again")]
)
def test_whether_it_showed_again(reproduced: bool | None, end: str):
    assert phrases.origin(replace(crud_runs.still_found(), reproduced=reproduced), 7).endswith(end)


def test_a_name_that_a_shell_would_read_is_quoted():
    assert phrases.left(crud_runs.run(left=1, name="a; b")).endswith(": querious crud --clean-up 'a; b'")
    assert not phrases.left(crud_runs.run())
