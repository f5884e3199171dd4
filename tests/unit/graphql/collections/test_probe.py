"""What the first probe learns by itself; what it comes to with whole services is in ``test_discovery``."""

# ruff: noqa: A002, A006 - resolvers take arguments as the schema names them

from __future__ import annotations

from typing import Any

import pytest
from graphql import GraphQLError

from querious.graphql.collections import collections_of
from querious.graphql.collections.probe import confirm
from querious.graphql.collections.schema_index import SchemaIndex
from querious.model.state import Command
from querious.state.journal import Journal

SDL = """type Thing { id: ID! name: String! size: Int } type Query { thing(id: ID!): Thing things: [Thing!]! }
  type Mutation { createThing(name: String!, size: Int): Thing updateThing(id: ID!, name: String, size: Int): Thing
    deleteThing(id: ID!): Boolean }"""


def confirmed(serve: Any, refused: set[str], refused_updates: set[str]) -> Any:
    rows: dict[str, Any] = {}

    def create(_: Any, **values: Any) -> Any:
        if refused & set(values):
            raise GraphQLError("No.")
        key = str(len(rows) + 1)
        rows[key] = {"id": key, **values}
        return rows[key]

    def update(_: Any, id: str, **values: Any) -> Any:
        if refused_updates & set(values):
            raise GraphQLError("No.")
        rows[id].update(values)
        return rows[id]

    served = serve(
        SDL,
        {
            "Query.thing": lambda _, id: rows.get(id),
            "Query.things": lambda _: list(rows.values()),
            "Mutation.createThing": create,
            "Mutation.updateThing": update,
            "Mutation.deleteThing": lambda _, id: rows.pop(id, None) is not None,
        },
    )
    found = collections_of(served.schema, served, probe=False).collections[0]
    result = confirm(SchemaIndex(served.schema), found, Journal(), {})
    assert rows == {}
    return result


def test_all_works(serve: Any):
    found = confirmed(serve, set(), set())
    assert found.remark == ""
    assert found.collection.commands >= {Command.POST, Command.PATCH, Command.DELETE, Command.LIST, Command.GET}


def test_fields_that_are_refused_without_a_word_are_found_one_by_one(serve: Any):
    assert confirmed(serve, {"size"}, set()).collection.knowledge.dropped == {"size"}


@pytest.mark.parametrize(("refused", "left"), [({"size"}, ["name"]), ({"name"}, ["size"])])
def test_so_are_fields_of_an_update(refused: set[str], left: list[str], serve: Any):
    assert [one.name for one in confirmed(serve, set(), refused).collection.plan.updated] == left


def test_what_is_always_refused_is_told(serve: Any):
    assert confirmed(serve, {"name"}, set()).remark == "things: every entry given to createThing is refused: No."
    assert confirmed(serve, set(), {"name", "size"}).remark == "things: every change by updateThing is refused: No."
