"""Where the REST API tells something else than GraphQL, of the same data: each is consistent within itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest.refusal import RefusalError
from querious.demo.rest.trade.faults.fault import TradeFault, instead

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.demo.rest.trade.exchange import Deal, Inquiry, Reply
    from querious.demo.rest.trade.faults.fault import AtDeal
    from querious.demo.rest.trade.memory import Memory

KIND: Final = "parity"
_SHORT: Final = 6


def _everywhere(change: Callable[[dict[str, Any]], dict[str, Any]], *places: str) -> tuple[AtDeal, ...]:
    """The change in every object that these operations show."""

    def changed(value: Any) -> Any:
        if isinstance(value, list):
            return [changed(inner) for inner in value]
        if isinstance(value, dict):
            return change({name: changed(inner) for name, inner in value.items()})
        return value

    def careless(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
        reply = deal(memory, ask)
        return reply.but(body=changed(reply.body))

    return tuple(instead(place, careless) for place in places)


def _rating_in_tens(shown: dict[str, Any]) -> dict[str, Any]:
    return {**shown, "rating": round(shown["rating"] / 2, 2)} if shown.get("rating") is not None else shown


def _city_in_capitals(shown: dict[str, Any]) -> dict[str, Any]:
    return {**shown, "city": shown["city"].upper()} if shown.get("city") else shown


def _null_as_empty(shown: dict[str, Any]) -> dict[str, Any]:
    return {**shown, "text": ""} if "text" in shown and shown["text"] is None else shown


def _without_cancelled(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """Cancelled orders are left out of the store while an operation is done."""
    orders = memory.store.orders
    hidden = {number: order for number, order in orders.items() if order.status == "CANCELLED" and number < 1000}  # noqa: PLR2004
    memory.store.orders = {number: order for number, order in orders.items() if number not in hidden}
    try:
        return deal(memory, ask)
    finally:
        memory.store.orders = dict(sorted({**hidden, **memory.store.orders}.items()))


def _age_refused(deal: Deal, memory: Memory, ask: Inquiry) -> Reply:
    """A customer who is younger than 30 is not shown here."""
    reply = deal(memory, ask)
    if isinstance(reply.body, list):
        return reply.but(body=[one for one in reply.body if one["age"] >= 30])  # noqa: PLR2004
    if reply.body["age"] < 30:  # noqa: PLR2004
        raise RefusalError(404, "there is no such customer")
    return reply


_SUPPLIERS: Final = ("suppliers.list", "suppliers.read")
_ORDERS: Final = (
    *("orders.list", "orders.read", "orders.delete", "orders.ship", "orders.cancel", "orders.reopen"),
    *("customers.orders", "statistics.read"),
)

FAULTS: Final = (
    TradeFault(
        "parity-rating-halved",
        KIND,
        "Suppliers are rated from 0 to 2.5 here, and from 0 to 5 in GraphQL.",
        _everywhere(_rating_in_tens, *_SUPPLIERS),
    ),
    TradeFault(
        "parity-city-in-capitals",
        KIND,
        "The city of a supplier is written in capital letters here, and not in GraphQL.",
        _everywhere(_city_in_capitals, *_SUPPLIERS),
    ),
    TradeFault(
        "parity-null-as-empty",
        KIND,
        "A review without a text has an empty one here, and none in GraphQL.",
        _everywhere(_null_as_empty, "reviews.list", "reviews.read", "reviews.of", "reviews.below"),
    ),
    TradeFault(
        "parity-orders-hidden",
        KIND,
        "Old cancelled orders are not there, though GraphQL shows them.",
        tuple(instead(place, _without_cancelled) for place in _ORDERS),
    ),
    TradeFault(
        "parity-customers-hidden",
        KIND,
        "Customers below 30 are not shown here, though GraphQL shows them.",
        (instead("customers.list", _age_refused), instead("customers.read", _age_refused)),
    ),
)
