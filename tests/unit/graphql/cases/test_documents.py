from __future__ import annotations

import pytest

from querious.errors import ConfigError
from querious.graphql.cases import problems, read_documents
from querious.model import ABSENT, EnumValue, Variable
from querious.model.document_text import write, write_case
from querious.model.operation import fields
from sample import EVERYTHING, schema

SCHEMA = schema(EVERYTHING)


def read(text: str, **variables):
    return read_documents(SCHEMA, text, variables=variables)


def test_named_fragments_are_put_in_place():
    (operation,) = read(
        "{ book(id: 1) { ...B } } fragment B on Book { id author { ...A } } fragment A on Author { id }"
    )
    assert write(operation)[0] == "{ book(id: 1) { ... on Book { id author { ... on Author { id } } } } }"


def test_a_fragment_that_includes_itself_is_cut():
    (operation,) = read("{ author { ...A } } fragment A on Author { id rival { ...A } }")
    assert [node.coordinate for node in fields(operation.selections)] == ["Root.author", "Author.id", "Author.rival"]


def test_an_unknown_fragment_is_left_out():
    (operation,) = read("{ version ...Nowhere }")
    assert write(operation)[0] == "{ version }"


def test_an_inline_fragment_without_a_type_is_on_the_type_around_it():
    (operation,) = read("{ author { ... @include(if: true) { name } } }")
    assert write(operation)[0] == "{ author { ... on Author @include(if: true) { name } } }"


def test_every_kind_of_value():
    (operation,) = read(
        'query($c: [Colour!], $t: String = "x", $gone: Int) { search(text: $t, filter: {colour: RED, and: [], '
        "range: {from: -1, to: $gone}, odd: 1.5, text: null}) { __typename } "
        'author { books(colours: $c, sort: [{by: "n", down: true}]) { id } } }',
        c=["BLUE"],
    )
    search, author = operation.selections
    assert dict(search.arguments)["text"] == Variable("t", "String", "x")
    sent = dict(search.arguments)["filter"]
    assert sent["range"] == {"from": -1, "to": Variable("gone", "Int", ABSENT)}
    assert isinstance(sent["colour"], EnumValue)
    assert (sent["odd"], sent["text"], sent["and"]) == (1.5, None, [])
    books = dict(author.children[0].arguments)
    assert books["colours"].value == ["BLUE"]
    assert books["sort"] == [{"by": "n", "down": True}]


def test_several_operations_of_all_kinds():
    operations = read("query A { version } mutation B { dropBook(id: 1) } query C { a: version }")
    assert [(found.kind, found.name, found.root) for found in operations] == [
        ("query", "A", "Root"),
        ("mutation", "B", "Change"),
        ("query", "C", "Root"),
    ]


def test_what_was_read_can_be_written_again():
    text = "query Q($t: String!) { s: search(text: $t) { __typename ... on Book { name(upper: true) } } }"
    (operation,) = read(text, t="x")
    assert problems(SCHEMA, write_case(1, operation)) == []
    assert write(operation) == (text, {"t": "x"})


def test_unknown_fields_are_read_all_the_same():
    (operation,) = read("{ nonsense { deeper } }")
    assert [node.name for node in fields(operation.selections)] == ["nonsense", "deeper"]


def test_a_broken_document_is_one_line_with_its_place():
    with pytest.raises(ConfigError, match=r"^q\.graphql, line 2, column 1: Syntax Error"):
        read_documents(SCHEMA, "{ a\n", "q.graphql")
