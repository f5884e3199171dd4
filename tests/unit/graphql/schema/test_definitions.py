from __future__ import annotations

from typing import Any

import pytest
from graphql import DocumentNode, build_ast_schema, parse, print_ast, print_schema

from querious.graphql.schema.definitions import join


def joined(sdl: str) -> str:
    """The result in a form that does not depend on spacing."""
    return " ".join(print_ast(DocumentNode(definitions=tuple(join(parse(sdl).definitions)))).split())


def expected(sdl: str) -> str:
    return " ".join(print_ast(parse(sdl)).split())


ROOT = "schema { query: Query } "


@pytest.mark.parametrize(
    ("sdl", "result"),
    [
        ("type Query { a: Int a: String b: ID }", ROOT + "type Query { a: Int b: ID }"),
        ("type Query { a(x: Int, x: ID): Int }", ROOT + "type Query { a(x: Int): Int }"),
        ("type Query { a: Int } type Query { b: ID a: ID }", ROOT + "type Query { a: Int b: ID }"),
        ("extend type Query { a: ID b: ID } type Query { a: Int }", ROOT + "type Query { a: Int b: ID }"),
        ("extend type Query { a: ID }", ROOT + "type Query { a: ID }"),
        ("enum E { A B A } extend enum E { B C }", "enum E { A B C }"),
        ("input I { a: Int a: ID } extend input I { b: ID }", "input I { a: Int b: ID }"),
        ("union U = A | B union U = B | C", "union U = A | B | C"),
        ("type A implements I & I { a: Int } extend type A implements J & I", "type A implements I & J { a: Int }"),
        ("interface I { a: Int } extend interface I { b: ID }", "interface I { a: Int b: ID }"),
        ("scalar S extend scalar S @x", "scalar S @x"),
        ("type A { a: Int } enum A { X } extend enum A { Y }", "type A { a: Int }"),
        ("extend enum A { Y } type A { a: Int }", "type A { a: Int }"),
        ("directive @x(a: Int, a: ID) on FIELD directive @x on QUERY", "directive @x(a: Int) on FIELD"),
    ],
)
def test_every_name_is_defined_once_and_the_first_counts(sdl: str, result: Any):
    assert joined(sdl) == expected(result)


@pytest.mark.parametrize(
    ("sdl", "roots"),
    [
        ("schema { query: Root } type Root { a: Int } type Query { b: Int }", ("Root", None)),
        ("schema { query: A query: B } schema { mutation: B } type A { a: Int } type B { b: Int }", ("A", "B")),
        ("type Query { a: Int } type Mutation { b: Int }", ("Query", "Mutation")),
        ("extend schema { query: Root } type Root { a: Int } type Mutation { b: Int }", ("Root", "Mutation")),
        ("extend schema @link type Query { a: Int }", ("Query", None)),
        (
            "schema { query: Query } extend schema { mutation: M } extend type Query { a: Int } type M { b: Int }",
            ("Query", "M"),
        ),
        ("enum Mutation { A } type Query { a: Mutation }", ("Query", None)),
    ],
)
def test_roots_are_those_written_else_those_with_the_common_names(sdl: str, roots: tuple[str | None, ...]):
    document = DocumentNode(definitions=tuple(join(parse(sdl).definitions)))
    schema = build_ast_schema(document, assume_valid_sdl=True)
    names = tuple(root.name if root else None for root in (schema.query_type, schema.mutation_type))
    assert names == roots


@pytest.mark.parametrize(
    ("directives", "result"),
    [
        ("@deprecated(reason: 5)", "@deprecated"),
        ("@deprecated(reason: null)", "@deprecated"),
        ('@deprecated(reason: "a", reason: 5)', '@deprecated(reason: "a")'),
        ('@deprecated(why: "a")', "@deprecated"),
        ("@other(reason: 5)", "@other(reason: 5)"),
    ],
)
def test_reasons_that_are_no_strings_are_dropped(directives: Any, result: Any):
    assert joined(f"type A {{ a: Int {directives} }}") == expected(f"type A {{ a: Int {result} }}")


def test_urls_that_are_no_strings_are_dropped_with_their_directive():
    assert joined("scalar A @specifiedBy(url: 3) @x scalar B @specifiedBy") == expected("scalar A @x scalar B")


def test_a_valid_schema_stays_what_it_is():
    sdl = 'schema { query: R } type R { "why" a(x: [I!]! = []): E! @deprecated } input I { b: Int = 1 } enum E { X }'
    before = build_ast_schema(parse(sdl))
    after = build_ast_schema(DocumentNode(definitions=tuple(join(parse(sdl).definitions))))
    assert print_schema(after) == print_schema(before)
