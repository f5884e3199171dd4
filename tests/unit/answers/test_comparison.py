"""One table of pairs, and all who have to know whether two answers say the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.answers.comparison import TOLERANCE, same
from querious.answers.differences import ComparisonContext
from querious.answers.order import PromisedOrder
from querious.baseline.known_answers import KnownAnswers
from querious.graphql.cases import read_documents
from querious.graphql.shape import Shapes
from querious.model import Exchange
from querious.model.case import graphql_case
from querious.relations import QueryAnswer
from querious.relations.answers.comparison import differences
from querious.relations.schema_types import SchemaTypes
from querious.state.substructure import same as shows_what_was_given
from querious.versions import compare

SCHEMA = build_schema("scalar Any type Query { any: Any }")
(OPERATION,) = read_documents(SCHEMA, "{ any }")
SHAPE = Shapes(SCHEMA).of(OPERATION)

NOW = 5e9
"""Seconds since 1970: no number of the table tells the time."""

PAIRS = [
    (1, 1.0, True),
    (1, True, False),
    (0, False, False),
    ("a", "a", True),
    ("a", "A", False),
    (0.1, 0.10000000149011612, True),  # kept in single precision
    (1234567.89, 1234567.9, True),  # kept and written in single precision
    (0.1 + 0.2, 0.3, True),
    (12345.67, 12345.68, False),
    (1.0, 1.000001, False),
    (12345678, 12345679, False),
    (1700000000000, 1700000000001, False),
    (9007199254740993, 9007199254740992, True),  # as JavaScript keeps it
    (10**400, 10**400 + 1, False),
    ([1, 2], [1.0, 2], True),
    ([1, 2], [1], False),
    ({"a": [1], "b": 2}, {"b": 2, "a": [1]}, True),
    ({"a": 1}, {"a": 2}, False),
]


@pytest.mark.parametrize(("one", "other", "agree"), PAIRS, ids=lambda value: str(value)[:20])
def test_all_agree_on_a_pair(one: Any, other: Any, agree: bool):
    assert same(one, other) is same(other, one) is agree
    assert same(one, other, ordered=False) is agree
    assert shows_what_was_given(one, other) is agree or one == 10**400  # more digits than it reads
    assert (not versions_differ(one, other)) is agree
    assert (not relations_differ(one, other)) is agree
    assert (not baseline_differs(one, other)) is agree


def versions_differ(one: Any, other: Any) -> bool:
    case = graphql_case(0, OPERATION, "{ any }", {})
    answers = [
        Exchange(case, 200, body=str(place).encode(), payload={"data": {"any": value}}, is_json=True)
        for place, value in enumerate((one, other))
    ]
    return bool(compare(SHAPE, *answers, ComparisonContext(PromisedOrder(SCHEMA), frozenset(), NOW)))


def relations_differ(one: Any, other: Any) -> bool:
    left, right = (QueryAnswer(OPERATION, SHAPE, {"any": value}, clean=True) for value in (one, other))
    return bool(list(differences(SchemaTypes(SCHEMA), left, right)))


def baseline_differs(one: Any, other: Any) -> bool:
    known = KnownAnswers(SCHEMA)
    known.add(SHAPE, {"any": one})
    return bool(list(known.differences(SHAPE, {"any": other})))


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (["1", "2"], ["2", "1"], True),
        (["1", "1"], ["1"], False),
        ([1.5, "a"], ["a", 1.5], True),
    ],
)
def test_items_in_any_order(one: Any, other: Any, agree: bool):
    assert same(one, other, ordered=False) is agree
    assert not same(one, other)


def test_the_tolerance_is_what_single_precision_keeps():
    assert same(1.0 + TOLERANCE / 2, 1.0)
    assert not same(1.0 + 3 * TOLERANCE, 1.0)


LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text("ab", max_size=2)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=2))  # fmt: skip


@given(VALUES, VALUES)
def test_same_is_an_equivalence_that_survives_json(one: Any, other: Any):
    assert same(one, one)
    assert same(one, other) == same(other, one)
    assert same(one, json.loads(json.dumps(one)))
