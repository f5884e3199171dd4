from __future__ import annotations

import pytest
from graphql import build_schema, parse, validate

from querious.baseline import OperationWriter, TypeIdentifiers
from querious.baseline.observed_calls import ObservedStep
from querious.baseline.operation_writer import literal
from querious.model import EnumValue
from querious.model.document_text import write

SCHEMA = build_schema(
    """
    enum Colour { RED }
    input Filter { colour: Colour colours: [Colour!] name: String }
    interface Node { id: ID! }
    type Book implements Node { id: ID! title: String size: Int author: Author cover: Cover price(of: Int!): Int }
    type Author implements Node { id: ID! name: String size: String books: [Book] }
    type Cover { colour: Colour }
    union Hit = Book | Author
    type Query { book(id: ID): Book node(id: ID): Node hits(filter: Filter): [Hit] }
    """
)
REACHED = {
    f"{kind}.{name}"
    for kind, names in {
        "Book": "id title size author cover price",
        "Author": "id name size books",
        "Cover": "colour",
        "Query": "book node hits",
    }.items()
    for name in names.split()
}


def written(*steps: ObservedStep, levels: int = 0, types: tuple[str, ...] = (), reached: set[str] = REACHED) -> str:
    operation = OperationWriter(SCHEMA, TypeIdentifiers(SCHEMA), reached).operation([steps], levels, types)
    document, _ = write(operation)
    assert not validate(SCHEMA, parse(document))
    return document


BOOK = ObservedStep("Query", "book", (("id", "1"),))


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (0, '{ book(id: "1") { id } }'),
        (1, '{ book(id: "1") { id title size cover { colour } author { id } } }'),
        (2, '{ book(id: "1") { id title size cover { colour } author { id name size books { id } } } }'),
    ],
)
def test_levels_are_those_of_objects_with_an_identifier(levels, expected):
    assert written(BOOK, levels=levels) == expected


def test_only_what_was_reached_is_asked():
    assert written(BOOK, levels=1, reached={"Book.title"}) == '{ book(id: "1") { title } }'
    assert written(BOOK, levels=1, reached=set()) == '{ book(id: "1") { __typename } }'


def test_objects_on_the_way_are_identified():
    route = (BOOK, ObservedStep("Book", "author"), ObservedStep("Author", "name"))
    assert written(*route) == '{ book(id: "1") { id author { id name } } }'


def test_a_type_that_was_met_is_narrowed_to():
    route = (ObservedStep("Query", "node", (("id", "1"),)), ObservedStep("Book", "title"))
    assert written(*route) == '{ node(id: "1") { __typename ... on Book { id title } } }'


def test_fields_of_other_types_under_one_name_get_another_key():
    document = written(ObservedStep("Query", "hits"), levels=1, types=("Book",))
    assert "... on Book { id title size cover { colour } author { id } }" in document
    assert "... on Author { id }" in document
    assert "size_Book: size" in written(ObservedStep("Query", "hits"), levels=1)


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("RED", "Colour", EnumValue("RED")),
        (["RED"], "[Colour!]", [EnumValue("RED")]),
        ("RED", "[Colour]", EnumValue("RED")),
        ({"colour": "RED", "name": "RED"}, "Filter", {"colour": EnumValue("RED"), "name": "RED"}),
        ({"odd": [1]}, "Any", {"odd": [1]}),
        (3, "Int", 3),
    ],
)
def test_values_as_a_document_writes_them(value, kind, expected):
    schema = build_schema(
        "enum Colour { RED } input Filter { colour: Colour name: String } scalar Any "
        f"type Query {{ a(b: {kind}, c: Filter, d: Colour, e: Any): Int }}"
    )
    assert literal(value, schema.query_type.fields["a"].args["b"].type) == expected
