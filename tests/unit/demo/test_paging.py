from __future__ import annotations

from typing import Any

import pytest

from querious.demo.paging import LARGEST_PAGE, USUAL_PAGE, cursor, length, page, position
from querious.demo.refusal import RefusalError

ROWS = list(range(100))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, ROWS[:USUAL_PAGE]),
        ({"first": 0}, []),
        ({"first": 2}, [0, 1]),
        ({"first": 2, "after": cursor(1)}, [2, 3]),
        ({"first": 2, "after": cursor(10**6)}, []),
        ({"last": 2}, [98, 99]),
        ({"last": 2, "before": cursor(5)}, [3, 4]),
        ({"last": 2, "before": cursor(0)}, []),
        ({"first": 5, "last": 2}, [3, 4]),
        ({"after": cursor(10), "before": cursor(3)}, []),
        ({"first": None, "last": None, "after": None, "before": None}, ROWS[:USUAL_PAGE]),
        ({"first": 2**31 - 1}, ROWS[:LARGEST_PAGE]),
        ({"last": 2**31 - 1}, ROWS[-LARGEST_PAGE:]),
    ],
)
def test_gives_the_page_asked_for(asked: Any, expected: Any):
    connection = page(ROWS, **asked)
    assert connection.nodes == expected
    assert connection.total_count == 100


def test_says_what_lies_beyond():
    info = page(ROWS, first=2, after=cursor(0)).page_info
    assert (info.has_previous_page, info.has_next_page) == (True, True)
    assert (info.start_cursor, info.end_cursor) == (cursor(1), cursor(2))
    empty = page([], first=2).page_info
    assert (empty.has_previous_page, empty.has_next_page, empty.start_cursor, empty.end_cursor) == (
        False,
        False,
        None,
        None,
    )


@pytest.mark.parametrize("name", ["", "first", "cm93", "cm93Oi0x", "é", "\0", "cm93OjE", "Y3Vyc29yOjE="])
def test_refuses_what_is_no_cursor(name: str):
    with pytest.raises(RefusalError, match="not a cursor"):
        position(name)


def test_refuses_a_negative_length_only():
    with pytest.raises(RefusalError, match="first must not be negative"):
        length("first", -1)
    assert length("first", None) == USUAL_PAGE
    assert length("first", 0) == 0
