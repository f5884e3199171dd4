"""Faults that show for one object of many, below one parent, or on the last page; each beside its healthy twin."""

from __future__ import annotations

from typing import Any

import pytest

from querious.relations.echo import RELATION
from relating import Api, said

SDL = """
type Query {
  things(first: Int = 10, after: String, last: Int): [Thing!]!
  boxes: [Box!]!
  thing(id: ID!): Thing
}
type Box { id: ID!, things: [Thing!]! }
type Thing { id: ID!, name: String }
"""
THINGS = [{"id": f"t{n}", "name": f"Name {n}"} for n in range(90)]
BOXES = [{"id": f"x{n}", "things": THINGS[60 + n * 6 : 66 + n * 6]} for n in range(5)]


def page(*_, first=10, last=None, **__):
    return THINGS[-last:] if last else THINGS[:first]


def right(*_, **asked):
    return next((one for one in THINGS if one["id"] == asked["id"]), None)


def wrong_for(*identifiers):
    def resolve(*_, **asked):
        return THINGS[0] if asked["id"] in identifiers else right(**asked)

    return resolve


def store(thing: Any = right, things: Any = page) -> Api:
    resolvers = {"Query.things": things, "Query.boxes": lambda *_: BOXES, "Query.thing": thing}
    return Api(SDL, resolvers).know("{ things { id } }", "{ boxes { id things { id } } }")


@pytest.mark.parametrize(
    "identifiers",
    [("t40",), ("t89",), ("t66", "t67", "t68", "t69", "t70", "t71")],
    ids=["the 40th object", "the last page", "the children of one parent"],
)
def test_a_look_up_that_is_wrong_for_a_few_of_many_is_found(identifiers):
    api = store(wrong_for(*identifiers))
    assert {mismatch.coordinate for mismatch in api.found(RELATION)} == {"Query.thing"}
    assert api.requests < 40


def test_the_healthy_store_is_silent_and_asked_in_few_operations():
    api = store()
    assert said(api.found(RELATION)) == []
    assert api.requests < 40


def test_look_ups_are_asked_one_by_one_where_few_are_allowed_in_one_operation():
    asked = []

    def limited(_, info, **arguments):
        together = len(info.operation.selection_set.selections)
        asked.append(together)
        if together > 1:
            raise ValueError("too complex")
        return wrong_for("t66")(**arguments)

    sdl = SDL.replace("thing(id: ID!): Thing", "thing(id: ID!): Thing!")
    resolvers = {"Query.things": page, "Query.boxes": lambda *_: BOXES, "Query.thing": limited}
    api = Api(sdl, resolvers).know("{ things { id } }", "{ boxes { id things { id } } }")
    assert {mismatch.coordinate for mismatch in api.found(RELATION)} == {"Query.thing"}
    assert {25, 5, 1} <= set(asked)
    assert api.requests < 60


def test_a_list_that_refuses_large_pages_is_asked_as_it_was_seen():
    def small(*_, first=10, last=None, **__):
        if first > 20 or last:
            raise ValueError("at most 20")
        return THINGS[:first]

    api = store(wrong_for("t7"), small)
    assert {mismatch.coordinate for mismatch in api.found(RELATION)} == {"Query.thing"}
