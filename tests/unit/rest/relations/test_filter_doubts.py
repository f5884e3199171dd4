"""Filters that surely go wrong, and the designs that look alike."""

from __future__ import annotations

import pytest

from unit.rest.relations.traces import FAULT, SUSPICION, answer, parameter, told

ROWS = [{"id": n, "name": name, "stock": stock, "price": price} for n, (name, stock, price) in enumerate(
    [("Anvil", 0, 0.5), ("Bucket", 3, 1.25), ("Candle", 4, 2.5), ("Drill", 9, 4.75), ("Easel", 30, 8.5)]
)]  # fmt: skip


def filtered(name, about, found, **keywords):
    """Severities that are told of a filter which finds these rows for these values."""
    known = [parameter(name, about=about, **keywords)]
    answers = [answer("/items", rows, {name: value}, parameters=known) for value, rows in found.items()]
    return {severity for severity, _ in told("filter", answer("/items", ROWS, parameters=known), *answers)}


@pytest.mark.parametrize(
    ("about", "severity"),
    [
        ("Exactly this name.", FAULT),
        ("The exact name to look for", FAULT),
        ("", SUSPICION),
        ("Part of the name", SUSPICION),
        ("The exact name, in lower case", SUSPICION),
        ("Need not be the exact name", SUSPICION),
    ],
)
def test_a_text_that_is_promised_to_be_found_exactly_as_it_is_shown(about, severity):
    assert filtered("name", about, {"Anvil": [], "Drill": []}, type="string") == {severity}
    assert filtered("name", about, {"Anvil": ROWS[:1], "Drill": ROWS[3:4]}, type="string") == set()


def test_one_text_that_is_not_found_may_have_been_added_a_moment_ago():
    assert filtered("name", "Exactly this name.", {"Anvil": []}, type="string") == {SUSPICION}


def at_least(member, shift):
    def find(bound):
        return [row for row in ROWS if row[member] >= bound - shift]

    return find


def most_in_stock(bound):
    """By the stock of another place, which is not shown."""
    elsewhere = {0: 12, 1: 3, 2: 0, 3: 9, 4: 30}
    return [row for row in ROWS if max(elsewhere[row["id"]], row["stock"]) >= bound]


@pytest.mark.parametrize(
    ("name", "find", "severities"),
    [
        ("min_stock", at_least("stock", 0), set()),
        ("min_stock", at_least("stock", 1), {FAULT}),
        ("min_stock", at_least("stock", 3), {FAULT}),
        ("min_stock", most_in_stock, {SUSPICION}),
        ("stock_from", at_least("stock", 1), {SUSPICION}),  # the bound itself may be meant or not
    ],
    ids=["sound", "off by one", "off by three", "stock of all places", "open"],
)
def test_a_bound_of_whole_numbers_that_is_off_by_some(name, find, severities):
    bounds = [row["stock"] + 1 for row in ROWS[:-1]]
    assert filtered(name, "", {bound: find(bound) for bound in bounds}, type="integer") == severities


def test_prices_may_be_compared_with_their_taxes():
    rows = [{"id": n, "price": price} for n, price in enumerate((100, 200, 300, 400))]
    known = [parameter("min_price", type="integer")]
    plain = answer("/items", rows, parameters=known)
    answers = []
    for bound in (101, 201, 301):
        with_tax = [row for row in rows if row["price"] * 1.2 >= bound]
        answers.append(answer("/items", with_tax, {"min_price": bound}, parameters=known))
    assert {severity for severity, _ in told("filter", plain, *answers)} == {SUSPICION}


PROMISED = "This price or a higher one."


def beyond(*left_out):
    """Rows at and beyond a bound, but for those left out that stand on it."""

    def find(bound):
        return [row for row in ROWS if row["price"] >= bound and not (row["price"] == bound and row["id"] in left_out)]

    return find


@pytest.mark.parametrize(
    ("about", "find", "severities"),
    [
        (PROMISED, beyond(), set()),
        (PROMISED, beyond(0, 1, 2, 3), {FAULT}),
        ("at least so much", beyond(0, 1, 2, 3), {FAULT}),
        ("", beyond(0, 1, 2, 3), {SUSPICION}),
        ("Exclusive: this or higher, without the bound", beyond(0, 1, 2, 3), {SUSPICION}),
        (PROMISED, beyond(0, 2), {SUSPICION}),  # numbers are shown rounded, or kept in few digits
        (PROMISED, beyond(1), {SUSPICION}),
    ],
)
def test_a_bound_is_taken_in_where_the_description_says_so(about, find, severities):
    bounds = [row["price"] for row in ROWS[:-1]]
    assert filtered("min_price", about, {bound: find(bound) for bound in bounds}, type="number") == severities
