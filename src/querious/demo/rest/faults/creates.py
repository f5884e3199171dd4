"""Faults of creating: what is said to be there, and what is."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Final

from querious.demo.rest.faults.fault import Deed, RestFault, after, answered, instead
from querious.demo.rest.kinds import COUPONS
from querious.demo.rest.operations import address

if TYPE_CHECKING:
    from querious.demo.rest.exchange import Answer, Ask, Operation
    from querious.demo.rest.shop import Shop

KIND: Final = "create"


def _note_unlisted(deed: Deed) -> None:
    deed.shop.notes.setdefault("unlisted", set()).add(deed.answer.key)


def _without_unlisted(deed: Deed) -> Answer:
    unlisted = deed.shop.notes.get("unlisted", ())
    return deed.answer.but(body=[entry for entry in deed.answer.body if entry["id"] not in unlisted])


def _once_more(deed: Deed) -> None:
    if deed.entry is not None:
        deed.shop.add(deed.table, deepcopy(deed.entry.value))


def _without_birth(deed: Deed) -> None:
    if deed.entry is not None:
        deed.entry.value["born"] = None


def _whole_price(deed: Deed) -> None:
    if deed.entry is not None:
        deed.entry.value["price"] = int(deed.entry.value["price"])


async def _highest_key(create: Operation, shop: Shop, ask: Ask) -> Answer:
    table = shop.tables["books"]
    table.last = max((int(key) for key in table.entries), default=0)
    return await create(shop, ask)


def _to_the_one_before(deed: Deed) -> Answer:
    earlier = [entry for key, entry in deed.table.entries.items() if key != deed.answer.key]
    if not earlier:
        return deed.answer
    return deed.answer.but(headers={**deed.answer.headers, "location": address(COUPONS, earlier[-1])})


def _unless_empty(deed: Deed) -> None:
    if deed.ask.body.get("notes") == "":
        deed.shop.remove(deed.table, deed.answer.key)


FAULTS: Final = (
    RestFault(
        "create-not-listed",
        KIND,
        "A new coupon is there, but never listed.",
        (after("coupons.create", _note_unlisted), answered("coupons.list", _without_unlisted)),
    ),
    RestFault("created-twice", KIND, "A new task is kept twice.", (after("tasks.create", _once_more),)),
    RestFault(
        "create-loses-field",
        KIND,
        "The date of birth of a new author is answered, but not kept.",
        (after("authors.create", _without_birth),),
    ),
    RestFault(
        "create-keeps-other",
        KIND,
        "The price of a new book is answered as given, but kept as a whole number.",
        (after("books.create", _whole_price),),
    ),
    RestFault(
        "key-reused",
        KIND,
        "A new book gets the highest key plus one: that of the last book, if it was deleted.",
        (instead("books.create", _highest_key),),
    ),
    RestFault(
        "location-elsewhere",
        KIND,
        "The Location of a new coupon leads to the one before it.",
        (answered("coupons.create", _to_the_one_before),),
    ),
    RestFault(
        "create-drops-empty",
        KIND,
        "A new task with empty notes is answered with 201, but not kept.",
        (after("tasks.create", _unless_empty),),
    ),
)
