from __future__ import annotations

from querious.graphql.cases.tables import LEAF, Tables
from querious.graphql.values import Makers
from querious.values import Pool
from sample import schema

SCHEMA = schema()


def tables(**options) -> Tables:
    return Tables(SCHEMA, Makers(SCHEMA, Pool()), **options)


def fields(made: Tables, typename: str) -> dict:
    entry = next(entry for entry in made.types if entry.name == typename)
    return {field.name: field for field in entry.fields}


def test_types_are_numbers_and_leaves_end_a_branch():
    made = tables()
    root = made.types[made.roots["query"]]
    assert root.name == "Root"
    book = fields(made, "Root")["book"]
    assert made.types[book.target].name == "Book"
    assert fields(made, "Root")["version"].target == LEAF
    assert all(field.target == LEAF for entry in made.types for field in entry.leaves)


def test_members_of_interfaces_and_unions_are_object_types():
    made = tables()
    hit = next(entry for entry in made.types if entry.name == "Hit")
    assert {made.types[member].name for member in hit.members} == {"Book", "Author", "Shelf"}


def test_what_cannot_be_made_or_is_not_allowed_is_not_there():
    made = tables(allowed=lambda coordinate: coordinate != "Root.shelf")
    assert made.unaskable == ["Root.attach"]
    assert not {"attach", "shelf"} & fields(made, "Root").keys()


def test_a_view_without_fields_keeps_the_numbers():
    made = tables()
    view = made.without({"Root.book", "Book.pages"})
    assert [entry.name for entry in view.types] == [entry.name for entry in made.types]
    assert "book" not in fields(view, "Root")
    assert "pages" in fields(made, "Book")
    assert "pages" not in fields(view, "Book")


def test_arguments_may_be_left_out_even_if_they_are_required():
    made = tables(without={"Root.book.id"})
    assert fields(made, "Root")["book"].arguments == ()
