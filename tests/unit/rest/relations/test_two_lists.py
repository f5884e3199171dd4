"""Rows that a list below a parent lacks, although they name this parent elsewhere."""

from __future__ import annotations

import pytest

from unit.rest.relations.traces import FAULT, SUSPICION, answer, parameter, told

ITEMS = [
    {
        "id": n,
        "supplier": 1 + n % 3,
        "state": ("new", "used")[n // 3 % 2],
        "price": n * 7 % 12,
        "note": "a" if n % 2 else None,
    }
    for n in range(12)
]


def told_of(lists, *known, items=ITEMS):
    below = [
        answer("/suppliers/{supplier_id}/items", rows, parameters=known, supplier_id=supplier)
        for supplier, rows in lists.items()
    ]
    return {severity for severity, _ in told("two-routes", answer("/items", items), *below)}


def below(keeps, items=ITEMS):
    return {supplier: [row for row in items if row["supplier"] == supplier and keeps(row)] for supplier in (1, 2, 3)}


def test_rows_that_nothing_sets_apart_are_lost():
    assert told_of(below(lambda _: True)) == set()
    assert told_of(below(lambda row: row["id"] not in {3, 7})) == {FAULT}


@pytest.mark.parametrize(
    "keeps",
    [
        lambda row: row["state"] == "new",
        lambda row: row["note"],
        lambda row: row["id"] < 9,  # the newest are not listed yet
        lambda row: row["price"],  # what costs nothing is not for sale
    ],
    ids=["by their state", "without a note", "the latest", "without a price"],
)
def test_rows_that_something_sets_apart_may_be_left_out_on_purpose(keeps):
    assert told_of(below(keeps)) == {SUSPICION}


def test_rows_may_be_left_out_unless_a_parameter_asks_for_them():
    lost = below(lambda row: row["id"] not in {3, 7})
    assert told_of(lost, parameter("include_all", type="boolean", default=False)) == {SUSPICION}
    assert told_of(lost, parameter("limit", type="integer", default=50)) == {FAULT}


def test_a_list_below_a_parent_may_end_after_so_many_rows():
    items = [*ITEMS, {**ITEMS[2], "id": 14}]
    longer = below(lambda _: True, items)
    assert told_of({supplier: rows[:4] for supplier, rows in longer.items()}, items=items) == {SUSPICION}


def test_rows_below_a_parent_may_stand_there_for_another_reason():
    """An issue names who has written it, and stands below those who work on it."""
    lists = below(lambda row: row["id"] not in {3, 7})
    assert told_of({**lists, 1: [*lists[1], ITEMS[1]]}) == {SUSPICION}


def test_few_rows_do_not_show_what_sets_others_apart():
    assert told_of({1: ITEMS[:1]}) == {SUSPICION}
