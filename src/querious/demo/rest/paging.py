"""The three ways in which collections are listed."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest.kinds import Listing
from querious.demo.rest.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.demo.rest.kinds import Kind
    from querious.demo.rest.shop import Entry
    from querious.model.values import JSON

USUAL_SIZE: Final = 5
LARGEST_SIZE: Final = 100
LAST_PAGE: Final = 1_000_000
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_CURSOR: Final = re.compile(r"[0-9TZ:.-]{1,40}")

PARAMETERS: Final[dict[Listing, dict[str, dict[str, Any]]]] = {
    Listing.WHOLE: {},
    Listing.PAGES: {
        "page": {"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1},
        "size": {"type": "integer", "minimum": 1, "maximum": LARGEST_SIZE, "default": USUAL_SIZE},
    },
    Listing.CURSOR: {
        "after": {"type": "string", "description": "The next_cursor of the page before."},
        "limit": {"type": "integer", "minimum": 1, "maximum": LARGEST_SIZE, "default": USUAL_SIZE},
    },
}


def page(kind: Kind, rows: list[Entry], query: dict[str, str], show: Callable[[Entry], JSON]) -> JSON:
    """What the listing of these rows is answered with."""
    if kind.listing is Listing.WHOLE:
        return [show(row) for row in rows]
    if kind.listing is Listing.CURSOR:
        return _after(rows, query, show)
    number, size = _number(kind, query, "page"), _number(kind, query, "size")
    start = (number - 1) * size
    more = start + size < len(rows)
    return {
        "items": [show(row) for row in rows[start : start + size]],
        "total": len(rows),
        "page": number,
        "size": size,
        "next": f"/{kind.name}?page={number + 1}&size={size}" if more else None,
    }


def _after(rows: list[Entry], query: dict[str, str], show: Callable[[Entry], JSON]) -> JSON:
    """A cursor is the moment in which the last row of a page was made, so it holds when that row goes."""
    limit = _number_between("limit", query.get("limit", str(USUAL_SIZE)), LARGEST_SIZE)
    left = [row for row in rows if row.created > _moment(query["after"])] if "after" in query else rows
    chosen = left[:limit]
    more = len(left) > limit
    return {"items": [show(row) for row in chosen], "next_cursor": cursor(chosen[-1]) if more else None}


def cursor(row: Entry) -> str:
    """The opaque name of the place behind a row."""
    return base64.urlsafe_b64encode(row.created.encode()).decode()


def _moment(name: str) -> str:
    try:
        plain = base64.urlsafe_b64decode(name.encode()).decode()
    except (binascii.Error, ValueError):
        plain = ""
    if not _CURSOR.fullmatch(plain):
        raise RefusalError(422, "after is not a cursor of this shop")
    return plain


def _number(kind: Kind, query: dict[str, str], name: str) -> int:
    schema = PARAMETERS[kind.listing][name]
    return _number_between(name, query.get(name, str(schema["default"])), schema["maximum"])


def _number_between(name: str, text: str, most: int) -> int:
    if not _NUMBER.fullmatch(text) or not 1 <= int(text) <= most:
        raise RefusalError(422, f"{name} must be a number from 1 to {most}")
    return int(text)
