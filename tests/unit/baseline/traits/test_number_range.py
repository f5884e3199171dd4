from __future__ import annotations

import math

import pytest

from querious.baseline.traits.number_range import number_of
from unit.baseline.traits.table import Table, column

NUMBERS = Table("price: Float", "price")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (range(1, 11), [0.1, 100]),
        ([0, *range(1, 10)], [0, 100]),
        (range(-10, 0), [-100, -0.1]),
        ([-5, 20, 30, 40, 50, 60, 70, 80, 90, 700], [-100, 10000]),
        ([0.5, 0.6, 0.7, 0.8, 0.9] * 2, [0.01, 10]),
        ([1e250, 2e250, 3e250, 4e250, 5e250] * 2, [10**249, 10**252]),
        (range(1, 10), None),
        ([1, 2, 3, 4] * 10, None),
    ],
)
def test_the_range_is_rounded_outwards_to_powers_of_ten(values, expected):
    assert NUMBERS.learned(column("price", values)).get("Row.price", {}).get("range") == expected


def test_numbers_may_be_written_as_texts_of_a_scalar():
    table = Table("price: Money", "price", more="scalar Money")
    assert table.learned(column("price", [f"{number}.50" for number in range(10)]))["Row.price"]["range"] == [0.01, 100]
    assert "range" not in table.learned(column("price", ["free", *map(str, range(10))]))["Row.price"]


def test_only_what_is_far_outside_breaks_it():
    assert NUMBERS.broken("Row.price", "range", [1, 1000], column("price", [1, 1000, None])) == []
    assert NUMBERS.broken("Row.price", "range", [1, 1000], column("price", [5, 0.5])) == [
        "is `0.5`, far outside the range of the baseline (1 to 1000)"
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, 3.0),
        ("-3.25", -3.25),
        (True, math.nan),
        ("1e5", math.nan),
        ("", math.nan),
        ([], math.nan),
        (math.inf, math.nan),
        (math.nan, math.nan),
        (10**400, math.nan),
        ("٣", math.nan),
    ],
)
def test_what_is_a_number(value, expected):
    assert number_of(value) == pytest.approx(expected, nan_ok=True)
