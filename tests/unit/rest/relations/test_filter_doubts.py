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
        ("Exclusive: this or higher, without the bound", beyond(0, 1, 2, 3), set()),
        (PROMISED, beyond(0, 2), {SUSPICION}),  # numbers are shown rounded, or kept in few digits
        (PROMISED, beyond(1), {SUSPICION}),
    ],
)
def test_a_bound_is_taken_in_where_the_description_says_so(about, find, severities):
    bounds = [row["price"] for row in ROWS[:-1]]
    assert filtered("min_price", about, {bound: find(bound) for bound in bounds}, type="number") == severities


@pytest.mark.parametrize(
    ("about", "find", "severities"),
    [
        ("More than this price", beyond(0, 1, 2, 3), set()),
        ("More than this price", beyond(), {FAULT}),
        ("This price, excluded, or a higher one", beyond(), {FAULT}),
        ("More than this price", beyond(0, 2), set()),  # numbers are shown rounded, or kept in few digits
        ("", beyond(), set()),
        ("Not more than nothing, or more than this", beyond(), set()),
    ],
)
def test_a_bound_is_left_out_where_the_description_says_so(about, find, severities):
    bounds = [row["price"] for row in ROWS[:-1]]
    assert filtered("min_price", about, {bound: find(bound) for bound in bounds}, type="number") == severities


TRIPS = [
    {"id": n, "start_station_id": start, "end_station_id": end, "fee_cents": fee, "begun": f"2025-09-0{n}T{hour}:30:00Z"}
    for n, start, end, fee, hour in [
        (1, 4, 5, 100, "08"), (2, 5, 6, 250, "10"), (3, 6, 6, 475, "23"), (4, 7, 4, None, "12"), (5, 4, 4, 300, "00"),
        (6, 5, 7, 310, "09"),
    ]
]  # fmt: skip


def of_trips(name, about, found, **keywords):
    """Severities that are told of a filter of trips which finds these for these values."""
    known = [parameter(name, about=about, **keywords)]
    answers = [answer("/trips", rows, {name: value}, parameters=known) for value, rows in found.items()]
    return {severity for severity, _ in told("filter", answer("/trips", TRIPS, parameters=known), *answers)}


def test_a_filter_about_either_of_two_members():
    about = "Trips that start or end at this station"
    starting = {4: [TRIPS[0], TRIPS[4]], 6: [TRIPS[2]]}
    either = {4: [TRIPS[0], TRIPS[3], TRIPS[4]], 6: [TRIPS[1], TRIPS[2]]}
    assert of_trips("station", about, starting, type="integer") == {FAULT}
    assert of_trips("station", about, either, type="integer") == set()
    assert of_trips("station", "A station", starting, type="integer") == set()


def test_a_filter_in_the_unit_that_its_description_names():
    found = {300: [TRIPS[2], TRIPS[5]], 310: [TRIPS[2]]}
    assert of_trips("min_fee", "At least so many cents", found, type="integer") == {FAULT}
    assert of_trips("min_fee", "The lowest fee, in euros", found, type="integer") == set()


@pytest.mark.parametrize(
    ("about", "severities"),
    [("Below this fee. Trips without one are left out.", {FAULT}), ("Below this fee", set())],
)
def test_rows_without_a_value_below_a_bound(about, severities):
    found = {300: [TRIPS[0], TRIPS[1], TRIPS[3], TRIPS[4]], 250: [TRIPS[0], TRIPS[1], TRIPS[3]]}
    assert of_trips("max_fee_cents", about, found, type="integer") == severities


@pytest.mark.parametrize(
    ("about", "severities"),
    [("Last day, inclusive", {FAULT}), ("Up to this day", set()), ("Last day, exclusive", set())],
)
def test_the_last_day_of_a_range(about, severities):
    days = [row["begun"][:10] for row in TRIPS[1:]]
    found = {day: [row for row in TRIPS if row["begun"] <= day] for day in days}
    assert of_trips("to_day", about, found, type="string", format="date") == severities


SHELF = [{"id": n, "state": state} for n, state in enumerate(("new", "used", "lost", "used", "new", "sold"))]


@pytest.mark.parametrize(
    ("about", "severities"), [("One or more states, separated by commas", {FAULT}), ("A state", set())]
)
def test_several_values_in_one_text(about, severities):
    known = [parameter("state", about=about, type="string")]
    found = {"new,used": [SHELF[0], SHELF[4]], "used": [SHELF[1], SHELF[3]]}
    answers = [answer("/items", rows, {"state": value}, parameters=known) for value, rows in found.items()]
    shown = {severity for severity, _ in told("filter", answer("/items", SHELF, parameters=known), *answers)}
    assert shown == severities


BORN = [{"id": n, "born": f"19{n}0-04-02"} for n in range(1, 7)]
DAYS = [{"id": n, "born": f"2020-04-0{n}"} for n in range(1, 7)]


@pytest.mark.parametrize(
    ("name", "rows", "late", "severities"),
    [
        ("born_before", BORN, 0, set()),
        ("born_before", BORN, 2, {FAULT}),
        ("bornUntil", BORN, 2, {SUSPICION}),  # it may be of a time that lasts
        ("born_before", DAYS, 3, {SUSPICION}),  # the same moment in another zone
    ],
)
def test_a_day_that_is_years_beyond_its_bound(name, rows, late, severities):
    known = [parameter(name, type="string", format="date")]
    every = answer("/people", rows, parameters=known)
    found = [answer("/people", rows[: place + late], {name: rows[place]["born"]}, parameters=known) for place in (2, 3)]
    assert {severity for severity, _ in told("filter", every, *found)} == severities
