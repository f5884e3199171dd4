"""Lists in another order than was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.fault import TradeFault, asked, instead
from querious.demo.rest.trade.items import CONDITIONS, all_items, item_page
from querious.demo.rest.trade.lists import filtered, ordered

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.rest.trade.memory import Memory
    from querious.demo.rest.trade.views import Shown

KIND: Final = "sort"


def _rows(memory: Memory, ask: Inquiry) -> list[Shown]:
    return ordered(filtered(all_items(memory), ask.query, CONDITIONS), "name", "sku")


def _upwards(ask: Inquiry) -> Inquiry:
    return ask.asking(sort=ask.query["sort"].removeprefix("-"))


def _stock_as_stored(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.query["sort"].removeprefix("-") != "stock":
        return deal(memory, ask)
    return item_page(filtered(all_items(memory), ask.query, CONDITIONS), ask)


def _reversed_price(ask: Inquiry) -> Inquiry:
    other = {"price": "-price", "-price": "price"}
    return ask.asking(sort=other.get(ask.query["sort"], ask.query["sort"]))


def _price_as_text(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    if ask.query["sort"].removeprefix("-") != "price":
        return deal(memory, ask)
    down = ask.query["sort"].startswith("-")
    return item_page(sorted(_rows(memory, ask), key=lambda row: f"{row['price']:.2f}", reverse=down), ask)


def _ties_by_page(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """Rows that are equal come as the database likes: on the first page another way than on the others."""
    if ask.query["sort"].removeprefix("-") != "category":
        return deal(memory, ask)
    rows = _rows(memory, ask)
    down = ask.query["sort"].startswith("-")
    rows = rows[::-1] if ask.query["offset"] else rows
    return item_page(sorted(rows, key=lambda row: row["category"], reverse=down), ask)


def _each_page(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """The page is cut from the rows as they are stored, and sorted then."""
    body = deal(memory, ask.asking(sort="placed_at")).body
    return Reply(200, {**body, "data": ordered(body["data"], ask.query["sort"], "id")})


FAULTS: Final = (
    TradeFault(
        "sort-ignored",
        KIND,
        "To sort by stock was forgotten: items come as they are stored.",
        (instead("items.list", _stock_as_stored),),
    ),
    TradeFault("sort-direction-ignored", KIND, "The minus is never looked at.", (asked("items.list", _upwards),)),
    TradeFault(
        "sort-reversed",
        KIND,
        "Up and down are swapped where items are sorted by price.",
        (asked("items.list", _reversed_price),),
    ),
    TradeFault(
        "sort-as-text",
        KIND,
        "Prices are sorted as text: 129.00 comes before 24.50.",
        (instead("items.list", _price_as_text),),
    ),
    TradeFault(
        "sort-ties-lose-rows",
        KIND,
        "Items of one category come in another order on later pages: some are on two pages, some on none.",
        (instead("items.list", _ties_by_page),),
    ),
    TradeFault(
        "sort-each-page",
        KIND,
        "Each page of orders is sorted by itself, not the whole.",
        (instead("orders.list", _each_page),),
    ),
)
