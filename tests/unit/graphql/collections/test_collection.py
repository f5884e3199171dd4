"""The commands of a collection, where its answers are unusual. What all styles of services do is in ``test_styles``."""

# ruff: noqa: A002, A006 - resolvers take arguments as the schema names them

from __future__ import annotations

from typing import Any

from querious.graphql.collections import GraphQLCollection, collections_of
from querious.model.state import Command, Delete, Ending

SDL = """type Thing { id: ID! name: String! } type Query { things: [Thing!]! }
  type Mutation { createThing(name: String!): Thing updateThing(id: ID!, name: String): Boolean
    deleteThing(id: ID!): Boolean }"""


def things(serve: Any, rows: dict[str, Any]) -> GraphQLCollection:
    def update(_: Any, id: str, **values: Any) -> bool:
        rows.get(id, {}).update(values)
        return id in rows

    def create(_: Any, name: str) -> Any:
        key = str(len(rows) + 1)
        return rows.setdefault(key, {"id": key, "name": name})

    served = serve(
        SDL,
        {
            "Query.things": lambda _: list(rows.values()),
            "Mutation.createThing": create,
            "Mutation.updateThing": update,
            "Mutation.deleteThing": lambda _, id: rows.pop(id, None) is not None,
        },
    )
    found = collections_of(served.schema, served, probe=False).collections
    assert len(found) == 1
    return found[0]


def test_where_no_query_takes_the_key_the_list_is_read(serve: Any):
    found = things(serve, {"a": {"id": "a", "name": "x"}})
    assert Command.GET in found.commands
    assert (found.get("a").ending, found.get("a").value) == (Ending.DONE, {"id": "a", "name": "x"})
    assert found.get("b").ending is Ending.NOT_FOUND


def test_an_update_that_only_says_whether_it_was_done(serve: Any):
    found = things(serve, {"a": {"id": "a", "name": "x"}})
    assert found.patch("a", {"name": "y"}).ending is Ending.DONE
    assert found.patch("b", {"name": "y"}).ending is Ending.NOT_FOUND
    assert found.get("a").value["name"] == "y"


def test_what_the_owner_promises_is_kept(serve: Any):
    found = things(serve, {})
    assert found.promising(Delete.HARD, put_merges=True).delete_means is Delete.HARD
    assert not found.put_replaces
