from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema, parse, validate

from querious.graphql.collections import pair
from querious.graphql.collections.plans import planned
from querious.graphql.collections.schema_index import SchemaIndex
from querious.model.state import Command

SDL = """type Post { id: ID! comments(id: Int): [Comment!]! } type Comment { id: ID! text: String! size: Int post: Post! }
  type Query { post(id: ID!): Post posts: [Post!]! comment(id: ID!): Comment }
  type Mutation { createComment(postId: ID!, text: String!, size: Int): Comment }"""
INDEX = SchemaIndex(build_schema(SDL))
PLAN = planned(INDEX, pair(INDEX.schema).resources[0])


def test_every_value_is_in_a_variable_and_the_tree_is_in_the_case():
    case = PLAN.create.case({"postId": "1", "text": "x"}, {})
    assert case.variables == {"postId": "1", "text": "x"}
    assert case.document.startswith("mutation createComment($postId: ID!, $text: String!) {")
    assert [one.coordinate for one in case.operation.selections] == ["Mutation.createComment"]  # type: ignore[union-attr]


def test_what_is_given_to_the_parent_is_kept_apart():
    case = PLAN.operations[Command.LIST].case({"id": 3}, {"id": "7"})
    assert case.variables == {"post_id": "7", "id": 3}
    assert validate(INDEX.schema, parse(case.document)) == []
    assert case.request.body["operationName"] == "postComments"


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        ({"postId": "1", "text": "x"}, True),
        ({"postId": "1", "text": "x", "size": None}, True),
        ({"postId": "1"}, False),
        ({"postId": "1", "text": None}, False),
        ({"postId": "1", "text": "x", "size": "large"}, False),
    ],
)
def test_what_the_schema_allows(arguments: Any, allowed: bool):
    assert PLAN.create.allows(arguments) is allowed
