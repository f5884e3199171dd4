from __future__ import annotations

import pytest
from graphql import build_schema

from querious.relations import SchemaTypes

SDL = """
type Query { user: User }
interface Named { name: String }
enum Kind { A B }
type User implements Named { name: String id: ID! email(format: String!): String friends: [User] tags: [String!] }
type Numbered { id: Int! _id: ID }
type Relay { nodeId: ID! id: Int }
type ListAnswer { id: [ID!] key: String }
type Flag { id: Boolean uuid: String }
type Book { bookId: ID! authorId: ID title: String }
type Line { productId: ID! amount: Int }
type Lonely { id(of: Int!): ID }
type Sort { key: Kind }
type Tag { key: String! value: String }
type Setting { id: ID! key: String! value: String }
"""


@pytest.mark.parametrize(
    ("typename", "name"),
    [
        ("User", "id"),
        ("Numbered", "id"),
        ("Relay", "id"),
        ("ListAnswer", "key"),
        ("Flag", "uuid"),
        ("Book", ""),
        ("Line", ""),
        ("Lonely", ""),
        ("Sort", ""),
        ("Tag", ""),
        ("Setting", "id"),
        ("Nowhere", ""),
    ],
)
def test_what_tells_objects_apart(typename: str, name: str):
    assert SchemaTypes(build_schema(SDL)).identifier(typename) == name


def test_an_identifier_named_after_the_type():
    assert (
        SchemaTypes(build_schema("type Query { a: Book } type Book { bookId: ID! title: ID }")).identifier("Book") == ""
    )
    assert (
        SchemaTypes(build_schema("type Query { a: Book } type Book { bookId: ID! title: Int }")).identifier("Book")
        == "bookId"
    )


def test_what_was_seen_to_tell_nothing_apart_identifies_nothing():
    types = SchemaTypes(build_schema(SDL))
    assert types.identifier("User") == "id"
    types.ambiguous.add("User")
    assert types.identifier("User") == ""


def test_what_may_not_be_asked_is_not_there():
    types = SchemaTypes(build_schema(SDL), lambda coordinate: coordinate != "User.id")
    assert "id" not in types.fields("User")
    assert types.identifier("User") == ""


def test_leaves_can_be_asked_without_arguments():
    assert SchemaTypes(build_schema(SDL)).leaves("User") == ("name", "id", "tags")
    assert SchemaTypes(build_schema(SDL)).leaves("Named") == ("name",)
    assert SchemaTypes(build_schema(SDL)).leaves("Kind") == ()
