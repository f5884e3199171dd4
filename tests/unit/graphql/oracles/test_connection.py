from __future__ import annotations

import pytest
from graphql import build_schema

from querious.graphql.oracles.connection import ORACLE
from querious.graphql.oracles.expectation import Expectation
from querious.model import Exchange, Failure, Severity
from sample import case

SDL = """
type Query { boats: [Boat!]! boat: Boat }
type Boat { name: String tags: [String!]! crew: [Sailor!] legs: Legs friends: [Boat] }
type Legs { edges: [Leg!]! }
type Leg { node: Boat }
type Sailor { name: String boats: [Boat] }
"""
SCHEMA = build_schema(SDL)


def severities(document: str, failure: Failure | None = Failure.TIMEOUT) -> list[Severity]:
    exchange = Exchange(case(document, SDL), status=0, failure=failure)
    return [finding.severity for finding in ORACLE.judge(exchange, Expectation(SCHEMA, None)) or ()]


@pytest.mark.parametrize(
    "document",
    [
        "{ boats { crew { name } friends { name } } }",
        "{ boats { crew { boats { name } } } }",
        "{ boats { legs { edges { node { friends { name } } } } } }",
        "{ boat { crew { boats { ... on Boat { friends { name } } } } } }",
    ],
)
def test_lists_below_lists_may_take_their_time(document: str):
    assert severities(document) == [Severity.SUSPICION]
    assert severities(document, Failure.LOST) == [Severity.FAULT]
    assert severities(document, None) == []


@pytest.mark.parametrize(
    "document", ["{ boat { name } }", "{ boats { crew { name tags } } }", "{ boat { crew { name } friends { name } } }"]
)
def test_little_must_come_in_time(document: str):
    assert severities(document) == [Severity.FAULT]
