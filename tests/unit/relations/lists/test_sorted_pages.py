from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.relations.sort_order import RELATION
from relating import Api, said

CURSORS = """
    enum By { STOCK_ASC STOCK_DESC NAME_ASC NAME_DESC }
    type Query { items(orderBy: By, first: Int, after: String): Items! }
    type Items { edges: [Edge!]! pageInfo: PageInfo! }
    type Edge { cursor: String! node: Item! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Item { id: ID! stock: Int name: String! }
"""
OFFSETS = """
    enum By { STOCK_ASC STOCK_DESC NAME_ASC NAME_DESC }
    type Query { items(orderBy: By, limit: Int, offset: Int): [Item!]! }
    type Item { id: ID! stock: Int name: String! }
"""
ROWS: list[dict[str, Any]] = [
    {"id": str(place), "stock": (place * 7 % 4) * 5, "name": chr(97 + place * 5 % 13)} for place in range(13)
]


def in_order(rows: list[dict[str, Any]], wanted: str, **_: Any) -> list[dict[str, Any]]:
    leaf, _, direction = wanted.lower().partition("_")
    return sorted(rows, key=lambda row: row[leaf], reverse=direction == "desc") if wanted else rows


def by_cursor(sort: Any) -> Api:
    def items(_: Any, __: Any, orderBy: str = "", first: int = 10, after: str = "-1") -> Any:  # noqa: N803 - the name of the argument
        start = int(after) + 1
        rows = sort(ROWS, orderBy, start=start, size=first)
        page = list(enumerate(rows))[start : start + first]
        info = {"hasNextPage": start + first < len(rows), "endCursor": str(start + len(page) - 1)}
        return {"edges": [{"cursor": str(place), "node": row} for place, row in page], "pageInfo": info}

    return Api(CURSORS, {"Query.items": items}).know("{ items { edges { node { id } } } }")


def by_offset(sort: Any) -> Api:
    def items(_: Any, __: Any, orderBy: str = "", limit: int = 10, offset: int = 0) -> Any:  # noqa: N803 - the name of the argument
        return sort(ROWS, orderBy, start=offset, size=limit)[offset : offset + limit]

    return Api(OFFSETS, {"Query.items": items}).know("{ items { id } }")


@pytest.mark.parametrize("api", [by_cursor, by_offset])
def test_pages_in_order_are_right(api: Any):
    healthy = api(in_order)
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests > 8


@pytest.mark.parametrize("api", [by_cursor, by_offset])
def test_ties_that_every_page_breaks_anew_lose_rows(api: Any):
    def sort(rows: list[dict[str, Any]], wanted: str, start: int, size: int) -> list[dict[str, Any]]:
        other_way = rows[::-1] if start % 2 and size < len(rows) else rows
        return in_order(other_way, wanted)

    found = api(sort).found(RELATION)
    assert found
    assert all("pages tell rows with the same stock twice and leave out" in one.message for one in found), said(found)
    assert {one.severity for one in found} == {Severity.FAULT}


@pytest.mark.parametrize("api", [by_cursor, by_offset])
def test_pages_that_are_sorted_each_by_itself_do_not_go_on(api: Any):
    def sort(rows: list[dict[str, Any]], wanted: str, start: int, size: int) -> list[dict[str, Any]]:
        return [*rows[:start], *in_order(rows[start : start + size], wanted), *rows[start + size :]]

    messages = said(api(sort).found(RELATION))
    assert any("although the page before it ends with" in message for message in messages)


def test_an_order_that_changes_from_answer_to_answer_is_left_to_others():
    turns = iter(range(10_000))

    def sort(rows: list[dict[str, Any]], wanted: str, **_: int) -> list[dict[str, Any]]:
        turn = next(turns) % len(rows)
        return in_order([*rows[turn:], *rows[:turn]], wanted)

    assert [one for one in said(by_offset(sort).found(RELATION)) if "twice" in one] == []
