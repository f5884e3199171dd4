"""Limits measure what they say, and let through what is not too much."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from graphql import parse

from apis import limits, strict
from apis.serving import answered

NESTED = "{ world { oceans(first: 2) { ports(first: 3) { code } name } } }"
SPREAD = "query ($n: Int) { again: world { ...W } } fragment W on World { oceans(first: $n) { ... on Ocean { name } } }"


def body(text, variables=None):
    return json.dumps({"query": text, "variables": variables}).encode()


@pytest.mark.parametrize(
    ("measure", "nested", "spread"),
    [
        (limits.levels, 4, 3),
        (limits.levels_above_leaves, 3, 2),
        (limits.fields, 5, 3),
        (limits.aliases, 0, 1),
        (limits.multiplied, 1 + 1 + 2 + 2 + 6, 1 + 1 + 5),
        (limits.possible_nodes, 2 + 6, 5),
        (limits.armored, round(2 + 3 + 4.5 + 2.25 + 3.375), round(2 + 3 + 2.25)),
        (limits.listed, 100 + 10, 10),
        (limits.tokens, 23, 37),
    ],
)
def test_what_is_counted(measure, nested, spread):
    assert measure(body(NESTED), parse(NESTED)) == nested
    assert measure(body(SPREAD, {"n": 5}), parse(SPREAD)) == spread


def test_bytes_are_those_of_the_body():
    assert limits.size(body(NESTED), None) == len(body(NESTED))


@pytest.mark.parametrize("limit", limits.LIMITS, ids=str)
def test_a_limit_refuses_one_more_than_it_allows(limit):
    text = SPREAD if limit.measure is limits.aliases else NESTED
    sent = body(text, {"n": 5})
    count = limit.measure(sent, parse(text))
    assert answered(strict.schema(), sent, replace(limit, most=count).guard).status == 200
    refused = answered(strict.schema(), sent, replace(limit, most=count - 1).guard)
    assert refused.status == limit.status
    if not limit.page:
        assert "data" not in refused.body
        (error,) = refused.body["errors"]
        assert "{" not in error["message"]


@pytest.mark.parametrize("limit", limits.LIMITS, ids=str)
def test_introspection_passes(limit):
    sent = body("{ __schema { types { fields { args { type { ofType { ofType { name } } } } } } } }")
    assert answered(strict.schema(), sent, replace(limit, most=1).guard).status == 200
