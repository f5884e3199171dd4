"""Saved findings of state, played again: on the service that shows them, and on one that was fixed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious import demo
from querious.model import Settings
from querious.model.state import CommandSequence
from querious.model.state_settings import StateSettings
from querious.pipeline.run.use_case import replay
from querious.pipeline.state.use_case import crud
from querious.report.json_report import dump, load

QUICK = StateSettings(tests=6, steps=8, only=("authors",))
SETTINGS = Settings(seed=1, requests=None, seconds=None, state=QUICK)


@pytest.fixture(scope="module")
def found():
    """A finding of a delete that only hides, as it is saved."""
    run = crud(demo.create_rest_app(["delete-only-hides"]), SETTINGS)
    return next(one for one in load(dump(run)).run.findings if one.oracle.startswith("deleted-still"))


def test_a_sequence_is_played_again_as_it_was_saved(found):
    assert [one.shown for one in replay([found], demo.create_rest_app(["delete-only-hides"]), SETTINGS)] == [True]
    assert [one.shown for one in replay([found], demo.create_rest_app(), SETTINGS)] == [False]


def test_what_cannot_be_played_is_not_gone(found):
    cut = replace(found, sequence=CommandSequence(()))
    elsewhere = replace(found, coordinate="nowhere")
    together = tuple(replace(step, branch=1) for step in found.sequence.steps)
    parallel = replace(found, message="other", sequence=CommandSequence(together))
    results = replay([cut, elsewhere, parallel], demo.create_rest_app(), SETTINGS)
    assert [one.shown for one in results] == [None, None, None]
    for one, words in zip(results, ("too long", "nowhere", "--parallel"), strict=True):
        assert words in one.reason


def test_what_the_sequence_alone_never_showed_is_not_gone():
    """That a comment outlives its book shows by deleting the book, which is no command on the comments."""
    settings = replace(SETTINGS, state=replace(QUICK, only=("books/comments",)))
    run = crud(demo.create_rest_app(["child-survives-parent"]), settings)
    (finding,) = load(dump(run)).run.findings
    for faults in (["child-survives-parent"], []):
        (result,) = replay([finding], demo.create_rest_app(faults), settings)
        assert result.shown is None
        assert "did not show it in the run either" in result.reason


class Deletes:
    """The healthy service, which goes away at a delete: the first one after so many."""

    def __init__(self, answered: int) -> None:
        self.healthy = demo.create_rest_app()
        self.answered = answered
        self.seen = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http" and scope["method"] == "DELETE":
            self.seen += 1
            if self.seen > self.answered:
                raise ConnectionError("gone away")
        await self.healthy(scope, receive, send)


def test_what_could_not_be_played_to_its_end_is_not_gone(found):
    whole = Deletes(answered=1000)
    (result,) = replay([found], whole, SETTINGS)
    assert result.shown is False
    before_the_sequence = whole.seen - sum(step.verb == "delete" for step in found.sequence.steps)
    (result,) = replay([found], Deletes(before_the_sequence), SETTINGS)
    assert result.shown is None
    assert "could not be played to the end" in result.reason
