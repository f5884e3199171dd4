from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.collections.limits import Limits, limits_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Between 1 and 5 stars can be given.", Limits(1, 5)),
        ("must be between 1 and 5", Limits(1, 5)),
        ("The rating must lie between 0 and 5.", Limits(0, 5)),
        ("From 0 to 5.", Limits(0, 5)),
        ("must be in 1..10", Limits(1, 10)),
        ("Ensure this value is greater than or equal to 3.", Limits(3)),
        ("must be at least 18", Limits(18)),
        ("must be at most 99", Limits(None, 99)),
        ("should be less than 10", Limits(None, 9)),
        ("must be greater than 0", Limits(1)),
        ("Value must be >= 2", Limits(2)),
        ("must be a positive number", Limits(1)),
        ("first must not be negative.", Limits(0)),
        ("cannot be more than 2.5", Limits(None, 2.5)),
        ("A text has at most 500 characters, none of them NUL.", Limits(None, None, None, 500)),
        ("is too short (minimum is 3 characters)", Limits(None, None, 3)),
        ("must be between 3 and 20 characters long", Limits(None, None, 3, 20)),
        ("There is no such item.", Limits()),
        ("", Limits()),
    ],
)
def test_bounds_in_words(text: str, expected: Limits):
    assert limits_in(text) == expected
    assert bool(expected) == (expected != Limits())


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_both_ends_are_read(low: int, high: int):
    expected = Limits(low, high) if low <= high else Limits()
    assert limits_in(f"must be between {low} and {high}") == expected


def test_what_is_said_last_counts_first():
    assert Limits(1).over(Limits(0, 9, 2)) == Limits(1, 9, 2)
