"""Orders, what they would cost, when they come, and the shop in numbers."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from querious.demo.entities import Item, Money, Order, OrderLine, Project, Quote, Statistics, StatusCount, User
from querious.demo.refusal import bad_input, not_found
from querious.demo.resolvers.catalogue import in_currency

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from graphql import GraphQLResolveInfo

    from querious.demo.context import Context
    from querious.demo.store import Store

MOST_LINES: Final = 20
MOST_OF_ONE: Final = 1_000
LONGEST_DELIVERY: Final = 250
QUOTES_END: Final = date(2024, 12, 31)
_WORKING_WEEK: Final = 5
_STATUSES: Final = ("PLACED", "SHIPPED", "CANCELLED")


def priced(store: Store, lines: Sequence[Mapping[str, Any]], currency: str | None) -> tuple[OrderLine, ...]:
    """The lines asked for, at today's prices."""
    if not 1 <= len(lines) <= MOST_LINES:
        raise bad_input(f"Between 1 and {MOST_LINES} lines must be given.")
    return tuple(_priced(store, line["sku"], line["quantity"], currency) for line in lines)


def _priced(store: Store, sku: str, quantity: int, currency: str | None) -> OrderLine:
    if not 1 <= quantity <= MOST_OF_ONE:
        raise bad_input(f"The quantity must lie between 1 and {MOST_OF_ONE}.")
    if sku not in store.items:
        raise not_found("item")
    return OrderLine(sku, quantity, in_currency(store.items[sku].price, currency))


def quote(
    _: None,
    info: GraphQLResolveInfo,
    lines: Sequence[Mapping[str, Any]],
    currency: str | None = None,
    discount: float | None = None,
) -> Quote:
    """What an order would cost."""
    context: Context = info.context
    share = 0.0 if discount is None else discount
    if not 0 <= share <= 1:
        raise bad_input("The discount must lie between 0 and 1.")
    quoted = priced(context.store, lines, currency)
    name, amount = quoted[0].unit_price.currency, _sum(quoted)
    off = (amount * Decimal(share)).quantize(Decimal("0.01"))
    return Quote(quoted, Money(amount, name), Money(off, name), Money(amount - off, name), QUOTES_END)


def _sum(lines: Sequence[OrderLine]) -> Decimal:
    return sum((line.subtotal.amount for line in lines), Decimal(0))


def delivery_day(_: None, __: GraphQLResolveInfo, start: date, working_days: int) -> date:
    """The day that many working days later."""
    if not 0 <= working_days <= LONGEST_DELIVERY:
        raise bad_input(f"The working days must lie between 0 and {LONGEST_DELIVERY}.")
    day, left = start, working_days
    while left:
        if day == date.max:
            raise bad_input("The delivery would come after the last day of the calendar.")
        day += timedelta(days=1)
        left -= day.weekday() < _WORKING_WEEK
    return day


def statistics(_: None, info: GraphQLResolveInfo, since: date | None = None) -> Statistics:
    """The shop in numbers, with the orders and reviews since a day."""
    context: Context = info.context
    store, start = context.store, since or date.min
    orders = [order for order in store.orders.values() if order.placed_at.date() >= start]
    stars = [review.stars for review in store.reviews.values() if review.written_at.date() >= start]
    days = Counter(order.placed_at.date() for order in orders)
    states = Counter(order.status for order in orders)
    sold = sum((_sum(order.lines) for order in orders if order.status != "CANCELLED"), Decimal(0))
    return Statistics(
        item_count=len(store.items),
        order_count=len(orders),
        average_stars=fmean(stars) if stars else None,
        turnover=Money(sold),
        busiest_day=max(days, key=lambda day: (days[day], day), default=None),
        orders_by_status=[StatusCount(status, states[status]) for status in _STATUSES],
    )


def total(order: Order, _: GraphQLResolveInfo, currency: str | None = None) -> Money:
    """The sum of the lines."""
    return in_currency(_sum(order.lines), currency)


def order_lines(order: Order, info: GraphQLResolveInfo) -> tuple[OrderLine, ...]:
    """What was ordered."""
    context: Context = info.context
    context.spend(len(order.lines))
    return order.lines


def ordered(line: OrderLine, info: GraphQLResolveInfo) -> Item:
    """What a line is of: items are never deleted."""
    context: Context = info.context
    return context.store.items[line.sku]


def placed_by(order: Order, info: GraphQLResolveInfo) -> User | None:
    """Who ordered."""
    context: Context = info.context
    return context.store.user(order.placed_by)


def order_project(order: Order, info: GraphQLResolveInfo) -> Project | None:
    """For what it was ordered."""
    context: Context = info.context
    return context.store.project(order.project)


RESOLVERS: Final[Mapping[str, Callable[..., Any]]] = {
    "Query.quote": quote,
    "Query.deliveryDay": delivery_day,
    "Query.statistics": statistics,
    "Order.total": total,
    "Order.lines": order_lines,
    "Order.placedBy": placed_by,
    "Order.project": order_project,
    "OrderLine.item": ordered,
}
