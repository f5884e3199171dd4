from __future__ import annotations

from typing import Any

import pytest
from graphql import build_schema
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.inputs import covered, inputs_of

SCHEMA = build_schema(
    """input Inner { id: ID! note: String loop: Inner } input Outer { inner: Inner! size: Int! = 1 all: [Inner!] }
  type Query { a(key: ID!, outer: Outer, must: Outer!): Int }"""
)
INPUTS = inputs_of(SCHEMA.query_type.fields["a"].args)
PATHS = [one.path for one in INPUTS]


def test_outer_ones_come_before_inner_ones_and_none_twice():
    assert [len(path) for path in PATHS] == sorted(len(path) for path in PATHS)
    assert len(set(PATHS)) == len(PATHS)
    assert max(map(len, PATHS)) == 4


def test_lists_are_not_looked_into():
    assert ("outer", "all") in PATHS
    assert not any(path[:2] == ("outer", "all") and len(path) > 2 for path in PATHS)


def test_what_must_be_given_with_all_around_it():
    assert [one.path for one in INPUTS if one.demanded] == [
        ("key",),
        ("must",),
        ("must", "inner"),
        ("must", "inner", "id"),
    ]


@pytest.mark.parametrize(
    ("paths", "enough"),
    [
        ([("key",)], False),
        ([("key",), ("must",)], True),
        ([("key",), ("must", "inner")], True),
        ([("key",), ("must", "inner", "note")], False),
        ([("key",), ("must", "inner", "id")], True),
        ([("key",), ("must", "size")], False),
    ],
)
def test_whether_nothing_else_must_be_given(paths: Any, enough: bool):
    assert covered(INPUTS, paths) is enough


@given(st.sets(st.sampled_from(PATHS)))
def test_all_that_must_be_given_is_enough_with_anything_else(paths: set[tuple[str, ...]]):
    assert covered(INPUTS, {*paths, *(one.path for one in INPUTS if one.required)})
