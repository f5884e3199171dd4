"""Faults of changing: what PUT and PATCH leave, lose, reach beyond, or overwrite."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.demo.rest.faults.fault import Deed, RestFault, after, instead
from querious.demo.rest.kinds import BOOKS, COMMENTS
from querious.demo.rest.operations import view
from querious.demo.rest.shop import completed, merged

if TYPE_CHECKING:
    from querious.demo.rest.exchange import Answer, Ask, Operation
    from querious.demo.rest.shop import Shop

PUT: Final = "put"
PATCH: Final = "patch"
CONCURRENCY: Final = "concurrency"
_MOST_TAGS: Final = 50
_THINKING: Final = 0.02
"""Seconds between reading and writing in which another request can come in between."""


def _merged_into_old(deed: Deed) -> None:
    if deed.before is not None and deed.entry is not None:
        deed.entry.value = completed({**deed.before.value, **deed.ask.body}, BOOKS.fields)


def _without_awards(deed: Deed) -> None:
    if deed.entry is not None:
        deed.entry.value["awards"] = 0


def _remember(deed: Deed) -> None:
    deed.shop.notes.setdefault("deleted", {})[deed.ask.key] = deed.before


async def _revived(put: Operation, shop: Shop, ask: Ask) -> Answer:
    entries = shop.tables["books"].entries
    deleted = shop.notes.get("deleted", {})
    if ask.key in entries or ask.key not in deleted or ask.if_match:
        return await put(shop, ask)
    entries[ask.key] = deleted[ask.key]
    try:
        return await put(shop, ask)
    except Exception:
        del entries[ask.key]
        raise


def _tags_again(deed: Deed) -> None:
    if deed.before is not None and deed.entry is not None and deed.before.value["tags"] == deed.entry.value["tags"]:
        deed.entry.value["tags"] = (deed.entry.value["tags"] * 2)[:_MOST_TAGS]


def _all_but_given(deed: Deed) -> None:
    if deed.entry is not None:
        given = {name: value for name, value in deed.entry.value.items() if name in deed.ask.body}
        needed = {name: deed.entry.value[name] for name in BOOKS.required}
        deed.entry.value = completed({**needed, **given}, BOOKS.fields)


def _everywhere(deed: Deed) -> None:
    for other in deed.table.under(deed.ask.parent):
        other.value = completed(merged(other.value, deed.ask.body), COMMENTS.fields)


def _details_anew(deed: Deed) -> None:
    if deed.entry is not None and "details" not in deed.ask.body:
        deed.entry.value["details"] = completed({}, BOOKS.fields)["details"]


def _created_now(deed: Deed) -> None:
    if deed.entry is not None:
        deed.entry.created = deed.entry.updated


def _if_truthy(deed: Deed) -> None:
    for name, value in deed.ask.body.items():
        if not value and name in BOOKS.fields and deed.before is not None and deed.entry is not None:
            deed.entry.value[name] = deed.before.value[name]


async def _whatever_was_seen(change: Operation, shop: Shop, ask: Ask) -> Answer:
    return await change(shop, replace(ask, if_match=""))


async def _read_then_write(change: Operation, shop: Shop, ask: Ask) -> Answer:
    entry = shop.tables["books"].entries.get(ask.key)
    if entry is None:
        return await change(shop, ask)
    seen = deepcopy(entry.value)
    await asyncio.sleep(_THINKING)
    answer = await change(shop, ask)
    entry.value = completed(merged(seen, ask.body), BOOKS.fields)
    return answer.but(body=view(BOOKS, entry))


def _share_details(deed: Deed) -> None:
    """The first book without details lends its own to all that come after it."""
    if deed.entry is not None and "details" not in deed.ask.body:
        shared = deed.shop.notes.setdefault("shared", deed.entry.value["details"])
        deed.entry.value["details"] = shared
        deed.shop.notes.setdefault("sharing", set()).add(deed.entry.key)


def _into_shared_details(deed: Deed) -> None:
    if deed.entry is not None and deed.entry.key in deed.shop.notes.get("sharing", ()):
        shared = deed.shop.notes["shared"]
        if "details" in deed.ask.body:
            shared.update(deed.entry.value["details"])
        deed.entry.value["details"] = shared


def _share_no_more(deed: Deed) -> None:
    deed.shop.notes.get("sharing", set()).discard(deed.ask.key)


FAULTS: Final = (
    RestFault(
        "put-merges",
        PUT,
        "Replacing a book leaves what was not given as it was.",
        (after("books.replace", _merged_into_old),),
    ),
    RestFault(
        "put-loses-field",
        PUT,
        "Replacing an author forgets to keep their awards.",
        (after("authors.replace", _without_awards),),
    ),
    RestFault(
        "put-revives",
        PUT,
        "Replacing a book that was deleted brings it back.",
        (after("books.delete", _remember), instead("books.replace", _revived)),
    ),
    RestFault(
        "put-not-idempotent",
        PUT,
        "Replacing a book by the same tags once more appends them again.",
        (after("books.replace", _tags_again),),
    ),
    RestFault(
        "patch-replaces",
        PATCH,
        "Changing a book resets what was not given.",
        (after("books.change", _all_but_given),),
    ),
    RestFault(
        "patch-touches-others",
        PATCH,
        "Changing a comment leaves out the condition on its key: all comments of the book are changed.",
        (after("comments.change", _everywhere),),
    ),
    RestFault(
        "patch-resets-nested",
        PATCH,
        "Changing a book without giving details resets its details.",
        (after("books.change", _details_anew),),
    ),
    RestFault(
        "patch-resets-created",
        PATCH,
        "Changing an author also changes the moment in which they were created.",
        (after("authors.change", _created_now),),
    ),
    RestFault(
        "patch-loses-falsy",
        PATCH,
        'Changing a field of a book to 0, "", false or [] is taken for leaving it out.',
        (after("books.change", _if_truthy),),
    ),
    RestFault(
        "patch-leaks-default",
        PATCH,
        "Books created without details share one object: changing the details of one changes all.",
        (
            after("books.create", _share_details),
            after("books.change", _into_shared_details),
            after("books.replace", _share_no_more),
        ),
    ),
    RestFault(
        "stale-etag-accepted",
        CONCURRENCY,
        "If-Match is not looked at when a book is changed: an outdated ETag is accepted.",
        (instead("books.change", _whatever_was_seen),),
    ),
    RestFault(
        "lost-update",
        CONCURRENCY,
        "Changing a book reads it, waits, and writes it whole: what another request changed in between is lost.",
        (instead("books.change", _read_then_write),),
    ),
)
