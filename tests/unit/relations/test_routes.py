from __future__ import annotations

import pytest
from graphql import build_schema, parse, validate

from querious.model import ABSENT, EnumValue, Field, Variable
from querious.model.writing import write
from querious.relations import Terms
from querious.relations.routes import Step, along, canonical, coordinates, narrowed, sent

SCHEMA = build_schema(
    """
    type Query { node(id: ID!): Node  users: [User!]! }
    interface Node { id: ID! }
    type User implements Node { id: ID! name: String pets(first: Int): [Pet] }
    union Pet = Cat | Dog
    type Cat implements Node { id: ID! name: String owner: User }
    type Dog implements Node { id: ID! name: String }
    """
)
TERMS = Terms(SCHEMA)
NAME = Field("Cat", "name", "", (), (), ())
CATS = (Step("Query", "node", (("id", "7"),)), Step("User", "pets", (("first", 2),)))


def text(operation) -> str:
    document, _ = write(operation)
    assert validate(SCHEMA, parse(document)) == []
    return document


def test_a_route_narrows_to_the_types_that_were_met():
    operation = along(TERMS, CATS, narrowed(TERMS, CATS, "Cat", [NAME]))
    assert text(operation) == (
        '{ node(id: "7") { __typename ... on User { pets(first: 2) { __typename ... on Cat { name } } } } }'
    )


def test_no_fragment_where_the_type_is_certain():
    route = (Step("Query", "users"),)
    assert text(along(TERMS, route, narrowed(TERMS, route, "User", [Field("User", "name", "", (), (), ())]))) == (
        "{ users { name } }"
    )


def test_a_field_that_is_gone_through_twice():
    route = (Step("Query", "users"), Step("User", "pets"), Step("Cat", "owner"), Step("User", "pets"))
    operation = along(TERMS, route, narrowed(TERMS, route, "Cat", [NAME]))
    assert text(operation).count("... on Cat") == 2
    assert coordinates(route) == ("Query.users", "User.pets", "Cat.owner", "User.pets")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([("a", 1), ("b", "x")], [("b", Variable("v", "String", "x")), ("a", 1)]),
        ([("a", {"x": 1, "y": [2]})], [("a", {"y": [Variable("v", "Int", 2)], "x": 1})]),
        ([("kind", EnumValue("A"))], [("kind", Variable("v", "Kind", "A"))]),
        ([], [("a", Variable("v", "Int", ABSENT))]),
    ],
)
def test_the_same_arguments_whatever_their_order_and_however_they_are_handed_over(one, other):
    assert canonical(one) == canonical(other)


def test_other_arguments_are_other():
    assert canonical([("a", 1)]) != canonical([("a", "1")])
    assert canonical([("a", None)]) != canonical([])
    assert sent([("a", None), ("b", Variable("v", "Int", ABSENT))]) == {"a": None}
