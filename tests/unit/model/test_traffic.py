from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.model.traffic import BINS, SHORTEST, OperationTimes, bin_of, end_of


@given(st.floats(min_value=0, max_value=300))
def test_a_time_ends_before_the_end_of_its_bin_and_after_that_of_the_one_before(seconds: float):
    number = bin_of(seconds)
    assert seconds <= end_of(number) * 1.0001
    assert number == 0 or seconds >= end_of(number - 1) * 0.9999


@pytest.mark.parametrize("seconds", [0.0, SHORTEST / 2, 1e9])
def test_whatever_a_time_is_it_has_a_bin(seconds: float):
    assert 0 <= bin_of(seconds) <= BINS


def test_a_quantile_is_no_more_than_a_fifth_too_long():
    times = [0.010] * 90 + [0.2] * 9 + [1.7]
    bins: dict[int, int] = {}
    for seconds in times:
        bins[bin_of(seconds)] = bins.get(bin_of(seconds), 0) + 1
    told = OperationTimes(1.7, bins)
    assert told.count == 100
    for share, seconds in ((0.5, 0.010), (0.9, 0.010), (0.95, 0.2), (0.99, 0.2), (1.0, 1.7)):
        assert seconds <= told.quantile(share) <= 1.2 * seconds


def test_no_quantile_is_longer_than_the_longest():
    assert OperationTimes(0.00012, {4: 1}).quantile(0.5) == 0.00012
