from __future__ import annotations

import pytest
from graphql import build_schema

from querious.store.selected_fields import FieldSelection

SCHEMA = build_schema("""
schema { query: Root }
type Root { product: Product, search: [Found!]!, node: Node }
interface Node { id: ID!, owner: User }
type Product implements Node { id: ID!, owner: User, name: String }
type User implements Node { id: ID!, owner: User, name: String, email: String }
union Found = Product | User
""")
DOCUMENT = "query Q{product{name owner{email}}...F} fragment F on Root{search{__typename ...on User{name}}}"


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("Root.product", True),
        ("Product.name", True),
        ("User.email", True),
        ("User.name", True),
        ("Product.email", False),
        ("Root.name", False),
        ("*.email", True),
        ("User", True),
        ("Node", False),
        ("Found.__typename", True),
        ("Product.__typename", True),
        ("Mutation.*", False),
    ],
)
def test_with_a_schema_the_type_of_every_field_is_known(pattern: str, fits: bool):
    assert FieldSelection([pattern], SCHEMA).fits(DOCUMENT) is fits


def test_a_field_of_an_interface_is_one_of_its_object_types():
    assert FieldSelection(["User.id"], SCHEMA).fits("{node{id}}")
    assert FieldSelection(["Node.id"], SCHEMA).fits("{node{id}}")
    assert not FieldSelection(["Root.id"], SCHEMA).fits("{node{id}}")


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        ("Query.product", True),
        ("Query.name", False),
        ("Query", True),
        ("Mutation.product", False),
        ("User.name", True),
        ("Anything.email", True),
        ("Anything.phone", False),
        ("*.e*l", True),
        ("Product", False),
        ("Root.search", True),
    ],
)
def test_without_a_schema_the_name_decides_where_the_type_is_unknown(pattern: str, fits: bool):
    assert FieldSelection([pattern]).fits(DOCUMENT) is fits


def test_a_known_type_decides_without_a_schema_too():
    assert not FieldSelection(["Order.name"]).fits("{search{...on User{name}}}")
    assert FieldSelection(["Mutation.delete*"]).fits("mutation{deleteUser(id:1){...{ok}}}")
    assert FieldSelection(["Other.ok"]).fits("mutation{deleteUser(id:1){...{ok}}}")


def test_one_pattern_of_several_is_enough():
    assert FieldSelection(["Nothing.here", "Query.product"]).fits(DOCUMENT)


def test_a_field_that_the_schema_lacks_is_of_unknown_type_below():
    assert FieldSelection(["User.email"], SCHEMA).fits("{gone{email}}")


@pytest.mark.parametrize("document", ["", "no GraphQL", "{" * 3000 + "a" + "}" * 3000])
def test_what_cannot_be_parsed_selects_nothing(document: str):
    assert not FieldSelection(["*.*"]).fits(document)
