from __future__ import annotations

import pytest
from graphql import build_schema

from querious.export import Example, PreparedExample, prepare

VIDEOS = """
interface Node { id: ID! }
enum VideoTypeEnum { ANIMATION LIVE_ACTION SCREENCAST }
type Teaser { title: String! subTitle: String publishedOnSite: Boolean url: String! duration: Float }
type Video implements Node { id: ID! title: String! url: String! videoType: VideoTypeEnum teaser: Teaser }
type Query { video(id: ID!): Video teasers(first: Int!): [Teaser] }
"""
"""The excerpt of a schema in the harvesting study, and its query."""
GET_TEASERS = "query GetTeasers($first: Int!) { teasers(first: $first) { title subTitle url __typename } }"


@pytest.fixture(scope="session")
def videos():
    return build_schema(VIDEOS)


@pytest.fixture
def teasers() -> Example:
    return Example(GET_TEASERS, {"first": 2}, calls=301_016)


@pytest.fixture
def ready():
    """Examples that must all be fit for tests."""

    def make(schema, *examples: Example, **options) -> list[PreparedExample]:
        cases, left_out = prepare(build_schema(schema) if isinstance(schema, str) else schema, examples, **options)
        assert not left_out
        return cases

    return make
