from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.demo.rest.kinds import BOOKS, COUPONS, TASKS
from querious.demo.rest.paging import page
from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.shop import Entry, Shop


def rows(count: int) -> list[Entry]:
    shop = Shop()
    return [Entry(str(number), {}, shop.now(), "") for number in range(count)]


def key(entry: Entry) -> str:
    return entry.key


@given(st.integers(0, 30), st.integers(1, 7))
def test_pages_hold_every_row_once_in_order(count: int, size: int):
    all_rows = rows(count)
    found, number = [], 1
    while True:
        body = page(BOOKS, all_rows, {"page": str(number), "size": str(size)}, key)
        found += body["items"]
        assert (body["total"], body["page"], body["size"]) == (count, number, size)
        if body["next"] is None:
            break
        number += 1
        assert body["next"] == f"/books?page={number}&size={size}"
    assert found == [row.key for row in all_rows]
    assert number == max(1, -(-count // size))


@given(st.integers(0, 30), st.integers(1, 7), st.data())
def test_cursors_hold_every_row_once_even_while_rows_go(count: int, limit: int, data: st.DataObject):
    left = rows(count)
    found: list[str] = []
    gone: set[str] = set()
    query = {"limit": str(limit)}
    while True:
        body = page(TASKS, left, query, key)
        found += body["items"]
        if body["next_cursor"] is None:
            break
        query["after"] = body["next_cursor"]
        removed = data.draw(st.sampled_from(left))
        left.remove(removed)
        gone.add(removed.key)
    assert len(found) == len(set(found))
    assert {row.key for row in left} <= set(found) <= {row.key for row in left} | gone


def test_a_whole_list_is_an_array():
    assert page(COUPONS, rows(12), {"page": "x"}, key) == [str(number) for number in range(12)]


@pytest.mark.parametrize("number", ["0", "-1", "x", "", "1.5", "1000001", "9" * 5000, "٣"])
def test_what_is_no_number_is_refused(number: str):
    for kind, name in ((BOOKS, "page"), (BOOKS, "size"), (TASKS, "limit")):
        with pytest.raises(RefusalError, match=name):
            page(kind, rows(3), {name: number}, key)


@pytest.mark.parametrize("cursor", ["", "x", "é", "MTIz" * 100, "////"])
def test_what_is_no_cursor_is_refused(cursor: str):
    with pytest.raises(RefusalError, match="cursor") as caught:
        page(TASKS, rows(3), {"after": cursor}, key)
    assert caught.value.status == 422


def test_the_shop_pages(shopper: Any):
    shop = shopper()
    for _ in range(9):
        shop.book(author_id=shop.get("/books/1").payload["author_id"])
        shop.task()
    assert [entry["id"] for entry in shop.listed("/books")] == list(range(1, 13))
    assert len({entry["id"] for entry in shop.listed("/tasks")}) == 11
    assert [shop.get(path).status for path in ("/books?page=0", "/tasks?after=x", "/books?page=9")] == [422, 422, 200]
