"""The commands of a collection, where its answers are unusual. What all styles of services do is in ``test_styles``."""

# ruff: noqa: A002, A006 - resolvers take arguments as the schema names them

from __future__ import annotations

from typing import Any

from querious.graphql.collections import GraphQLCollection, collections_of
from querious.model.severity import Severity
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


NAMED = """type Book { id: ID! name: String! pages: Int note: String }
  type Query { book(id: ID!): Book bookByName(name: String!): Book books: [Book!]! booksByName(name: String!): [Book!]! }
  type Mutation { createBook(name: String!, pages: Int): Book updateBook(id: ID!, pages: Int): Book
    deleteBook(id: ID!): Boolean }"""


def named(serve: Any, rows: list[dict[str, Any]], by_name: Any) -> GraphQLCollection:
    served = serve(
        NAMED,
        {
            "Query.book": lambda _, id: next((row for row in rows if row["id"] == id), None),
            "Query.bookByName": lambda _, name: by_name(next((row for row in rows if row["name"] == name), None)),
            "Query.books": lambda _: rows,
        },
    )
    return collections_of(served.schema, served, probe=False).collections[0]


def test_an_entry_is_the_same_whatever_it_is_found_by(serve: Any):
    rows = [{"id": "1", "name": "a", "pages": 3, "note": "x"}, {"id": "2", "name": "a", "pages": 4, "note": "y"}]
    assert named(serve, rows, lambda row: row).get("1").breaches == ()
    assert named(serve, rows, lambda row: None).get("1").breaches == ()
    assert named(serve, rows, lambda row: row).get("2").breaches == (), "two have one name"
    (breach,) = named(serve, rows, lambda row: {**row, "pages": 9}).get("1").breaches
    assert (breach.rule, breach.severity) == ("found-otherwise", Severity.FAULT)
    assert breach.message == "`bookByName` shows `pages` as `9`, `book` as `3`"
    (breach,) = named(serve, rows, lambda row: {**row, "note": None}).get("1").breaches
    assert breach.severity is Severity.SUSPICION


def test_the_same_in_another_form_or_order_is_no_fault_of_another_query(serve: Any):
    tagged = NAMED.replace("note: String", "note: String tags: [String!]!")

    def found_by_name(tags: list[str], note: str) -> Any:
        row = {"id": "1", "name": "a", "pages": 3, "note": "2030-01-02T00:00:00Z", "tags": ["x", "y"]}
        other = {**row, "tags": tags, "note": note}
        read = {
            "Query.book": lambda _, id: row,
            "Query.bookByName": lambda _, name: other,
            "Query.books": lambda _: [row],
        }
        (found, *_) = collections_of((served := serve(tagged, read)).schema, served, probe=False).collections
        return [breach.severity for breach in found.get("1").breaches]

    assert found_by_name(["x", "y"], "2030-01-02T01:00:00+01:00") == []
    assert found_by_name(["y", "x"], "2030-01-02T00:00:00Z") == [Severity.SUSPICION]
    assert found_by_name(["x", "z"], "2030-01-02T00:00:00Z") == [Severity.FAULT]


def test_what_changes_by_itself_is_not_held_against_another_query(serve: Any):
    reads = iter(range(100))

    class Restless(dict[str, Any]):
        def get(self, name: str, default: Any = None) -> Any:
            return next(reads) if name == "pages" else super().get(name, default)

    rows = [Restless(id="1", name="a", note="x")]
    assert named(serve, rows, lambda row: row).get("1").breaches == ()
