"""Descriptions of numbers that say how they are worked out."""

from __future__ import annotations

from decimal import Decimal

import pytest

from querious.answers.numbers.amounts import Amount, Column, Numbers
from querious.answers.numbers.documented_rules import documented_rules
from querious.answers.numbers.rules import Precision, expectation

NUMBERS = Numbers(
    {
        (name,): Amount(Decimal(value))
        for name, value in [("net", "80.50"), ("tax", "8.05"), ("paid", "30"), ("total", "1")]
    },
    {
        Column("lines", ("quantity",)): [Amount(Decimal(2)), Amount(Decimal(3))],
        Column("lines", ("unit_price",)): [Amount(Decimal("10.25")), Amount(Decimal(20))],
        Column("refunds", ("amount",)): [Amount(Decimal(5))],
    },
    {"lines": 2, "refunds": 1},
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("net plus tax", "88.55"),
        ("The net plus the tax; rounded to cents", "88.55"),
        ("= net + tax - paid", "58.55"),
        ("net less paid", "50.50"),
        ("10 percent of net", "8.05"),
        ("10% of the net", "8.05"),
        ("Sum of quantity times unit price over the lines", "80.50"),
        ("sum of quantity * unitPrice of all lines", "80.50"),
        ("Sum of the amounts of the refunds", "5"),
        ("Total of all amounts", "5"),
        ("net", None),
        ("The total", None),
        ("net plus shipping", None),
        ("net less the discount", None),
        ("What is owed: net plus tax", None),
        ("Sum of the lines", None),
        ("", None),
    ],
)
def test_what_a_description_works_out(text, number):
    found = list(documented_rules([NUMBERS], {"total": text}))
    expected = [expectation(rule, NUMBERS, Precision([NUMBERS])) for rule in found]
    assert [str(one.number.normalize() + 0) for one in expected] == (
        [str(Decimal(number).normalize() + 0)] if number else []
    )
