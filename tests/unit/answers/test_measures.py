from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.answers.measures import ValueKind, folded, kind_of_values, measure

if TYPE_CHECKING:
    from decimal import Decimal


@pytest.mark.parametrize(
    ("values", "declared", "kind"),
    [
        ([1, 2.5, None], ValueKind.TEXT, ValueKind.NUMBER),
        (["1.50", "10"], ValueKind.NUMBER, ValueKind.NUMBER),
        (["1.50", "10"], ValueKind.TEXT, ValueKind.TEXT),
        (["2024-02-29", "2024-02-29T10:00:00.123Z"], ValueKind.TEXT, ValueKind.MOMENT),
        (["2024-02-30"], ValueKind.MOMENT, ValueKind.TEXT),
        ([1, "a"], ValueKind.NUMBER, None),
        ([True, False], ValueKind.TEXT, None),
        ([[1], {}], ValueKind.TEXT, None),
        ([None], ValueKind.NUMBER, None),
        (["NaN", "1"], ValueKind.NUMBER, ValueKind.TEXT),
    ],
)
def test_values_say_whether_they_can_be_compared(values, declared, kind):
    assert kind_of_values(values, declared) is kind


@given(st.datetimes(min_value=datetime(1000, 1, 1)), st.datetimes(min_value=datetime(1000, 1, 1)))  # noqa: DTZ001
def test_moments_compare_by_time(one: datetime, other: datetime):
    mine, theirs = measure(one.isoformat(), ValueKind.MOMENT), measure(other.isoformat(), ValueKind.MOMENT)
    assert (mine < theirs) is (one < other)


@given(st.decimals(allow_nan=False, allow_infinity=False), st.integers())
def test_numbers_compare_whether_they_are_text_or_not(one: Decimal, other: int):
    assert (measure(str(one), ValueKind.NUMBER) < measure(other, ValueKind.NUMBER)) is (one < other)


def test_zones_count():
    assert measure("2024-01-01T12:00:00+02:00", ValueKind.MOMENT) == measure("2024-01-01T10:00:00Z", ValueKind.MOMENT)


def test_case_and_accents_are_folded():
    assert folded("Éclair STRASSE") == folded("eclair straße")
