from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.shrink.values import simpler
from querious.model import ABSENT, EnumValue, Raw, Variable

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)


def size(value) -> tuple:
    """Smaller for what is simpler; candidates of numbers and texts are compared within their kind."""
    if isinstance(value, dict):
        return (3, 1 + sum(map(len, map(str, value.values()))))
    return (2, len(value)) if isinstance(value, list | str) else (1, 0)


@given(VALUES)
def test_candidates_are_others_and_of_the_same_kind(value):
    for candidate in simpler(value):
        assert candidate != value or type(candidate) is not type(value)
        assert type(candidate) is type(value)


@given(st.integers())
def test_integers_come_nearer_to_nought(value):
    assert all((abs(one), one < 0) < (abs(value), value < 0) for one in simpler(value))


@given(st.text(max_size=40))
def test_strings_never_grow_nor_become_empty_and_each_is_tried_once(value):
    found = list(simpler(value))
    assert len(found) == len(set(found))
    assert all(0 < len(one) <= max(len(value), 1) for one in found)


@pytest.mark.parametrize("value", [None, False, 0, "a", [], {}, EnumValue("A"), Raw("x"), Variable("a", "ID", ABSENT)])
def test_what_is_simplest_has_no_candidates(value):
    assert list(simpler(value)) == []


def test_a_variable_becomes_its_value_or_a_simpler_variable():
    found = list(simpler(Variable("a", "Int", 2)))
    assert found[0] == 2
    assert Variable("a", "Int", 0) in found


def test_lists_and_records_lose_members_or_have_simpler_ones():
    assert list(simpler([1, 0])) == [[1], [0], [0], [1], [0, 0]]
    assert list(simpler({"a": True})) == [{}, {"a": False}]
