from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.answers.filter_words import BOUNDS, Operator
from querious.answers.measures import ValueKind
from querious.model import FieldShape, ObjectShape
from querious.relations.lists.conditions import Condition
from querious.relations.lists.filter_checks import FilteredList, Standing
from querious.relations.lists.row_leaves import RowLeaf
from querious.relations.lists.rows import Row

SHAPE = ObjectShape("T", {"f": FieldShape("f", "T.f", None, "String", None)})
MUST, MAY, NOT = Standing


def standing(operator: Operator, asked, value, kind: ValueKind, **facts: bool) -> Standing:
    leaf = RowLeaf(("f",), None, kind)
    condition = Condition(("f",), operator, (leaf,), None, **facts)
    return FilteredList(None, condition, asked).standing(Row("", {"f": value}, SHAPE), leaf)


@pytest.mark.parametrize(
    ("operator", "asked", "value", "expected"),
    [
        (Operator.EQUAL, "Tea", "Tea", MUST),
        (Operator.EQUAL, "tea", "Tea", MAY),
        (Operator.EQUAL, "tea", "Green tea", MAY),
        (Operator.EQUAL, "tea", "Coffee", NOT),
        (Operator.EQUAL, "tea", None, NOT),
        (Operator.AMONG, ["Tea", "Milk"], "Milk", MUST),
        (Operator.AMONG, ["Tea", "Milk"], "Coffee", NOT),
        (Operator.UNEQUAL, "Tea", "Tea", NOT),
        (Operator.UNEQUAL, "Tea", "tea", MAY),
        (Operator.UNEQUAL, "Tea", "Coffee", MUST),
        (Operator.UNEQUAL, "Tea", None, MAY),
        (Operator.CONTAINS, "ee", "Coffee", MUST),
        (Operator.CONTAINS, "EE", "Coffee", MAY),
        (Operator.CONTAINS, "tea", "Coffee", NOT),
        (Operator.STARTS, "Cof", "Coffee", MUST),
        (Operator.STARTS, "fee", "Coffee", NOT),
        (Operator.ENDS, "fee", "Coffee", MUST),
        (Operator.ENDS, "Cof", None, MAY),
    ],
)
def test_how_texts_stand_to_a_filter(operator, asked, value, expected):
    assert standing(operator, asked, value, ValueKind.TEXT) is expected


def test_an_exact_operator_does_not_look_inside_of_texts():
    assert standing(Operator.EQUAL, "tea", "Green tea", ValueKind.TEXT, exact=True) is NOT


@pytest.mark.parametrize(
    ("operator", "asked", "value", "expected"),
    [
        (Operator.LEAST, "2024-05-01", "2024-05-01T10:00:00Z", MAY),
        (Operator.LEAST, "2024-05-01", "2024-05-03T10:00:00Z", MUST),
        (Operator.LEAST, "2024-05-05", "2024-05-01T10:00:00Z", NOT),
        (Operator.MOST, "2024-05-05T10:00:00Z", "2024-05-05T10:00:00.5Z", MAY),
        (Operator.MOST, "2024-05-05T10:00:00Z", "2024-05-05T10:00:05Z", NOT),
        (Operator.MOST, "2024-05-05T10:00:00Z", None, MAY),
    ],
)
def test_how_moments_stand_to_a_bound(operator, asked, value, expected):
    assert standing(operator, asked, value, ValueKind.MOMENT) is expected


@given(st.sampled_from(sorted(BOUNDS)), st.integers(-50, 50), st.integers(-50, 50))
def test_whole_numbers_stand_to_an_exact_bound_as_they_are(operator, asked, value):
    holds = {
        Operator.LEAST: value >= asked,
        Operator.ABOVE: value > asked,
        Operator.MOST: value <= asked,
        Operator.BELOW: value < asked,
    }
    assert standing(operator, asked, value, ValueKind.NUMBER) is (MUST if holds[operator] else NOT)


@given(st.sampled_from(sorted(BOUNDS)), st.integers(-50, 50), st.integers(-50, 50))
def test_a_bound_that_is_left_open_may_be_meant_or_not(operator, asked, value):
    found = standing(operator, asked, value, ValueKind.NUMBER, open=True)
    assert (found is MAY) is (asked == value)


def test_what_was_not_asked_of_a_row_says_nothing():
    leaf = RowLeaf(("g",), None, ValueKind.TEXT)
    one = FilteredList(None, Condition(("g",), Operator.EQUAL, (leaf,), None), "a")
    assert one.standing(Row("", {"f": "b"}, SHAPE), leaf) is MAY
