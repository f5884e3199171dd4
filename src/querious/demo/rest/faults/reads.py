"""Faults of reading and listing: what is shown is not what is kept."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest.exchange import Answer
from querious.demo.rest.faults.fault import Deed, RestFault, after, answered, instead
from querious.demo.rest.kinds import BOOKS
from querious.demo.rest.operations import view
from querious.demo.rest.paging import cursor
from querious.demo.rest.refusal import RefusalError

if TYPE_CHECKING:
    from querious.demo.rest.exchange import Ask, Operation
    from querious.demo.rest.shop import Shop

READ: Final = "read"
LIST: Final = "list"
_NOT_FOUND: Final = 404


async def _from_cache(read: Operation, shop: Shop, ask: Ask) -> Answer:
    cache: dict[str, Answer] = shop.notes.setdefault("cache", {})
    if ask.key not in cache:
        cache[ask.key] = await read(shop, ask)
    return cache[ask.key]


def _forget(deed: Deed) -> None:
    deed.shop.notes.get("cache", {}).pop(deed.ask.key, None)


async def _empty_object(read: Operation, shop: Shop, ask: Ask) -> Answer:
    try:
        return await read(shop, ask)
    except RefusalError as error:
        if error.status != _NOT_FOUND or ask.parent not in shop.tables["books"].entries:
            raise
        return Answer(200, {}, {"etag": '"0"'})


def _used(deed: Deed) -> None:
    if deed.entry is not None:
        deed.entry.value["uses"] = max(0, deed.entry.value["uses"] - 1)


def _as_first_listed(deed: Deed) -> Answer:
    seen: dict[str, Any] = deed.shop.notes.setdefault("listed", {})
    return deed.answer.but(body=[seen.setdefault(entry["id"], deepcopy(entry)) for entry in deed.answer.body])


def _but_last(deed: Deed) -> Answer:
    return deed.answer.but(body=deed.answer.body[:-1])


def _one_early(deed: Deed) -> Answer:
    body = deed.answer.body
    rows = deed.table.under("")
    start = (body["page"] - 1) * body["size"]
    if not 0 < start < len(rows):
        return deed.answer
    return deed.answer.but(body={**body, "items": [view(BOOKS, rows[start - 1]), *body["items"]]})


def _one_too_far(deed: Deed) -> Answer:
    body = deed.answer.body
    if body["next_cursor"] is None:
        return deed.answer
    rows = deed.table.under("")
    following = [row.key for row in rows].index(body["items"][-1]["id"]) + 1
    return deed.answer.but(body={**body, "next_cursor": cursor(rows[following])})


FAULTS: Final = (
    RestFault(
        "stale-read",
        READ,
        "A book that was read once comes from a cache, which a change by PATCH does not clear.",
        (
            instead("books.read", _from_cache),
            after("books.replace", _forget),
            after("books.delete", _forget),
        ),
    ),
    RestFault(
        "unknown-key-empty",
        READ,
        "A comment that is not there is read as an empty object, with status 200.",
        (instead("comments.read", _empty_object),),
    ),
    RestFault(
        "read-uses-up",
        READ,
        "Reading a coupon counts as using it.",
        (after("coupons.read", _used),),
    ),
    RestFault(
        "list-shows-old",
        LIST,
        "The list shows authors as they were when they were first listed.",
        (answered("authors.list", _as_first_listed),),
    ),
    RestFault(
        "list-loses-last",
        LIST,
        "Off by one: the last comment of a book is not listed.",
        (answered("comments.list", _but_last),),
    ),
    RestFault(
        "page-repeats",
        LIST,
        "Off by one: every page of books but the first begins with the last book of the page before.",
        (answered("books.list", _one_early),),
    ),
    RestFault(
        "page-skips",
        LIST,
        "The cursor of the next page of tasks is that of a task too far, which is on neither page.",
        (answered("tasks.list", _one_too_far),),
    ),
)
