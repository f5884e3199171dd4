from __future__ import annotations

from graphql import build_schema, parse, validate

from querious.model import Field
from querious.model.document_text import write
from querious.relations import SchemaTypes
from querious.relations.routes import FieldStep, query_at

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
TYPES = SchemaTypes(SCHEMA)
NAME = Field("Cat", "name", "", (), (), ())
CATS = (FieldStep("Query", "node", (("id", "7"),)), FieldStep("User", "pets", (("first", 2),)))


def text(operation) -> str:
    document, _ = write(operation)
    assert validate(SCHEMA, parse(document)) == []
    return document


def test_a_route_narrows_to_the_types_that_were_met():
    operation = query_at(TYPES, CATS, "Cat", [NAME])
    assert text(operation) == (
        '{ node(id: "7") { __typename ... on User { pets(first: 2) { __typename ... on Cat { name } } } } }'
    )


def test_no_fragment_where_the_type_is_certain():
    route = (FieldStep("Query", "users"),)
    assert text(query_at(TYPES, route, "User", [Field("User", "name")])) == ("{ users { name } }")


def test_a_field_that_is_gone_through_twice():
    route = (
        FieldStep("Query", "users"),
        FieldStep("User", "pets"),
        FieldStep("Cat", "owner"),
        FieldStep("User", "pets"),
    )
    operation = query_at(TYPES, route, "Cat", [NAME])
    assert text(operation).count("... on Cat") == 2
