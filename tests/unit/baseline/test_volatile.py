from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from library_api import Library, made_up
from querious.answers.order import PromisedOrder
from querious.baseline import changing, near_now

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
BOOK = '{ book(id: "b101") { id title added owner { id name } writers { id } } now }'


def between(document: str, one: Library, other: Library) -> set[str]:
    shape, data = one.data_of(document)
    return changing(PromisedOrder(one.schema), shape, data, other.data_of(document)[1])


def test_a_clock_is_volatile_and_nothing_else():
    library = Library()
    assert between(BOOK, library, library) == {"Query.now"}


def other(**values: Any) -> Library:
    data = made_up()
    data.books[1] |= values
    return Library(data)


def test_what_is_volatile_is_told_as_high_up_as_it_shows():
    assert between(BOOK, Library(), other(title="x")) == {"Book.title"}
    assert between(BOOK, Library(), other(writers=[])) == {"Book.writers"}
    assert between(BOOK, Library(), other(owner="a111")) == {"Book.owner"}


def test_an_identifier_that_changes_makes_only_itself_volatile():
    data = made_up()
    for row in data.books:
        row["owner"] = data.books[1]["owner"]
        row["writers"] = [data.books[1]["owner"]]
    changed = made_up()
    changed.books = [{**row, "owner": "new", "writers": ["new"]} for row in data.books]
    changed.authors = [{**(data.author(data.books[1]["owner"]) or {}), "id": "new"}]
    assert between(BOOK, Library(data), Library(changed)) == {"Author.id"}


@pytest.mark.parametrize(
    ("value", "near"),
    [
        ((NOW - timedelta(seconds=3)).isoformat(), True),
        ("2026-06-30", True),
        ("2026-07-01T10:00:00Z", True),
        ("2026-07-01 10:00:00", True),
        (int(NOW.timestamp()), True),
        (int(NOW.timestamp() * 1000) + 5, True),
        ("2024-07-01", False),
        ("2026-06-01T10:00:00Z", False),
        (2026, False),
        ("2026", False),
        ("not a date", False),
        (None, False),
        (True, False),
        (10**30, False),
    ],
)
def test_a_moment_near_now_is_volatile(value, near):
    library = Library()
    shape, data = library.data_of(BOOK)
    data["book"]["added"] = value
    assert near_now(shape, data, NOW) == ({"Book.added"} if near else set())
