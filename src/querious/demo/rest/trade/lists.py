"""Filters, orders and pages, for every list alike."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from querious.demo.rest.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from querious.demo.rest.trade.endpoints import Schema
    from querious.demo.rest.trade.exchange import Inquiry
    from querious.demo.rest.trade.views import Shown

Condition = Any
_LARGEST: Final = 50

OFFSET: Final[dict[str, Schema]] = {
    "offset": {"type": "integer", "minimum": 0, "maximum": 100_000, "default": 0},
    "limit": {"type": "integer", "minimum": 1, "maximum": _LARGEST, "default": 3},
}
PAGES: Final[dict[str, Schema]] = {
    "page": {"type": "integer", "minimum": 1, "maximum": 100_000, "default": 1},
    "per_page": {"type": "integer", "minimum": 1, "maximum": _LARGEST, "default": 2},
}
CURSOR: Final[dict[str, Schema]] = {
    "cursor": {"type": "string", "description": "The next_cursor of the page before."},
    "limit": {"type": "integer", "minimum": 1, "maximum": _LARGEST, "default": 2},
}


def sorting(*members: str) -> Schema:
    """A parameter that sorts by one of these, up or, with a minus, down; the first is the default."""
    ways = [way + member for member in members for way in ("", "-")]
    return {"type": "string", "enum": ways, "default": members[0]}


def filtered(
    rows: Iterable[Shown], query: dict[str, Any], holds: dict[str, Callable[[Shown, Any], bool]]
) -> list[Shown]:
    """The rows for which every condition holds that was given."""
    asked = [(holds[name], query[name]) for name in holds if name in query]
    return [row for row in rows if all(condition(row, value) for condition, value in asked)]


def ordered(rows: list[Shown], by: str, key: str) -> list[Shown]:
    """In the order that was asked for; rows that are equal in that stand in the order of their key."""
    member = by.removeprefix("-")
    rows = sorted(rows, key=lambda row: row[key])
    return sorted(rows, key=lambda row: row[member], reverse=by.startswith("-"))


def cursor_of(key: int) -> str:
    """The opaque name of the place behind the row with this key."""
    return base64.urlsafe_b64encode(f"after {key}".encode()).decode()


def key_of(cursor: str) -> int:
    """The key that a cursor stands for."""
    try:
        word, _, key = base64.urlsafe_b64decode(cursor.encode()).decode().partition(" ")
    except (binascii.Error, ValueError):
        word = key = ""
    if word != "after" or not key.isdecimal() or not key.isascii() or len(key) > 9:  # noqa: PLR2004
        raise RefusalError(422, "cursor is not one of this shop")
    return int(key)


def links(ask: Inquiry, pages: dict[str, dict[str, int] | None]) -> dict[str, str]:
    """The Link header: for each relation what the query has to be for that page."""
    told = [
        f'<{ask.path}?{urlencode({**ask.given, **page})}>; rel="{relation}"'
        for relation, page in pages.items()
        if page is not None
    ]
    return {"link": ", ".join(told)}


def offset_links(ask: Inquiry, total: int) -> dict[str, str]:
    """By offset."""
    offset, limit = ask.query["offset"], ask.query["limit"]
    return links(
        ask,
        {
            "first": {"offset": 0, "limit": limit},
            "prev": {"offset": max(0, offset - limit), "limit": limit} if offset else None,
            "next": {"offset": offset + limit, "limit": limit} if offset + limit < total else None,
            "last": {"offset": max(0, total - 1) // limit * limit, "limit": limit},
        },
    )


def page_links(ask: Inquiry, total: int) -> dict[str, str]:
    """By the number of the page."""
    page, size = ask.query["page"], ask.query["per_page"]
    last = max(1, -(-total // size))
    return links(
        ask,
        {
            "first": {"page": 1, "per_page": size},
            "prev": {"page": page - 1, "per_page": size} if page > 1 else None,
            "next": {"page": page + 1, "per_page": size} if page < last else None,
            "last": {"page": last, "per_page": size},
        },
    )


def paged(rows: Sequence[Shown], query: dict[str, Any]) -> list[Shown]:
    """The rows of the numbered page that was asked for."""
    start = (query["page"] - 1) * query["per_page"]
    return list(rows[start : start + query["per_page"]])
