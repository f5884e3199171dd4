"""Single calls and sequences of commands that blame the same thing of one collection."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious.causes import grouped, possible_causes
from querious.model import Case, Exchange, Finding, Request
from querious.model.rest_call import RestCall
from querious.model.state import Command, CommandSequence, CommandStep, Ending, Outcome


def found(oracle: str, place: str, message: str = "it is so") -> Finding:
    """``GET /books/{id}`` is told by a call, ``books`` by a sequence of commands."""
    method, _, path = place.rpartition(" ")
    call = RestCall(method or "GET", path)
    exchange = Exchange(Case(0, call, Request(call.method, path)), 200)
    sequence = None if method else CommandSequence(())
    return Finding(oracle, place, message, exchange, sequence=sequence)


def about(finding: Finding) -> set[str]:
    return {" ".join(cause[1:]) for cause in possible_causes(finding) if cause[0] == "collection"}


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        (("pagination", "GET /books"), ("listed-twice", "books"), "rows books"),
        (("existence", "GET /books/{id}/notes/{no}"), ("listed-elsewhere", "books/notes"), "rows notes"),
        (("same-facts", "GET /authors/{id}"), ("stale-list", "authors"), "facts authors"),
        (("deleted-still-listed", "books"), ("survives-parent", "books/notes"), "deletion books"),
        (("deleted-still-found", "tasks"), ("deleted-still-changed", "tasks"), "deletion tasks"),
        (("conditional-writes", "PATCH /books/{id}"), ("outdated-accepted", "books"), "preconditions books"),
    ],
)
def test_they_are_one_cause(first: tuple[str, str], second: tuple[str, str], shared: str):
    assert about(found(*first)) & about(found(*second)) == {shared}


def test_of_another_collection_they_are_not():
    assert not about(found("pagination", "GET /books")) & about(found("listed-twice", "books/notes"))


def test_a_key_that_nobody_knows_is_one_cause_whatever_is_wrong_with_it():
    accepted = "a request that the description rules out was accepted: {} parameter `id` is not a number"
    call = RestCall("GET", "/books/{id}")
    told = [
        Finding("accepted_flaw", "", accepted.format(where), Exchange(Case(0, call, Request("GET", "/books/x")), 200))
        for where in ("path", "query")
    ]
    assert about(told[0]) == about(found("unknown-key-found", "books")) == {"keys books"}
    assert not about(told[1])


def after_a_deletion(oracle: str, last: Command) -> Finding:
    verbs = (Command.POST, Command.DELETE, last)
    steps = [CommandStep(verb, verb.value, "#1", "1", None, Outcome(Ending.DONE)) for verb in verbs]
    return replace(found(oracle, "tasks"), sequence=CommandSequence(tuple(steps)))


@pytest.mark.parametrize("reading", [Command.GET, Command.LIST])
def test_of_sequences_of_one_length_the_one_that_ends_with_reading_is_told(reading: Command):
    changed = after_a_deletion("deleted-still-changed", Command.PUT)
    read = after_a_deletion("deleted-still-found", reading)
    for seen in ([changed, read], [read, changed]):
        (group,) = grouped(seen)
        assert group == [read, changed]
