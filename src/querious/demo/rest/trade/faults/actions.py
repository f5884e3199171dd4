"""Actions that are allowed when they should not be, do nothing, or do something else."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.faults.fault import TradeFault, instead
from querious.demo.rest.trade.items import find_item, with_etag
from querious.demo.rest.trade.orders import USUAL_REASON, find_order
from querious.demo.rest.trade.views import shown_item, shown_order

if TYPE_CHECKING:
    from querious.demo.rest.trade.exchange import Deal
    from querious.demo.rest.trade.memory import Memory

KIND: Final = "action"


def _whatever_state(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    order = find_order(memory, ask)
    if order.status == "CANCELLED":
        order.status = "PLACED"
    return deal(memory, ask)


def _shipped_too(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    order = find_order(memory, ask)
    if order.status != "SHIPPED":
        return deal(memory, ask)
    order.status, order.cancel_reason = "CANCELLED", USUAL_REASON
    return Reply(200, shown_order(order))


def _only_said(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    order = find_order(memory, ask)
    kept = deepcopy(order)
    reply = deal(memory, ask)
    memory.store.orders[order.number] = kept
    return reply


def _another_shipped(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    order = find_order(memory, ask)
    others = [number for number, one in memory.store.orders.items() if one.status == "PLACED" and one is not order]
    if not others:
        return deal(memory, ask)
    kept = deepcopy(order)
    reply = deal(memory, ask)
    memory.store.orders[order.number] = kept
    deal(memory, ask.of(order_id=others[-1]))
    return reply


def _note_overwritten(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    order = find_order(memory, ask)
    was_placed = order.status == "PLACED"
    reply = deal(memory, ask)
    if was_placed:
        order.note = order.cancel_reason
    return reply


def _refused_but_done(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    try:
        return deal(memory, ask)
    except RefusalError:
        order = memory.store.orders.get(ask.keys["order_id"])
        if order is not None and order.status == "SHIPPED":
            order.status = "CANCELLED"
        raise


def _reason_again(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    order = find_order(memory, ask)
    if order.status == "CANCELLED" and len(order.cancel_reason or "") < 1000:  # noqa: PLR2004
        order.cancel_reason = f"{order.cancel_reason} {(ask.body or {}).get('reason', USUAL_REASON)}"
    return deal(memory, ask)


def _lines_lost(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    reply = deal(memory, ask)
    order = find_order(memory, ask)
    order.lines = order.lines[:1]
    return reply


def _never_allowed(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    find_order(memory, ask)
    raise RefusalError(409, "this order is not cancelled")


def _not_stocked(_: Deal, memory: Memory, ask: Inquiry) -> Reply:
    return with_etag(shown_item(find_item(memory, ask)))


def _all_restocked(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    reply = deal(memory, ask)
    for item in memory.store.items.values():
        if item.sku != ask.keys["sku"]:
            item.stock += int(ask.body["quantity"])
    return reply


def _cancelled_deleted(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """What is cancelled is taken out at once."""
    reply = deal(memory, ask)
    del memory.store.orders[ask.keys["order_id"]]
    return reply


FAULTS: Final = (
    TradeFault(
        "ship-in-any-state", KIND, "A cancelled order can be shipped.", (instead("orders.ship", _whatever_state),)
    ),
    TradeFault(
        "cancel-in-any-state", KIND, "A shipped order can be cancelled.", (instead("orders.cancel", _shipped_too),)
    ),
    TradeFault(
        "ship-without-effect",
        KIND,
        "To ship an order is answered as done, and changes nothing.",
        (instead("orders.ship", _only_said),),
    ),
    TradeFault(
        "ship-another",
        KIND,
        "The condition on the number is wrong: another order is shipped.",
        (instead("orders.ship", _another_shipped),),
    ),
    TradeFault(
        "cancel-overwrites-note",
        KIND,
        "To cancel an order also puts the reason in place of its note.",
        (instead("orders.cancel", _note_overwritten),),
    ),
    TradeFault(
        "refused-cancel-changes",
        KIND,
        "To cancel a shipped order is refused with 409, but cancels it.",
        (instead("orders.cancel", _refused_but_done),),
    ),
    TradeFault(
        "cancel-again-appends",
        KIND,
        "To cancel an order again appends the reason once more.",
        (instead("orders.cancel", _reason_again),),
    ),
    TradeFault(
        "reopen-loses-lines",
        KIND,
        "An order that is placed again keeps its first line alone.",
        (instead("orders.reopen", _lines_lost),),
    ),
    TradeFault(
        "reopen-never-allowed",
        KIND,
        "To place a cancelled order again is always refused.",
        (instead("orders.reopen", _never_allowed),),
    ),
    TradeFault(
        "restock-without-effect",
        KIND,
        "To add to the stock of an item is answered as done, and changes nothing.",
        (instead("items.restock", _not_stocked),),
    ),
    TradeFault(
        "restock-touches-others",
        KIND,
        "To add to the stock of an item adds to that of all items.",
        (instead("items.restock", _all_restocked),),
    ),
    TradeFault(
        "cancel-deletes",
        KIND,
        "A cancelled order is not found any more.",
        (instead("orders.cancel", _cancelled_deleted),),
    ),
)
