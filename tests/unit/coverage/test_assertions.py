from __future__ import annotations

import pytest
from graphql import build_schema

from querious.coverage.assertions import OF_EVERY_ANSWER, count_assertions
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes

TEASERS = """
type Teaser { title: String! subTitle: String publishedOnSite: Boolean url: String! duration: Float }
type Query { teasers(first: Int!): [Teaser] }
"""
ANSWER = {
    "teasers": [
        {"title": "Finance 101", "subTitle": "The basics", "url": "https://a.example", "__typename": "Teaser"},
        {"title": "Development 101", "subTitle": None, "url": "https://b.example", "__typename": "Teaser"},
    ]
}


def counted(sdl, document, data):
    schema = build_schema(sdl)
    return count_assertions(Shapes(schema).of(read_documents(schema, document)[0]), data)


def test_the_example_of_the_study_has_22():
    document = "query GetTeasers { teasers(first: 2) { title subTitle url __typename } }"
    assert OF_EVERY_ANSWER + counted(TEASERS, document, ANSWER) == 22


@pytest.mark.parametrize(
    ("kind", "value", "count"),
    [
        ("Int", None, 1),
        ("Int", 0, 2),
        ("Int!", 0, 3),
        ("[Int]", [], 2),
        ("[Int]", [1, None], 3),
        ("[Int!]!", [1, 2], 7),
        ("[[Int!]]", [[1, 2], None], 7),
    ],
)
def test_every_item_of_a_list_counts(kind, value, count):
    assert counted(f"type Query {{ a: {kind} }}", "{ a }", {"a": value}) == count
