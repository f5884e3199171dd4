from __future__ import annotations

from dataclasses import replace

import pytest

import state_runs
from querious.model.state import Command, Delete
from querious.report import state_phrases as phrases


@pytest.mark.parametrize(
    ("delete", "mark", "expected"),
    [
        (Delete.HARD, "", "deleted entries are neither found nor listed"),
        (Delete.READABLE, "trash", "deleted entries are not listed, but can still be read, marked by `trash`"),
        (Delete.LISTED, "", "deleted entries are still listed and can be read"),
        (Delete.TOMBSTONE, "", "deleted entries return 410 Gone and are not listed"),
    ],
)
def test_what_deleting_means(delete: Delete, mark: str, expected: str):
    tested = replace(state_runs.collection(), delete=delete, mark=mark)
    assert phrases.offered(tested) == f"offers post, get, put, patch, delete, list; {expected}"


def test_nothing_is_said_of_deleting_where_it_was_not_learned():
    tested = replace(state_runs.collection(), delete=None, mark="x", commands=(Command.GET, Command.POST))
    assert phrases.offered(tested) == "offers post, get"
    assert phrases.deleting(tested) == "-"
    assert not phrases.offered(replace(tested, commands=()))


def test_transitions_that_were_not_covered_are_told_by_where_they_lead():
    tested = state_runs.collection(missing=("NN get_del NN", "NN del_del NN", "NN empty_trash NC", "NC del_last EN"))
    assert phrases.missed(tested) == "NC→EN: del_last; NN: get_del, del_del; NN→NC: empty_trash"
    assert phrases.covered(tested) == "16 of 20"
    assert not phrases.missed(state_runs.collection())
    assert phrases.covered(state_runs.untested()) == "-"


def test_a_name_that_a_shell_would_read_is_quoted():
    assert phrases.left(state_runs.run(left=1, name="a; b").state).endswith(": querious crud --clean-up 'a; b'")
    assert not phrases.left(state_runs.run().state)
