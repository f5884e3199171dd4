"""Pages that contradict themselves, and the designs that look alike."""

from __future__ import annotations

import pytest

from unit.rest.relations.traces import FAULT, answer, parameter, told

ROWS = [{"id": n} for n in range(1, 4)]


def page(rows, known, **query):
    return answer("/items", {"data": rows, "total": 9}, query, parameters=known)


@pytest.mark.parametrize(
    ("size", "rows", "limit", "expected"),
    [
        (50, [], {"maximum": 50}, [FAULT]),
        (50, ROWS, {"maximum": 50}, []),
        (50, [], {"maximum": 40}, []),  # larger than is allowed
        (50, [], {}, []),  # the description names no limit
        (2, [], {"maximum": 50}, []),  # smaller than what is shown without a size: nobody knows what that means
    ],
)
def test_a_large_page_is_not_empty_where_a_smaller_one_is_not(size, rows, limit, expected):
    known = [parameter("limit", type="integer", **limit)]
    found = told("pagination", page(ROWS, known), page(rows, known, limit=size))
    assert [severity for severity, message in found if "is empty" in message] == expected


def test_a_page_further_on_may_be_empty():
    known = [parameter("limit", type="integer", maximum=50), parameter("page", type="integer")]
    found = told("pagination", page(ROWS, known), page([], known, limit=50, page=2))
    assert [message for _, message in found if "is empty, and" in message] == []
