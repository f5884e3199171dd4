"""Lists that show other rows than were asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.fault import TradeFault, asked, instead
from querious.demo.rest.trade.items import CONDITIONS, all_items, item_page
from querious.demo.rest.trade.lists import filtered, ordered

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.rest.trade.memory import Memory

KIND: Final = "filter"
_CENT: Final = 0.01
_LONGEST: Final = 50


def without(ask: Inquiry, *names: str) -> Inquiry:
    """As if these had not been asked for."""
    return replace(ask, query={name: value for name, value in ask.query.items() if name not in names})


def _given(ask: Inquiry) -> list[str]:
    return [name for name in CONDITIONS if name in ask.query]


def _case_lost(ask: Inquiry) -> Inquiry:
    return ask.asking(name=ask.query["name"].lower()) if "name" in ask.query else ask


def _one_less(ask: Inquiry) -> Inquiry:
    return ask.asking(min_stock=ask.query["min_stock"] - 3) if "min_stock" in ask.query else ask


def _beyond(ask: Inquiry) -> Inquiry:
    return ask.asking(min_price=ask.query["min_price"] + _CENT) if "min_price" in ask.query else ask


def _swapped(ask: Inquiry) -> Inquiry:
    changed = without(ask, "placed_from", "placed_to")
    names = {"placed_from": "placed_to", "placed_to": "placed_from"}
    return changed.asking(**{other: ask.query[name] for name, other in names.items() if name in ask.query})


def _first_alone(ask: Inquiry) -> Inquiry:
    return without(ask, *_given(ask)[1:])


def _any_condition(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    names = _given(ask)
    if len(names) < 2:  # noqa: PLR2004
        return deal(memory, ask)
    rows = [item for item in all_items(memory) if any(CONDITIONS[name](item, ask.query[name]) for name in names)]
    return item_page(ordered(rows, ask.query["sort"], "sku"), ask)


def _count_of_all(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    return deal(memory, ask).showing(total=len(memory.store.items))


def _count_of_all_reviews(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    return deal(memory, ask).showing(total=len(memory.store.reviews))


def _after_paging(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    reply = deal(memory, without(ask, *_given(ask)))
    whole: dict[str, Any] = reply.body
    if "fields" in ask.query:
        return deal(memory, ask)
    rows = filtered(whole["items"], ask.query, CONDITIONS)
    return reply.showing(items=rows)


def _low_forgotten(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    reply = deal(memory, ask)
    return reply.showing(items=[], total=0) if ask.query.get("availability") == "LOW" else reply


def _starred_and_more(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """At least so many stars, where exactly so many were asked for."""
    if "stars" not in ask.query:
        return deal(memory, ask)
    wanted = range(ask.query["stars"], 6)
    limit = {"limit": _LONGEST}
    replies = [deal(memory, without(ask, "cursor").asking(stars=stars, **limit)) for stars in wanted]
    rows = sorted((row for reply in replies for row in reply.body["reviews"]), key=lambda row: row["id"])
    return Reply(200, {"reviews": rows[: ask.query["limit"]], "next_cursor": None, "total": len(rows)})


FAULTS: Final = (
    TradeFault(
        "filter-ignored",
        KIND,
        "The condition on the supplier is not written.",
        (asked("items.list", lambda ask: without(ask, "supplier")),),
    ),
    TradeFault(
        "filter-case",
        KIND,
        "The name is turned into small letters before it is compared, the names of items are not: none is found.",
        (asked("items.list", _case_lost),),
    ),
    TradeFault(
        "filter-too-wide",
        KIND,
        "Off by three: items with less than the least stock are let through.",
        (asked("items.list", _one_less),),
    ),
    TradeFault(
        "filter-bound-excluded",
        KIND,
        "An item whose price is exactly the lowest that was asked for is left out.",
        (asked("items.list", _beyond),),
    ),
    TradeFault(
        "filter-bounds-swapped",
        KIND,
        "The first day and the last day between which orders are listed are swapped.",
        (asked("orders.list", _swapped),),
    ),
    TradeFault(
        "second-filter-ignored",
        KIND,
        "An elif: one condition holds, no other.",
        (asked("items.list", _first_alone),),
    ),
    TradeFault(
        "filters-joined-by-or",
        KIND,
        "Of several conditions it is enough that one holds.",
        (instead("items.list", _any_condition),),
    ),
    TradeFault(
        "filter-forgets-choice",
        KIND,
        "The filter on availability does not know LOW: nothing is ever found.",
        (instead("items.list", _low_forgotten),),
    ),
    TradeFault(
        "filter-after-page",
        KIND,
        "Pages are cut first and filtered then: they have gaps, and the total is of all.",
        (instead("items.list", _after_paging),),
    ),
    TradeFault(
        "filter-stars-and-more",
        KIND,
        "Reviews with more stars than were asked for are let through.",
        (instead("reviews.list", _starred_and_more),),
    ),
    TradeFault(
        "total-without-filter",
        KIND,
        "The total counts all items, whatever the filter.",
        (instead("items.list", _count_of_all),),
    ),
    TradeFault(
        "review-total-without-filter",
        KIND,
        "The total counts all reviews, whatever the filter.",
        (instead("reviews.list", _count_of_all_reviews),),
    ),
)
