from __future__ import annotations

import pytest
from graphql import build_schema

from querious.model.document_text import write
from querious.model.operation import Operation
from querious.relations import SchemaTypes
from querious.relations.objects.selections import full_selection, identifier_selection, leaf_selection

TYPES = SchemaTypes(
    build_schema("""
interface Named { id: ID! }
type Cat implements Named { id: ID! name: String owner: User paws: [Paw!] size(unit: String!): Int }
type User implements Named { id: ID! name: Int }
type Paw { nails: Int cat: Cat }
union Any = Cat | Paw
type Query { cat: Cat named: Named any: Any paw: Paw }
""")
)


def text(selections) -> str:
    return " ".join(write(Operation("query", "", "Query", selections))[0].split())


def test_everything_without_arguments_is_selected_and_others_by_identifier():
    assert text(full_selection(TYPES, "Cat")) == "{ id name owner { id } paws { nails cat { id } } }"
    assert text(full_selection(TYPES, "Cat", related=False)) == "{ id name }"


@pytest.mark.parametrize(
    ("declared", "expected"),
    [("Cat", "{ id }"), ("Named", "{ __typename id }")],
)
def test_what_tells_objects_apart(declared, expected):
    assert text(identifier_selection(TYPES, declared)) == expected


def test_nothing_tells_objects_apart_where_one_type_has_no_identifier():
    assert identifier_selection(TYPES, "Any") == []


def test_two_types_do_not_meet_under_one_key():
    chosen = text(leaf_selection(TYPES, "Named", {"Cat": ["name"], "User": ["name"]}))
    assert chosen == "{ __typename ... on Cat { nameOfCat: name } ... on User { nameOfUser: name } }"
