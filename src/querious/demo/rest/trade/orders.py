"""Orders and what can be done with them: a state machine of three states and three actions."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from querious.demo.entities import Money, Order, OrderLine
from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade import schemas
from querious.demo.rest.trade.endpoints import Endpoint, Outcome
from querious.demo.rest.trade.exchange import Inquiry, Reply
from querious.demo.rest.trade.lists import PAGES, filtered, ordered, paged, sorting
from querious.demo.rest.trade.views import shown_order
from querious.demo.store import CAPACITY

if TYPE_CHECKING:
    from querious.demo.rest.trade.endpoints import Schema
    from querious.demo.rest.trade.memory import Memory

_DAY: Final[Schema] = {"type": "string", "format": "date"}
FILTERS: Final[dict[str, Schema]] = {
    "status": schemas.ORDER["properties"]["status"],
    "placed_from": {**_DAY, "description": "Placed on this day or later."},
    "placed_to": {**_DAY, "description": "Placed on this day or earlier."},
}
NEW: Final[Schema] = {
    "type": "object",
    "properties": {
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"sku": schemas.SKU, "quantity": {"type": "integer", "minimum": 1, "maximum": 1000}},
                "required": ["sku", "quantity"],
                "additionalProperties": False,
            },
            "minItems": 1,
            "maxItems": 20,
        },
        "note": {"type": ["string", "null"], "maxLength": 200},
    },
    "required": ["lines"],
    "additionalProperties": False,
}
CANCEL: Final[Schema] = {
    "type": "object",
    "properties": {"reason": {"type": "string", "minLength": 1, "maxLength": 200}},
    "additionalProperties": False,
}
USUAL_REASON: Final = "No longer needed."


def list_orders(memory: Memory, ask: Inquiry) -> Reply:
    """A page of the orders that every filter lets through."""
    rows = filtered(
        [shown_order(order) for order in memory.store.orders.values()],
        ask.query,
        {
            "status": lambda row, status: row["status"] == status,
            "placed_from": lambda row, day: row["placed_at"][:10] >= day,
            "placed_to": lambda row, day: row["placed_at"][:10] <= day,
        },
    )
    rows = ordered(rows, ask.query["sort"], "id")
    page, size = ask.query["page"], ask.query["per_page"]
    meta = {"total": len(rows), "page": page, "per_page": size, "pages": -(-len(rows) // size)}
    return Reply(200, {"data": paged(rows, ask.query), "meta": meta})


def read_order(memory: Memory, ask: Inquiry) -> Reply:
    """One order."""
    return Reply(200, shown_order(find_order(memory, ask)))


def create_order(memory: Memory, ask: Inquiry) -> Reply:
    """A new order, at today's prices."""
    store = memory.store
    lines = []
    for line in ask.body["lines"]:
        if line["sku"] not in store.items:
            raise RefusalError(422, "a line names no item of this shop")
        lines.append(OrderLine(line["sku"], int(line["quantity"]), Money(store.items[line["sku"]].price)))
    if len(store.orders) >= CAPACITY:
        raise RefusalError(409, f"the shop keeps at most {CAPACITY} orders")
    order = Order(store.number(), store.now(), tuple(lines), note=ask.body.get("note"))
    store.orders[order.number] = order
    return Reply(201, shown_order(order), {"location": f"/orders/{order.number}"})


def delete_order(memory: Memory, ask: Inquiry) -> Reply:
    """Take a cancelled order out."""
    order = find_order(memory, ask)
    require_state(order, "CANCELLED")
    del memory.store.orders[order.number]
    return Reply(204)


def ship_order(memory: Memory, ask: Inquiry) -> Reply:
    """From placed to shipped, three days after the day it was placed."""
    order = find_order(memory, ask)
    require_state(order, "PLACED")
    order.status = "SHIPPED"
    order.ship_on = day_of(order) + timedelta(days=3)
    return Reply(200, shown_order(order))


def cancel_order(memory: Memory, ask: Inquiry) -> Reply:
    """From placed to cancelled. To cancel a cancelled order changes nothing."""
    order = find_order(memory, ask)
    if order.status == "SHIPPED":
        raise RefusalError(409, "this order was shipped")
    if order.status == "PLACED":
        order.status = "CANCELLED"
        order.cancel_reason = (ask.body or {}).get("reason", USUAL_REASON)
    return Reply(200, shown_order(order))


def reopen_order(memory: Memory, ask: Inquiry) -> Reply:
    """From cancelled to placed."""
    order = find_order(memory, ask)
    require_state(order, "CANCELLED")
    order.status = "PLACED"
    order.cancel_reason = None
    return Reply(200, shown_order(order))


def find_order(memory: Memory, ask: Inquiry) -> Order:
    """The order of a path."""
    order = memory.store.orders.get(ask.keys["order_id"])
    if order is None:
        raise RefusalError(404, "there is no such order")
    return order


def require_state(order: Order, wanted: str) -> None:
    """Refuse what cannot be done with an order in its state."""
    if order.status != wanted:
        raise RefusalError(409, f"this order is not {wanted.lower()}")


def day_of(order: Order) -> date:
    """When it was placed."""
    return order.placed_at.date()


_ID: Final = {"order_id": {**schemas.NUMBER, "maximum": 1_000_000}}
_ORDER: Final = Outcome(schemas.reference("Order"))
_PAGE: Final = schemas.exactly(
    data=schemas.listed(schemas.reference("Order")),
    meta=schemas.exactly(total=schemas.COUNT, page=schemas.NUMBER, per_page=schemas.NUMBER, pages=schemas.COUNT),
)

ENDPOINTS: Final = (
    Endpoint(
        *("orders.list", "GET", "/orders", "List orders.", list_orders),
        {200: Outcome(_PAGE)},
        (422,),
        query={**FILTERS, "sort": sorting("placed_at", "total", "status"), **PAGES},
    ),
    Endpoint(
        *("orders.create", "POST", "/orders", "Place an order.", create_order),
        {201: Outcome(schemas.reference("Order"), ("Location",), about="Created.")},
        (400, 409, 422),
        body=NEW,
    ),
    Endpoint(
        *("orders.read", "GET", "/orders/{order_id}", "Read an order.", read_order),
        {200: _ORDER},
        (404,),
        keys=_ID,
    ),
    Endpoint(
        *("orders.delete", "DELETE", "/orders/{order_id}", "Delete an order, if it is cancelled.", delete_order),
        {204: Outcome()},
        (404, 409),
        keys=_ID,
    ),
    Endpoint(
        *("orders.ship", "POST", "/orders/{order_id}/ship", "Ship an order, if it is placed.", ship_order),
        {200: _ORDER},
        (404, 409),
        keys=_ID,
    ),
    Endpoint(
        *("orders.cancel", "POST", "/orders/{order_id}/cancel"),
        "Cancel an order, unless it is shipped. To cancel it again changes nothing.",
        cancel_order,
        {200: _ORDER},
        (400, 404, 409, 422),
        keys=_ID,
        body=CANCEL,
        body_required=False,
    ),
    Endpoint(
        *("orders.reopen", "POST", "/orders/{order_id}/reopen", "Place a cancelled order again.", reopen_order),
        {200: _ORDER},
        (404, 409),
        keys=_ID,
    ),
)
