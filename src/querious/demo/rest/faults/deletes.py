"""Faults of deleting: what goes, what stays, and what goes with it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.demo.rest.exchange import Answer, Ask, Operation
from querious.demo.rest.faults.fault import Deed, RestFault, after, answered, instead
from querious.demo.rest.kinds import AUTHORS, COMMENTS
from querious.demo.rest.operations import require_match, view
from querious.demo.rest.refusal import RefusalError

if TYPE_CHECKING:
    from querious.demo.rest.shop import Shop

KIND: Final = "delete"
CHILDREN: Final = "parent and child"
TRASH: Final = "soft delete"
_DONE: Final = Answer(204)
_NOT_FOUND: Final = 404


async def _nothing(delete: Operation, shop: Shop, ask: Ask) -> Answer:
    entry = shop.tables["books"].entries.get(ask.key)
    if entry is None:
        return await delete(shop, ask)
    require_match(entry, ask)
    return _DONE


def _only_hidden(deed: Deed) -> None:
    if deed.before is not None:
        deed.before.trashed = True
        deed.table.entries[deed.before.key] = deed.before


async def _next_one(delete: Operation, shop: Shop, ask: Ask) -> Answer:
    keys = [entry.key for entry in shop.tables["comments"].under(ask.parent)]
    if ask.key in keys[:-1] and not ask.if_match:
        ask = replace(ask, key=keys[keys.index(ask.key) + 1])
    return await delete(shop, ask)


def _remember(deed: Deed) -> None:
    deed.shop.notes.setdefault("deleted", {})[deed.ask.key] = deed.before


async def _crash_if_deleted(delete: Operation, shop: Shop, ask: Ask) -> Answer:
    if ask.key in shop.notes.get("deleted", {}):
        raise KeyError(ask.key)
    return await delete(shop, ask)


async def _never_refused(delete: Operation, shop: Shop, ask: Ask) -> Answer:
    try:
        return await delete(shop, ask)
    except RefusalError as error:
        if error.status != _NOT_FOUND:
            raise
        return _DONE


def _keep_code(deed: Deed) -> None:
    if deed.before is not None:
        deed.shop.notes.setdefault("codes", set()).add(deed.before.value["code"])


async def _code_taken(create: Operation, shop: Shop, ask: Ask) -> Answer:
    if isinstance(ask.body, dict) and ask.body.get("code") in shop.notes.get("codes", ()):
        raise RefusalError(409, "another coupon has this code")
    return await create(shop, ask)


async def _whoever_refers(delete: Operation, shop: Shop, ask: Ask) -> Answer:
    table = shop.tables["authors"]
    if ask.key in table.entries and shop.referring(AUTHORS, ask.key):
        require_match(table.entries[ask.key], ask)
        shop.remove(table, ask.key)
        return _DONE
    return await delete(shop, ask)


async def _without_comments(delete: Operation, shop: Shop, ask: Ask) -> Answer:
    comments = shop.tables["comments"]
    left = deepcopy(comments.under(ask.key))
    answer = await delete(shop, ask)
    comments.entries.update({entry.key: entry for entry in left})
    return answer


async def _comment_alone(read: Operation, shop: Shop, ask: Ask) -> Answer:
    entry = shop.tables["comments"].entries.get(ask.key)
    if entry is None or entry.parent != ask.parent:
        return await read(shop, ask)
    return Answer(200, view(COMMENTS, entry), {"etag": entry.etag}, entry.key)


async def _comment_of_any(read: Operation, shop: Shop, ask: Ask) -> Answer:
    entry = shop.tables["comments"].entries.get(ask.key)
    if entry is None or ask.parent not in shop.tables["books"].entries:
        return await read(shop, ask)
    return Answer(200, view(COMMENTS, replace(entry, parent=ask.parent)), {"etag": entry.etag}, entry.key)


def _of_all_books(deed: Deed) -> Answer:
    entries = (replace(entry, parent=deed.ask.parent) for entry in deed.table.entries.values())
    return deed.answer.but(body=[view(COMMENTS, entry) for entry in entries])


def _unmarked(deed: Deed) -> Answer:
    return deed.answer.but(body={**deed.answer.body, "trashed": False})


def _taken_out(deed: Deed) -> None:
    if deed.entry is not None:
        deed.entry.trashed = False


async def _not_emptied(_: Operation, __: Shop, ___: Ask) -> Answer:
    return _DONE


def _done_ones_too(deed: Deed) -> None:
    for key in [entry.key for entry in deed.table.entries.values() if entry.value["done"]]:
        deed.shop.remove(deed.table, key)


async def _tombstone_removed(delete: Operation, shop: Shop, ask: Ask) -> Answer:
    try:
        return await delete(shop, ask)
    finally:
        if ask.key in shop.notes.setdefault("buried", set()):
            shop.tables["coupons"].tombstones.discard(ask.key)
        shop.notes["buried"] |= shop.tables["coupons"].tombstones & {ask.key}


FAULTS: Final = (
    RestFault(
        "delete-does-nothing",
        KIND,
        "Deleting a book is answered with 204, and the book stays.",
        (instead("books.delete", _nothing),),
    ),
    RestFault(
        "delete-only-hides",
        KIND,
        "A deleted author is not listed any more, but can still be read.",
        (after("authors.delete", _only_hidden),),
    ),
    RestFault(
        "delete-removes-another",
        KIND,
        "Off by one: deleting a comment removes the one that was written after it.",
        (instead("comments.delete", _next_one),),
    ),
    RestFault(
        "delete-twice-crashes",
        KIND,
        "Deleting a book that was deleted before raises, and is answered with 500.",
        (after("books.delete", _remember), instead("books.delete", _crash_if_deleted)),
    ),
    RestFault(
        "delete-unknown-done",
        KIND,
        "Deleting an author who is not there is answered with 204 instead of 404.",
        (instead("authors.delete", _never_refused),),
    ),
    RestFault(
        "delete-keeps-code",
        KIND,
        "The code of a deleted coupon stays taken: creating it anew is refused with 409.",
        (after("coupons.delete", _keep_code), instead("coupons.create", _code_taken)),
    ),
    RestFault(
        "delete-leaves-references",
        CHILDREN,
        "An author is deleted although books refer to them, instead of being refused with 409.",
        (instead("authors.delete", _whoever_refers),),
    ),
    RestFault(
        "child-survives-parent",
        CHILDREN,
        "The comments of a deleted book are still there for those who know their address.",
        (instead("books.delete", _without_comments), instead("comments.read", _comment_alone)),
    ),
    RestFault(
        "child-listed-elsewhere",
        CHILDREN,
        "The list of comments leaves out the condition on the book: each book shows the comments of all.",
        (answered("comments.list", _of_all_books),),
    ),
    RestFault(
        "child-found-elsewhere",
        CHILDREN,
        "Reading a comment leaves out the condition on the book: it is found under every book.",
        (instead("comments.read", _comment_of_any),),
    ),
    RestFault(
        "trash-mark-lost",
        TRASH,
        "A deleted task is not listed any more, but says that it is not in the trash.",
        (answered("tasks.read", _unmarked),),
    ),
    RestFault(
        "put-untrashes",
        TRASH,
        "Replacing a task that is in the trash takes it out of there.",
        (after("tasks.replace", _taken_out),),
    ),
    RestFault(
        "trash-not-emptied",
        TRASH,
        "Emptying the trash is answered with 204, and what was in it can still be read.",
        (instead("tasks.empty", _not_emptied),),
    ),
    RestFault(
        "trash-takes-done",
        TRASH,
        "Emptying the trash also removes the tasks that are done.",
        (after("tasks.empty", _done_ones_too),),
    ),
    RestFault(
        "tombstone-lost",
        TRASH,
        "After a coupon was deleted a second time, it is not gone (410) but was never there (404).",
        (instead("coupons.delete", _tombstone_removed),),
    ),
)
