"""Faults of what HTTP promises: conditional requests, ranges, idempotency keys, jobs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.fault import TradeFault, asked, instead, told
from querious.demo.rest.trade.views import etag

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.rest.trade.memory import Memory

CONDITIONS: Final = "condition"
RANGES: Final = "range"
IDEMPOTENCY: Final = "idempotency"
JOBS: Final = "job"
_OK: Final = 200
_PARTIAL: Final = 206


def _without(ask: Inquiry, *names: str) -> Inquiry:
    return replace(ask, headers={name: value for name, value in ask.headers.items() if name not in names})


def _by_key_alone(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """The tag is made of the key, and so never changes."""
    tag = etag(ask.keys["sku"])
    if ask.headers.get("if-none-match") == tag:
        return Reply(304, None, {"etag": tag})
    reply = deal(memory, _without(ask, "if-none-match", "if-match"))
    return reply.but(headers={"etag": tag})


def _never_modified(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """That there is a condition is taken for its being true."""
    reply = deal(memory, ask)
    if ask.headers.get("if-none-match"):
        return Reply(304, None, {"etag": reply.headers["etag"]})
    return reply


def _body_if_unmodified(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    return deal(memory, _without(ask, "if-none-match"))


def _tag_of_moment(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """The tag holds a counter of requests."""
    reply = deal(memory, ask)
    return reply.but(headers={**reply.headers, "etag": etag(memory.requests)})


def _one_short(reply: Reply) -> Reply:
    return reply.but(body=reply.body[:-1]) if reply.status == _PARTIAL and len(reply.body) > 1 else reply


def _size_of_part(reply: Reply) -> Reply:
    if reply.status != _PARTIAL:
        return reply
    told_range = reply.headers["content-range"].partition("/")[0]
    return reply.but(headers={**reply.headers, "content-range": f"{told_range}/{len(reply.body)}"})


def _whole_as_part(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    reply = deal(memory, ask)
    if reply.status != _PARTIAL:
        return reply
    return reply.but(body=deal(memory, _without(ask, "range")).body)


def _beyond_crash(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    try:
        return deal(memory, ask)
    except RefusalError as error:
        raise IndexError("range") from error


def _whatever_key(ask: Inquiry) -> Inquiry:
    return _without(ask, "idempotency-key")


def _key_for_all(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """The body that came with a key is not looked at."""
    known = memory.receipts.get(ask.headers.get("idempotency-key", ""))
    return Reply(*known[1]) if known else deal(memory, ask)


def _refused_again(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.headers.get("idempotency-key", "") in memory.receipts:
        raise RefusalError(409, "this was done before")
    return deal(memory, ask)


def _location_elsewhere(reply: Reply) -> Reply:
    return reply.but(headers={"location": f"{reply.headers['location']}0"})


def _never_done(reply: Reply) -> Reply:
    return reply.showing(state="running", file=None) if reply.body["state"] == "done" else reply


def _file_lost(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if deal(memory, ask).status == _OK:
        raise RefusalError(404, "there is no such export")
    return deal(memory, ask)


def _back_to_queue(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """Every second time the job is asked for from a server that has not heard of its end."""
    reply = deal(memory, ask)
    if reply.body["state"] != "done":
        return reply
    seen = memory.notes.setdefault("seen", {})
    seen[ask.keys["export_id"]] = seen.get(ask.keys["export_id"], 0) + 1
    return reply.showing(state="queued", file=None) if seen[ask.keys["export_id"]] % 2 == 0 else reply


FAULTS: Final = (
    TradeFault(
        "etag-never-changes",
        CONDITIONS,
        "The ETag of an item stays when the item is changed: an outdated copy is taken for the current one.",
        (
            instead("items.read", _by_key_alone),
            instead("items.change", _by_key_alone),
            instead("items.restock", _by_key_alone),
        ),
    ),
    TradeFault(
        "etag-always-new",
        CONDITIONS,
        "The ETag of an item is another one each time, although nothing changed.",
        (instead("items.read", _tag_of_moment),),
    ),
    TradeFault(
        "not-modified-always",
        CONDITIONS,
        "If-None-Match is answered with 304, whatever ETag it has.",
        (instead("items.read", _never_modified),),
    ),
    TradeFault(
        "if-none-match-ignored",
        CONDITIONS,
        "If-None-Match is not looked at: what the client has is sent again.",
        (instead("prices.read", _body_if_unmodified),),
    ),
    TradeFault(
        "if-match-ignored",
        CONDITIONS,
        "If-Match is not looked at when an item is changed: an outdated ETag is accepted.",
        (asked("items.change", lambda ask: _without(ask, "if-match")),),
    ),
    TradeFault(
        "range-one-short",
        RANGES,
        "Off by one: the last byte of a range is missing.",
        (told("prices.read", _one_short),),
    ),
    TradeFault(
        "range-of-wrong-size",
        RANGES,
        "Content-Range tells the size of the part for that of the whole.",
        (told("prices.read", _size_of_part),),
    ),
    TradeFault(
        "range-is-whole",
        RANGES,
        "A part is answered with 206, and the whole.",
        (instead("prices.read", _whole_as_part),),
    ),
    TradeFault("range-crash", RANGES, "A range beyond the end ends in 500.", (instead("prices.read", _beyond_crash),)),
    TradeFault(
        "idempotency-ignored",
        IDEMPOTENCY,
        "The idempotency key is not looked at: the same request makes two reviews.",
        (asked("reviews.create", _whatever_key),),
    ),
    TradeFault(
        "idempotency-for-anything",
        IDEMPOTENCY,
        "Another review with a known idempotency key is answered with the earlier one, and not kept.",
        (instead("reviews.create", _key_for_all),),
    ),
    TradeFault(
        "idempotency-refuses",
        IDEMPOTENCY,
        "The same request with the same idempotency key is refused instead of answered the same.",
        (instead("reviews.create", _refused_again),),
    ),
    TradeFault(
        "job-elsewhere",
        JOBS,
        "The Location of a new export leads to none.",
        (told("exports.create", _location_elsewhere),),
    ),
    TradeFault("job-never-done", JOBS, "An export stays under way for ever.", (told("exports.read", _never_done),)),
    TradeFault(
        "job-file-lost",
        JOBS,
        "An export is done, but its file is not found.",
        (instead("exports.file", _file_lost),),
    ),
    TradeFault(
        "job-goes-back",
        JOBS,
        "An export that was done is queued again for who asks once more.",
        (instead("exports.read", _back_to_queue),),
    ),
)
