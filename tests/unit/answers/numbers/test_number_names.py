from __future__ import annotations

import pytest

from querious.answers.numbers.amounts import Column
from querious.answers.numbers.number_names import is_sum

TOTAL = ("total", "amount")


@pytest.mark.parametrize(
    ("path", "added"),
    [
        (("price", "amount"), True),
        (("subtotal",), True),
        (("item", "price", "amount"), False),
        (("item", "reviews", "totalCount"), False),
        (("totalCount",), False),
    ],
)
def test_a_total_adds_up_what_lines_come_to_and_not_what_they_refer_to(path: tuple[str, ...], added: bool):
    assert is_sum(TOTAL, Column("lines", path)) == added
