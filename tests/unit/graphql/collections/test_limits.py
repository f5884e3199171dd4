from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.limits import Limits, limits_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Between 1 and 5 stars can be given.", {"low": 1, "high": 5}),
        ("must be between 1 and 5", {"low": 1, "high": 5}),
        ("The rating must lie between 0 and 5.", {"low": 0, "high": 5}),
        ("From 0 to 5.", {"low": 0, "high": 5}),
        ("must be in 1..10", {"low": 1, "high": 10}),
        ("Ensure this value is greater than or equal to 3.", {"low": 3}),
        ("must be at least 18", {"low": 18}),
        ("must be at most 99", {"high": 99}),
        ("should be less than 10", {"high": 9}),
        ("must be greater than 0", {"low": 1}),
        ("Value must be >= 2", {"low": 2}),
        ("must be a positive number", {"low": 1}),
        ("first must not be negative.", {"low": 0}),
        ("cannot be more than 2.5", {"high": 2.5}),
        ("A text has at most 500 characters, none of them NUL.", {"longest": 500}),
        ("is too short (minimum is 3 characters)", {"shortest": 3}),
        ("must be between 3 and 20 characters long", {"shortest": 3, "longest": 20}),
        ("There is no such item.", {}),
        ("", {}),
    ],
)
def test_bounds_in_words(text: str, expected: Limits):
    assert limits_in(text) == expected


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_both_ends_are_read(low: int, high: int):
    expected = {"low": low, "high": high} if low <= high else {}
    assert limits_in(f"must be between {low} and {high}") == expected
