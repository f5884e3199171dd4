from __future__ import annotations

from typing import Any

import pytest
from graphql import parse, validate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from querious.errors import SchemaError
from querious.graphql.schema import Loaded, summarise
from querious.graphql.schema.sdl import read_sdl

VALID = '''
schema @tag { query: Root mutation: Change }
"""Why"""
directive @tag(name: String = "x") repeatable on SCHEMA | OBJECT | FIELD_DEFINITION
interface Node implements Thing & Other { id: ID! }
interface Thing { id: ID! }
interface Other { id: ID! }
type Root { node(id: ID! = "1", like: [Filter!] = [{ a: 1 }]): Node! all: [[Any!]]! @deprecated(reason: "x") }
type Change @tag { set(order: Order = UP): Item }
type Item implements Node & Thing & Other { id: ID! self: Item when: Date }
union Any = | Item | Change
enum Order { UP DOWN @deprecated }
input Filter { a: Int = 3 deep: Filter }
extend input Filter { b: [String!]! = ["x"] }
scalar Date @specifiedBy(url: "https://example.org")
extend type Item { more: Float }
'''


def read(sdl: str) -> Loaded:
    return read_sdl({"a.graphql": sdl}, "a.graphql")


def test_valid_sdl_has_no_notes():
    loaded = read(VALID)
    assert (loaded.notes, loaded.source) == ((), "a.graphql")
    assert loaded.schema.query_type.name == "Root"
    assert list(loaded.schema.type_map["Item"].fields) == ["id", "self", "when", "more"]


def test_duplicates_are_read_with_a_note_and_the_first_counts():
    loaded = read("type Query {\n  a: Int\n  b: ID\n  a: String\n  b: ID\n}")
    assert str(loaded.schema.query_type.fields["a"].type) == "Int"
    assert loaded.notes == (
        (
            "a.graphql is not strictly valid SDL but was read anyway (a type defined twice is joined, of its members "
            "with one name the first counts); 2 problems: Field 'Query.a' can only be defined once (a.graphql:2:3); "
            "Field 'Query.b' can only be defined once (a.graphql:3:3)"
        ),
    )


def test_unknown_directives_are_read_with_a_note():
    loaded = read("type Query { a: Int @auth b: Int @auth c: Int @cost(x: 1) }")
    assert loaded.notes == (
        (
            "a.graphql is not strictly valid SDL but was read anyway; 3 problems: "
            "Unknown directive '@auth' (a.graphql:1:21), 2 times; Unknown directive '@cost' (a.graphql:1:47)"
        ),
    )


def test_a_schema_with_faults_can_be_used_for_validation():
    loaded = read("type Query { a: Int } type Empty interface I { a: Int } type Wrong implements I { b: Int }")
    assert "2 problems" in loaded.notes[0]
    assert validate(loaded.schema, parse("{ a }")) == []


def test_a_federated_subgraph_is_read():
    loaded = read("""
        extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key"])
        extend type Query { me: User _entities(representations: [_Any!]!): [_Entity]! _service: _Service! }
        type User @key(fields: "id") { id: ID! }
        extend type Product @key(fields: "upc") { upc: String! @external reviews: [String] }
    """)
    schema = loaded.schema
    assert list(schema.query_type.fields) == ["me", "_entities", "_service"]
    assert [type_.name for type_ in schema.type_map["_Entity"].types] == ["User", "Product"]
    assert "Unknown directive '@link'" in loaded.notes[0]
    assert loaded.notes[1:] == (
        "a.graphql extends types that it does not define, taken as definitions: Query, Product",
        "a.graphql uses types of Apollo Federation without defining them, assumed: _Entity, _Any, _Service",
    )


def test_operations_among_the_types_are_left_out_with_a_note():
    loaded = read("type Query { a: Int } query { a } fragment F on Query { a }")
    assert loaded.notes == ("a.graphql holds operations or fragments among its type definitions, left out: 2",)


@pytest.mark.parametrize(
    ("sdl", "message"),
    [
        ("", "a.graphql holds no definitions: it is empty; name a file with the types of the API"),
        (" \n\t ", "a.graphql holds no definitions: it is empty; name a file with the types of the API"),
        (
            "# only\n\n  # comments",
            "a.graphql holds no definitions: it is empty; name a file with the types of the API",
        ),
        ("query { a }", "a.graphql holds operations only, no type definitions; name a file with the types of the API"),
        ("type A { a: Int }", "a.graphql cannot be used as a schema: it has no query type"),
        ("schema { mutation: A } type A { a: Int }", "a.graphql cannot be used as a schema: it has no query type"),
        ("type Query", "a.graphql cannot be used as a schema: its query type Query has no fields"),
        (
            "type Query {\n  a: \n}",
            "a.graphql is neither SDL nor introspection JSON: Expected Name, found '}' (a.graphql:3:1)",
        ),
        (
            "type Query { a: Foo }",
            "a.graphql cannot be used as a schema: it refers to types that are not defined: Foo at Query.a (a.graphql:1:17)",
        ),
    ],
)
def test_what_is_no_schema_is_told_in_one_line(sdl: str, message: str):
    with pytest.raises(SchemaError) as caught:
        read(sdl)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "sdl",
    [
        "type Query { a: " + "[" * 20_000 + "Int" + "]" * 20_000 + " }",
        "type Query { a(x: Int = " + "[" * 20_000 + "): Int }",
    ],
)
def test_bottomless_nesting_is_told(sdl: str):
    with pytest.raises(SchemaError, match="nested too deeply"):
        read(sdl)


def test_a_default_that_holds_itself_is_no_crash():
    loaded, refusal = attempt("type Query { a(x: I): Int } input I { i: I = { n: 1 } n: Int }")
    assert "default value holds the type itself" in refusal or "references itself" in loaded.notes[0]


def attempt(sdl: str) -> tuple[Loaded | None, str]:
    try:
        return read(sdl), ""
    except SchemaError as error:
        return None, str(error)


TOKENS = VALID.split()
EDITS = st.lists(
    st.tuples(
        st.integers(0, len(TOKENS)),
        st.integers(0, 4),
        st.lists(
            st.sampled_from([*TOKENS, "extend", "type", "input", "{", "}", "@deprecated(reason: 5)", "= {}", "!", '"']),
            max_size=4,
        ),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(EDITS)
def test_mutilated_sdl_is_read_or_refused_in_one_line(edits: Any):
    tokens = list(TOKENS)
    for at, removed, added in edits:
        tokens[at : at + removed] = added
    loaded, refusal = attempt(" ".join(tokens))
    assert "\n" not in refusal
    if loaded:
        assert summarise(loaded).query_tuples > 0
        assert validate(loaded.schema, parse("{ __typename }")) == []


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=40), st.integers(0, len(VALID)))
def test_foreign_text_in_sdl_is_read_or_refused(text: Any, at: int):
    _, refusal = attempt(VALID[:at] + text + VALID[at:])
    assert "\n" not in refusal


FEDERATED = """
extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", "FieldSet"])
type Query { book: Book _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
extend type Book @key(fields: "id") { id: ID! @external shelf: Int @federation__requires(fields: "id") }
"""
SUPERGRAPH = """
schema @link(url: "https://specs.apollo.dev/join/v0.3", for: EXECUTION) { query: Query }
directive @join__field(graph: join__Graph, requires: join__FieldSet) repeatable on FIELD_DEFINITION
directive @join__type(graph: join__Graph!, key: join__FieldSet) repeatable on OBJECT
directive @link(url: String, for: link__Purpose) repeatable on SCHEMA
enum join__Graph { BOOKS @join__graph(name: "books", url: "http://books.example/") }
scalar join__FieldSet
enum link__Purpose { SECURITY EXECUTION }
type Query @join__type(graph: BOOKS) { book: Book @join__field(graph: BOOKS) }
type Book @join__type(graph: BOOKS, key: "id") { id: ID! }
"""


@pytest.mark.parametrize("sdl", [FEDERATED, SUPERGRAPH])
def test_sdl_of_federation_is_read(sdl):
    loaded = read(sdl)
    assert "id" in loaded.schema.type_map["Book"].fields
    assert not [note for note in loaded.notes if "cannot" in note]
