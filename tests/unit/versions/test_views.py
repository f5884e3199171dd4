from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.cases import problems
from querious.model import Field, Operation
from querious.model.document_text import write_case
from querious.versions import View

SCHEMA = build_schema(
    """
    type Query { page: Page user: User hit: Hit named: Named price: Price loop: Loop }
    interface Named { id: ID name: String }
    type User implements Named { name: String secret: Int id: ID boss: User pages: Page size(unit: String!): Int }
    type Team { id: ID! name: String title: String }
    union Hit = User | Team
    type Page { edges: [Edge] total: Int }
    type Edge { cursor: String node: User }
    type Price { amount: Float unit: String }
    type Loop { loop: Loop }
    """
)


def seen(name: str, allowed=lambda _: True) -> str:
    declared = SCHEMA.query_type.fields[name].type.name
    operation = Operation("query", "", "Query", [Field("Query", name, "", (), (), View(SCHEMA, allowed).of(declared))])
    case = write_case(0, operation)
    assert problems(SCHEMA, case) == []
    return case.document


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("price", "{ price { amount unit } }"),
        ("user", "{ user { id name secret boss { id } pages { total } } }"),
        ("page", "{ page { total edges { cursor node { id name secret boss { id } pages { total } } } } }"),
        ("named", "{ named { __typename id name } }"),
        ("hit", "{ hit { __typename ... on User { id name secret } ... on Team { name title } } }"),
    ],
)
def test_all_leaves_are_seen_and_of_related_objects_which_they_are(name, document):
    assert seen(name) == document


def test_what_may_not_be_asked_is_not():
    assert (
        seen("user", lambda coordinate: coordinate != "User.secret")
        == "{ user { id name boss { id } pages { total } } }"
    )


def test_a_type_without_leaves_ends():
    assert View(SCHEMA, lambda _: True).of("Loop") == []
    assert View(SCHEMA, lambda _: True).of("Int") == []
