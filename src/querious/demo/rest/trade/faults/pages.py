"""Pages that lose rows, show them twice, or tell wrongly what comes next and how many there are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.demo.rest.trade.faults.fault import TradeFault, asked, instead, told
from querious.demo.rest.trade.lists import cursor_of

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal, Inquiry, Reply
    from querious.demo.rest.trade.memory import Memory

KIND: Final = "page"
_LONGEST: Final = 50


def _shifted(by: int, deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """The rows of another place; everything else is as it should be."""
    reply = deal(memory, ask)
    if not ask.query["offset"]:
        return reply
    elsewhere = deal(memory, ask.asking(offset=max(0, ask.query["offset"] + by)))
    return reply.showing(items=elsewhere.body["items"])


def _count_of_page(reply: Reply) -> Reply:
    return reply.showing(total=len(reply.body["items"]))


def _pages_rounded_down(reply: Reply) -> Reply:
    meta = reply.body["meta"]
    return reply.showing(meta={**meta, "pages": meta["total"] // meta["per_page"]})


def _next_for_ever(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    reply = deal(memory, ask)
    if 'rel="next"' in reply.headers["link"]:
        return reply
    number, size = ask.query["page"], ask.query["per_page"]
    more = f'<{ask.path}?page={number + 1}&per_page={size}>; rel="next"'
    return reply.but(headers={**reply.headers, "link": f"{reply.headers['link']}, {more}"})


def _link_without_filter(ask: Inquiry, reply: Reply) -> Reply:
    plain = re.sub(r"\?[^>]*?(offset=\d+)&(limit=\d+)[^>]*>", r"?\1&\2>", reply.headers["link"])
    ordered = re.sub(r"\?[^>]*?(limit=\d+)&(offset=\d+)[^>]*>", r"?\1&\2>", plain)
    return reply.but(headers={**reply.headers, "link": ordered}) if ask.given else reply


def _next_skips(reply: Reply) -> Reply:
    link = re.sub(
        r"offset=(\d+)([^>]*>; rel=\"next\")",
        lambda found: f"offset={int(found[1]) + 1}{found[2]}",
        reply.headers["link"],
    )
    return reply.but(headers={**reply.headers, "link": link})


def _whole(ask: Inquiry) -> Inquiry:
    return ask.asking(page=1, per_page=_LONGEST) if ask.query["page"] == 1 else ask


def _cursor_of_first(reply: Reply) -> Reply:
    rows = reply.body["reviews"]
    if reply.body["next_cursor"] is None or len(rows) < 2:  # noqa: PLR2004
        return reply
    return reply.showing(next_cursor=cursor_of(rows[0]["id"]))


def _ends_early(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """A second page is taken for the last."""
    reply = deal(memory, ask)
    return reply.showing(next_cursor=None) if "cursor" in ask.query else reply


def _limit_plus_one(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """The row that was read to know if more come is shown too."""
    more = deal(memory, ask.asking(limit=ask.query["limit"] + 1))
    return deal(memory, ask).showing(reviews=more.body["reviews"])


def _from_zero(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """Pages are counted from 0 within: the first page is never seen, unless all rows fit on it."""
    reply = deal(memory, ask)
    return reply.showing(data=deal(memory, ask.asking(page=ask.query["page"] + 1)).body["data"])


FAULTS: Final = (
    TradeFault(
        "page-loses-edge",
        KIND,
        "Off by one: every page of items but the first begins a row too late.",
        (instead("items.list", lambda deal, memory, ask: _shifted(1, deal, memory, ask)),),
    ),
    TradeFault(
        "page-repeats-edge",
        KIND,
        "Off by one: every page of items but the first begins with the last row of the page before.",
        (instead("items.list", lambda deal, memory, ask: _shifted(-1, deal, memory, ask)),),
    ),
    TradeFault("total-of-page", KIND, "The total is that of the page.", (told("items.list", _count_of_page),)),
    TradeFault(
        "pages-rounded-down",
        KIND,
        "The number of pages is rounded down: the last orders are on a page that is not counted.",
        (told("orders.list", _pages_rounded_down),),
    ),
    TradeFault(
        "page-counts-from-zero",
        KIND,
        "Page 1 of the orders is the second: the first is never seen.",
        (instead("orders.list", _from_zero),),
    ),
    TradeFault(
        "next-for-ever",
        KIND,
        "The Link header of the last page of suppliers leads to a next one.",
        (instead("suppliers.list", _next_for_ever),),
    ),
    TradeFault(
        "next-loses-filter",
        KIND,
        "The Link header of a page of items leaves out what was filtered by.",
        (instead("items.list", lambda deal, memory, ask: _link_without_filter(ask, deal(memory, ask))),),
    ),
    TradeFault(
        "next-skips-row",
        KIND,
        "The Link header of a page of items leads a row too far.",
        (told("items.list", _next_skips),),
    ),
    TradeFault(
        "limit-ignored",
        KIND,
        "The first page of suppliers holds all, however few were asked for.",
        (asked("suppliers.list", _whole),),
    ),
    TradeFault(
        "cursor-of-first",
        KIND,
        "The cursor of a page of reviews is that of its first row: the next page repeats the others.",
        (told("reviews.list", _cursor_of_first),),
    ),
    TradeFault(
        "cursor-ends-early",
        KIND,
        "The second page of reviews says that it is the last.",
        (instead("reviews.list", _ends_early),),
    ),
    TradeFault(
        "one-more-than-limit",
        KIND,
        "A page of reviews also holds the first row of the next.",
        (instead("reviews.list", _limit_plus_one),),
    ),
)
