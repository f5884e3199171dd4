from __future__ import annotations

import pytest
from graphql import Source, parse, print_ast

from querious.errors import SchemaError
from querious.graphql.schema.references import check, federation


def definitions(sdl: str):
    return parse(Source(sdl, "some/where/a.graphql")).definitions


@pytest.mark.parametrize(
    ("sdl", "reason"),
    [
        ("type Query { a: [Foo!]! }", "it refers to types that are not defined: Foo at Query.a (a.graphql:1:18)"),
        ("type Query { a(x: Foo): Int }", "it refers to types that are not defined: Foo at Query.a(x:) (a.graphql:1:19)"),
        ("input I { a: Foo }", "it refers to types that are not defined: Foo at I.a (a.graphql:1:14)"),
        ("type A implements Foo { a: Int }", "it refers to types that are not defined: Foo at A (a.graphql:1:19)"),
        ("union U = Foo", "it refers to types that are not defined: Foo at U (a.graphql:1:11)"),
        ("schema { query: Foo }", "it refers to types that are not defined: Foo at the query root (a.graphql:1:17)"),
        ("directive @x(a: Foo) on FIELD", "it refers to types that are not defined: Foo at @x(a:) (a.graphql:1:17)"),
        ("type A { a: I } input I { a: Int }", "I at A.a (a.graphql:1:13) is not an output type"),
        ("type A { a(x: A): Int }", "A at A.a(x:) (a.graphql:1:15) is not an input type"),
        ("type A implements A { a: Int }", "A at A (a.graphql:1:19) is not an interface"),
        ("union U = U", "U at U (a.graphql:1:11) is not an object type"),
        ("schema { query: E } enum E { A }", "E at the query root (a.graphql:1:17) is not an object type"),
        ("type String { a: Int } input I { s: String } type A { s: __TypeKind, t: __Type, i: __Nope }",
         "it refers to types that are not defined: __Nope at A.i (a.graphql:1:84)"),
    ],
)  # fmt: skip
def test_missing_and_misplaced_types_are_named_with_their_place(sdl: str, reason: str):
    with pytest.raises(SchemaError) as caught:
        check(definitions(sdl))
    assert str(caught.value) == reason


def test_each_missing_type_is_told_once():
    with pytest.raises(SchemaError, match=r"Foo at A\.a .*, Bar at A\.c \(a\.graphql:1:27\)$"):
        check(definitions("type A { a: Foo b: Foo c: Bar }"))


def test_what_every_schema_has_is_known():
    check(definitions("type A { a(x: ID): __Schema b: Float c: __TypeKind }"))


@pytest.mark.parametrize(
    ("sdl", "assumed"),
    [
        ("type A { a: _Any b: _Service }", ["scalar _Any", "type _Service {\n  sdl: String\n}"]),
        ("directive @key(fields: _FieldSet!) on OBJECT", ["scalar _FieldSet"]),
        ("directive @key(fields: federation__FieldSet!, as: link__Import) on OBJECT",
         ["scalar federation__FieldSet", "scalar link__Import"]),
        ('type A @key(fields: "a") { a: [_Entity] } type B @key(fields: "a") { a: Int } type C { a: Int }',
         ["union _Entity = A | B"]),
        ("type A { a: _Entity }", []),
        ("type A { a: _Any } scalar _Any", []),
        ("type A { a: Foo }", []),
    ],
)  # fmt: skip
def test_types_of_federation_are_assumed_where_they_are_used(sdl: str, assumed: list[str]):
    assert [print_ast(node) for node in federation(definitions(sdl))] == assumed
