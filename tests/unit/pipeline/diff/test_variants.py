from __future__ import annotations

import pytest
from graphql import build_schema, graphql_sync

from querious.graphql.cases import problems, read_documents
from querious.model.document_text import write_case
from querious.pipeline.diff.variants import rewritten

SCHEMA = build_schema(
    """
    type Query { user(id: ID): User hit: Hit }
    interface Named { name: String }
    union Hit = User | Team
    type User implements Named { id: ID name: String boss: User }
    type Team implements Named { name: Int }
    """.replace("name: Int", "name: String")
)
ROOT = {
    "user": {"id": "1", "name": "a", "boss": {"id": "2", "name": "b"}},
    "hit": {"__typename": "Team", "name": "t"},
}


@pytest.mark.parametrize(
    ("document", "aliased", "wrapped"),
    [
        (
            "{ user(id: 1) { id boss { name } } }",
            "{ the_user: user(id: 1) { the_id: id the_boss: boss { the_name: name } } }",
            "{ user(id: 1) { ... on User { id boss { ... on User { name } } } } }",
        ),
        (
            "{ hit { __typename ... on User { id } ... on Team { name } } }",
            "{ the_hit: hit { the___typename: __typename ... on User { the_id: id } ... on Team { the_name: name } } }",
            "{ hit { __typename ... on User { id } ... on Team { name } } }",
        ),
        (
            "{ a: user { id } b: user { id } }",
            "{ the_a: user { the_id: id } the_b: user { the_id: id } }",
            "{ a: user { ... on User { id } } b: user { ... on User { id } } }",
        ),
    ],
)
def test_the_same_is_asked_in_other_words(document, aliased, wrapped):
    (operation,) = read_documents(SCHEMA, document)
    cases = [write_case(0, other) for other in rewritten(operation)]
    assert [case.document for case in cases] == [aliased, wrapped]
    for case in cases:
        assert problems(SCHEMA, case) == []
        assert graphql_sync(SCHEMA, case.document, ROOT).errors is None
