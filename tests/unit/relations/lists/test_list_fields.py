from __future__ import annotations

from graphql import build_schema

from querious.relations import SchemaTypes
from querious.relations.lists.list_fields import list_field

TYPES = SchemaTypes(
    build_schema("""
enum Order { NAME_ASC NAME_DESC }
type Cat { id: ID! name: String }
type Query { cats(first: Int, name: String, orderBy: Order): [Cat!]! cat: Cat }
""")
)


def test_what_the_arguments_of_a_list_mean():
    field = list_field(TYPES, "Query.cats")
    assert field.paging.size == ("first",)
    assert [condition.name for condition in field.conditions] == ["name"]
    assert [ordering.direction for ordering in field.orderings] == [1, -1]
    assert field.ordering_arguments == [("orderBy",)]


def test_a_field_that_gives_no_rows():
    assert not list_field(TYPES, "Query.cat").list_type.row
    assert not list_field(TYPES, "Query.dogs").list_type.row
