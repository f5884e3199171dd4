"""Look-ups that find another thing, and places that tell different facts about one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.fault import TradeFault, asked, instead, told
from querious.demo.rest.trade.items import find_item
from querious.demo.rest.trade.reviews import all_reviews, find_review
from querious.demo.rest.trade.views import shown_category, shown_review

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.rest.trade.memory import Memory

LOOK_UP: Final = "look-up"
FACTS: Final = "facts"
FIELDS: Final = "fields"


def _next_supplier(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    after = [number for number in sorted(memory.store.suppliers) if number > ask.keys["supplier_id"]]
    deal(memory, ask)
    return deal(memory, ask.of(supplier_id=after[0])) if after else deal(memory, ask)


def _slug_within(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    like = [one for slug, one in memory.store.categories.items() if slug.endswith(ask.keys["slug"])]
    return Reply(200, shown_category(like[-1], memory)) if like else deal(memory, ask)


def _first_if_unknown(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    known = ask.keys["sku"] in memory.store.items
    return deal(memory, ask if known else ask.of(sku=next(iter(memory.store.items))))


def _below_any(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    find_item(memory, ask)
    return Reply(200, shown_review(find_review(memory, ask)))


def _reviews_of_supplier(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    supplier = find_item(memory, ask).supplier
    items = memory.store.items
    return Reply(200, [row for row in all_reviews(memory) if items[row["sku"]].supplier == supplier])


def _not_in_first_list(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """Newly listed things wait for an index that is built at night."""
    reply = deal(memory, ask)
    return reply.but(body=[item for item in reply.body if item["added_at"] < "2024-03-20"])


def _stock_of_yesterday(reply: Reply) -> Reply:
    rows = [{**item, "stock": item["stock"] + 5} if "stock" in item else item for item in reply.body["items"]]
    return reply.showing(items=rows)


def _stars_upside_down(reply: Reply) -> Reply:
    return reply.showing(stars=6 - reply.body["stars"])


def _total_of_first_line(reply: Reply) -> Reply:
    first = reply.body["lines"][0]
    return reply.showing(total=round(first["quantity"] * first["unit_price"], 2))


def _supplier_texts_swapped(reply: Reply) -> Reply:
    rows = [{**row, "name": row["city"] or row["name"], "city": row["name"]} for row in reply.body]
    return reply.but(body=rows)


def _one_less_order(reply: Reply) -> Reply:
    return reply.showing(orders=max(0, reply.body["orders"] - 1))


def _counted_twice(reply: Reply) -> Reply:
    return reply.but(body=[{**row, "item_count": 2 * row["item_count"]} for row in reply.body])


def _first_field(ask: Inquiry) -> Inquiry:
    return ask.asking(fields=ask.query["fields"][:1]) if "fields" in ask.query else ask


def _fields_ignored(ask: Inquiry) -> Inquiry:
    return ask.asking(fields=None) if "fields" in ask.query else ask


def _cents_if_chosen(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    reply = deal(memory, ask)
    if "fields" not in ask.query or "price" not in (reply.body or {}):
        return reply
    return reply.showing(price=round(reply.body["price"] * 100, 2))


FAULTS: Final = (
    TradeFault(
        "look-up-of-next",
        LOOK_UP,
        "A supplier is looked up by the number after theirs.",
        (instead("suppliers.read", _next_supplier),),
    ),
    TradeFault(
        "slug-by-ending",
        LOOK_UP,
        "LIKE instead of =: a category whose slug ends with what was asked for is found instead.",
        (instead("categories.read", _slug_within),),
    ),
    TradeFault(
        "unknown-gives-first",
        LOOK_UP,
        "An item that is not there is answered with the first one.",
        (instead("items.read", _first_if_unknown),),
    ),
    TradeFault(
        "below-wrong-parent",
        LOOK_UP,
        "A review is found below every item.",
        (instead("reviews.below", _below_any),),
    ),
    TradeFault(
        "rows-of-other-parents",
        LOOK_UP,
        "The reviews of an item are joined by supplier: those of others are listed too.",
        (instead("reviews.of", _reviews_of_supplier),),
    ),
    TradeFault(
        "nested-list-lacks-rows",
        LOOK_UP,
        "The newest items of a supplier are not listed below them.",
        (instead("suppliers.items", _not_in_first_list),),
    ),
    TradeFault(
        "list-tells-other-stock",
        FACTS,
        "The list shows the stock of yesterday, the look-up that of today.",
        (told("items.list", _stock_of_yesterday),),
    ),
    TradeFault(
        "two-routes-differ",
        FACTS,
        "Below its item a review has other stars than under its own address.",
        (told("reviews.below", _stars_upside_down),),
    ),
    TradeFault(
        "texts-swapped-in-list",
        FACTS,
        "In the list of suppliers the name and the city are swapped.",
        (told("suppliers.list", _supplier_texts_swapped),),
    ),
    TradeFault(
        "total-of-first-line",
        FACTS,
        "The total of an order that is looked up counts its first line alone.",
        (told("orders.read", _total_of_first_line),),
    ),
    TradeFault(
        "statistics-one-less",
        FACTS,
        "The statistics count one order less than there are.",
        (told("statistics.read", _one_less_order),),
    ),
    TradeFault(
        "item-count-doubled",
        FACTS,
        "The list of categories counts every item twice.",
        (told("categories.list", _counted_twice),),
    ),
    TradeFault(
        "fields-first-only",
        FIELDS,
        "Of several members that are wanted the first is shown.",
        (asked("items.read", _first_field),),
    ),
    TradeFault(
        "fields-ignored",
        FIELDS,
        "All members are shown, whichever are wanted.",
        (asked("items.list", _fields_ignored), asked("items.read", _fields_ignored)),
    ),
    TradeFault(
        "fields-change-unit",
        FIELDS,
        "Where members are chosen, the price is in cents.",
        (instead("items.read", _cents_if_chosen),),
    ),
)
