from __future__ import annotations

import asyncio

from graphql import build_schema

from querious.errors import SchemaError
from querious.model import Field, Finding, Fragment, Operation
from querious.pipeline.graphql.moved_schema import MovedSchema

OLD = build_schema(
    """
    type Query { book(id: ID, colour: String): Book loans: [Loan] }
    type Book { id: ID isbn: String loan: Loan }
    type Loan { due: String }
    """
)
NEW = build_schema("type Query { book(id: ID): Book } type Book { id: ID }")


def leaf(parent, name):
    return Field(parent, name, "", (), (), ())


def book(*below, **arguments):
    return Operation("query", "", "Query", (Field("Query", "book", "", tuple(arguments.items()), (), below),))


def learned(moved, *missing):
    return asyncio.run(moved.learn(missing))


def test_what_is_missing_is_stripped_from_operations():
    moved = MovedSchema(OLD, None)
    whole = book(leaf("Book", "id"), leaf("Book", "isbn"), id="1", colour="red")
    assert moved.strip(whole) is whole
    assert learned(moved, "Book.isbn", "Query.book.colour") == []
    (left,) = moved.strip(whole).selections
    assert [child.name for child in left.children] == ["id"]
    assert list(left.arguments) == [("id", "1")]
    assert moved.strip(book(leaf("Book", "isbn"))) is None


def test_a_missing_type_takes_fields_and_fragments_with_it():
    moved = MovedSchema(OLD, None)
    learned(moved, "Loan")
    assert "Book.loan" in moved
    assert "Query.loans" in moved
    narrowed = book(leaf("Book", "id"), Fragment("Loan", (), (leaf("Loan", "due"),)))
    assert [child.name for child in moved.strip(narrowed).selections[0].children] == ["id"]


def test_it_is_told_once_and_by_name():
    moved = MovedSchema(OLD, None)
    learned(moved, "Book.isbn")
    assert learned(moved, "Book.isbn") is None
    assert moved.note.endswith("Left out from then on: Book.isbn.")


def refused(coordinate):
    return Finding("refused_valid", "", f"a valid operation was refused: {coordinate}", exchange=None)


def test_a_schema_that_is_read_again_tells_all_that_is_gone():
    asked = []

    async def reread():
        asked.append(1)
        return NEW

    moved = MovedSchema(OLD, reread)
    assert moved.hold_back(["Book.isbn"], [refused("Book.isbn")]) == []
    assert learned(moved, "Book.isbn") == []
    assert "Query.loans" in moved
    assert "Query.book.colour" in moved
    assert "changed during the run" in moved.note
    learned(moved, "Book.id")
    assert asked == [1]


def test_what_the_api_still_shows_is_a_finding_at_its_field():
    async def reread():
        return OLD

    moved = MovedSchema(OLD, reread)
    moved.hold_back(["Book.isbn"], [refused("Book.isbn")])
    (finding,) = learned(moved, "Book.isbn")
    assert finding.coordinate == "Book.isbn"
    assert "its own introspection" in moved.note


def test_an_api_that_no_longer_shows_its_schema_is_taken_at_its_word():
    async def reread():
        raise SchemaError("no more")

    moved = MovedSchema(OLD, reread)
    learned(moved, "Book.isbn")
    assert "Book.isbn" in moved
