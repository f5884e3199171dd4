"""Promises of an order, read from the words of descriptions."""

from __future__ import annotations

import pytest

from querious.rest.relations.order_promises import stated_caseless, stated_nulls, stated_order, stated_ties


@pytest.mark.parametrize(
    ("about", "member", "direction"),
    [
        ("Sorted by name unless `sort` says otherwise.", ("name",), 1),
        ("List stations\n\nSorted by name unless `sort` says otherwise.", ("name",), 1),
        ("All bikes docked at this station, sorted by frame number.", ("frame", "number"), 1),
        ("Newest first (opened_on), equal days by ascending id.", ("opened", "on"), -1),
        ("Oldest first, by `createdAt`.", ("created", "at"), 1),
        ("Results are ordered by price descending.", ("price",), -1),
        ("Items are always sorted by descending score.", ("score",), -1),
        ("Sorted by name, members of equal names by id.", ("name",), 1),
        ("Items are sorted by creation_date (desc).", ("creation", "date"), -1),
    ],
)
def test_the_order_of_a_list(about, member, direction):
    stated = stated_order(about)
    assert stated is not None
    assert (stated.member, stated.direction) == (member, direction)


@pytest.mark.parametrize(
    "about",
    [
        "",
        "Results can be sorted by name.",
        "Bikes come last when sorted by battery.",
        "If `q` is given, rows are sorted by relevance.",
        "Returns the orders by customer.",
        "Not sorted by anything.",
        "Newest first.",
        "Sorted by name. Drafts are sorted by title.",
    ],
)
def test_no_order_is_stated(about):
    assert stated_order(about) is None


@pytest.mark.parametrize(
    ("text", "member", "direction"),
    [
        ("Whenever a list is sorted, rows that are equal in the sort key follow by ascending id.", ("id",), 1),
        ("Ties are broken by id.", ("id",), 0),
        ("The sort key. Ties by descending `created_at`.", ("created", "at"), -1),
        ("Sort key; in case of a tie, by name (ascending).", ("name",), 1),
        ("When sorted by price, ties are resolved by id.", ("id",), 0),
    ],
)
def test_ties_of_every_order(text, member, direction):
    stated = stated_ties(("", text), ("price",), asked=True)
    assert stated is not None
    assert (stated.member, stated.direction) == (member, direction)


@pytest.mark.parametrize(
    "text",
    [
        "Orders with the same status by customer.",
        "Sorted by name, then by id.",
        "When sorted by name, ties are broken by id.",
        "Sorted lists: if two are equal, filter by id.",
        "Ties are broken at random.",
    ],
)
def test_no_ties_are_stated(text):
    assert stated_ties((text,), ("price",), asked=True) is None


def test_ties_of_the_order_that_a_list_has_by_itself():
    for text in ("Sorted by name, then by id.", "Sorted by name, members of equal names by id."):
        assert stated_ties((text,), ("name",), asked=False).member == ("id",)
        assert stated_ties((text,), ("name",), asked=True) is None


@pytest.mark.parametrize(
    ("text", "last", "always"),
    [
        ("Whenever a list is sorted: rows without a value come last in both directions.", True, True),
        ("Sort key. Nulls last.", True, False),
        ("Sort key (null values are always first)", False, True),
        ("Bikes without a battery come last when sorted by battery_percent, in both directions.", True, True),
        ("Rentals are sorted; rentals without a value in the sort key come last in both directions.", True, True),
        ("Sort order: missing values go at the end regardless of direction.", True, True),
    ],
)
def test_nulls(text, last, always):
    stated = stated_nulls((text,), ("battery", "percent"))
    assert stated is not None
    assert (stated.are_last, stated.always) == (last, always)


@pytest.mark.parametrize(
    "text",
    [
        "next_cursor: null on the last page; sorted by id",
        "Sorted. Members without a phone come last.",
        "Bikes without a battery come last when sorted by range, in both directions.",
        "Returns null first names as empty. Sorted by id.",
    ],
)
def test_no_nulls(text):
    assert stated_nulls((text,), ("battery", "percent")) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Whenever a list is sorted, ties by id. Names are compared without regard to case.", True),
        ("Sort key, case-insensitive for sorting text", True),
        ("Text is sorted ignoring case.", True),
        ("Text is searched as a substring, without regard to case. Lists are sorted by id.", False),
        ("Lists are sorted by id. Codes are compared without regard to case.", False),
        ("Names are compared without regard to case when two members are merged.", False),
        ("Sorting is not case-insensitive.", False),
    ],
)
def test_case(text, expected):
    assert bool(stated_caseless((text,), ("name",))) is expected
