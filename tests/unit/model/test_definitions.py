from __future__ import annotations

import pytest
from graphql import build_schema

from querious.model.definitions import fields_of, input_at, is_list, nullable, object_types

SCHEMA = build_schema(
    """
    input Filter { text: String! }
    interface Named { name: String }
    type Query implements Named { name: String books(filter: Filter): [String!]! one: String! many: [Int] }
    """
)
FIELDS = SCHEMA.query_type.fields


def test_fields_are_those_of_objects_and_interfaces():
    assert list(fields_of(SCHEMA, "Named")) == ["name"]
    assert list(fields_of(SCHEMA, "Query")) == ["name", "books", "one", "many"]
    assert fields_of(SCHEMA, "Filter") == fields_of(SCHEMA, "Nowhere") == {}


@pytest.mark.parametrize(
    ("coordinate", "declared"),
    [
        ("Query.books.filter", "Filter"),
        ("Filter.text", "String!"),
        ("Query.books", None),
        ("Query.books.nope", None),
        ("Query.nope.filter", None),
        ("Nowhere.text", None),
    ],
)
def test_an_input_is_an_argument_or_an_input_field(coordinate, declared):
    found = input_at(SCHEMA, coordinate)
    assert (found and str(found.type)) == declared


@pytest.mark.parametrize(("name", "bare", "listed"), [("books", "[String!]", True), ("one", "String", False), ("many", "[Int]", True)])  # fmt: skip
def test_a_list_is_a_list_whether_it_may_be_null_or_not(name, bare, listed):
    assert str(nullable(FIELDS[name].type)) == bare
    assert is_list(FIELDS[name].type) is listed


def test_an_interface_may_be_the_types_that_implement_it():
    assert object_types(SCHEMA, "Named") == object_types(SCHEMA, "Query") == ("Query",)
    assert object_types(SCHEMA, "Filter") == object_types(SCHEMA, "Nowhere") == ()
