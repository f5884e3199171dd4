"""Amounts and numbers that do not add up."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from querious.demo.faults.answers.facts import changed
from querious.demo.faults.answers.weaving import Arguments, fault, given, shown
from querious.demo.faults.wrapping import instead

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

    from querious.demo.entities import Money, Order, OrderLine, Quote, Statistics
    from querious.demo.faults.fault import Resolver

_OLD_RATE: Final = Decimal("10.30") / Decimal("11.50")


def _without_last_line(resolve: Resolver) -> Resolver:
    def resolver(order: Order, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        return resolve(changed(order, lines=order.lines[:-1]), info, **arguments)

    return resolver


def _price_of_one(line: OrderLine, _: GraphQLResolveInfo) -> Money:
    return line.unit_price


def _rounded(quote: Quote, _: GraphQLResolveInfo, __: Arguments) -> Quote:
    return replace(quote, total=replace(quote.total, amount=quote.total.amount.quantize(Decimal(1))))


def _at_old_rate(price: Money, _: GraphQLResolveInfo, __: Arguments) -> Money:
    if price.currency != "SEK":
        return price
    return replace(price, amount=(price.amount * _OLD_RATE).quantize(Decimal("0.01")))


def _in_euros(arguments: Arguments, _: GraphQLResolveInfo) -> Arguments:
    return {**arguments, "currency": "EUR"}


def _lines_counted(numbers: Statistics, info: GraphQLResolveInfo, arguments: Arguments) -> Statistics:
    since = arguments.get("since")
    orders = [one for one in info.context.store.orders.values() if since is None or one.placed_at.date() >= since]
    return replace(numbers, order_count=sum(len(order.lines) for order in orders))


FAULTS: Final = (
    fault("total-without-last-line", "Order.total", _without_last_line, "The sum leaves out the last line."),
    fault("subtotal-of-one", "OrderLine.subtotal", instead(_price_of_one), "The quantity is not multiplied in."),
    fault("quote-rounded", "Query.quote", shown(_rounded), "The total is rounded to whole units, its parts are not."),
    fault(
        "kits-at-old-rate", "Kit.price", shown(_at_old_rate), "Kits are still sold at last year's rate of the krona."
    ),
    fault(
        "currency-ignored", "Order.total", given(_in_euros), "The total is in euros, whatever currency is asked for."
    ),
    fault(
        "orders-counted-by-line", "Query.statistics", shown(_lines_counted), "Counts a join: an order once per line."
    ),
)
