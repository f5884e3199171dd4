from __future__ import annotations

from decimal import Decimal

import pytest

from querious.text.durations import counts_duration, duration_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("P18D", "1555200"),
        ("P2W", "1209600"),
        ("PT36H", "129600"),
        ("P1DT2H3M4.5S", "93784.5"),
        ("-PT1M", "-60"),
        ("18 00:00:00", "1555200"),
        ("1 day, 2:00:00", "93600"),
        ("18.00:00:00", "1555200"),
        ("0:01:30", "90"),
        ("432h0m0s", "1555200"),
        ("1m30s", "90"),
    ],
)
def test_seconds_of_a_length_of_time(text, seconds):
    assert duration_of(text) == Decimal(seconds)


@pytest.mark.parametrize("text", ["", "P", "PT", "P1Y", "P1M", "90", "1:2", "hours", "P1D " * 40])
def test_what_has_no_fixed_length_is_none(text):
    assert duration_of(text) is None


@pytest.mark.parametrize("number", ["1555200", "1555200000", "1555200000000", "1555200000000000"])
def test_a_number_counts_it_in_any_unit(number):
    assert counts_duration(Decimal(number), "P18D")


def test_another_number_does_not():
    assert not counts_duration(Decimal(1_555_201), "P18D")
