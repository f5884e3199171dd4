"""Filters that let the wrong rows through, and orders that are none."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from querious.demo.faults.answers.weaving import Arguments, fault, given
from querious.demo.faults.wrapping import instead
from querious.demo.filtering import matches
from querious.demo.paging import Connection, length, page
from querious.demo.resolvers.reading import ITEM_ORDERS, counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLResolveInfo

    from querious.demo.entities import Item, Supplier
    from querious.demo.faults.fault import Resolver, Wrap
    from querious.demo.store import Store

Conditions: TypeAlias = dict[str, Any]

_PLAIN: Final = ("name_contains", "skus", "category", "min_price", "max_price", "availability", "added_after")
_TABLES: Final = (("PART", "TOOL", "KIT"), ("SUPPLIER",), ("CATEGORY",))


def _filtering(change: Callable[[Conditions, Store], Conditions]) -> Wrap:
    """Items by other conditions than those that were sent, at every depth of the filter."""

    def rewritten(wanted: Conditions, store: Store) -> Conditions:
        new = change(wanted, store)
        for name in ("and", "or"):
            if new.get(name) is not None:
                new = {**new, name: [rewritten(inner, store) for inner in new[name]]}
        return {**new, "not": rewritten(new["not"], store)} if new.get("not") is not None else new

    def careless(arguments: Arguments, info: GraphQLResolveInfo) -> Arguments:
        if arguments.get("filter") is None:
            return arguments
        return {**arguments, "filter": rewritten(arguments["filter"], info.context.store)}

    return given(careless)


def _at_most(wanted: Conditions, _: Store) -> Conditions:
    limits = [wanted[name] for name in ("min_price", "max_price") if wanted.get(name) is not None]
    return {**wanted, "min_price": None, "max_price": min(limits, default=None)}


def _any_category(wanted: Conditions, _: Store) -> Conditions:
    return {**wanted, "category": None}


def _first_condition(wanted: Conditions, _: Store) -> Conditions:
    present = [name for name in _PLAIN if wanted.get(name) is not None]
    return {name: value for name, value in wanted.items() if name not in present[1:]}


def _by_description(wanted: Conditions, store: Store) -> Conditions:
    text = wanted.get("name_contains")
    if text is None:
        return wanted
    found = [item.sku for item in store.items.values() if text.casefold() in (item.description or "").casefold()]
    skus = found if wanted.get("skus") is None else [sku for sku in found if sku in wanted["skus"]]
    return {**wanted, "name_contains": None, "skus": skus}


def _not_low(wanted: Conditions, _: Store) -> Conditions:
    states = wanted.get("availability")
    return wanted if states is None else {**wanted, "availability": [state for state in states if state != "LOW"]}


def _first_status(arguments: Arguments, _: GraphQLResolveInfo) -> Arguments:
    status = arguments.get("status")
    return arguments if status is None else {**arguments, "status": status[:1]}


def _by_ship_day(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        start = arguments.pop("placed_from", None)
        if start is None:
            return resolve(parent, info, **arguments)
        store: Store = info.context.store
        every = store.orders
        store.orders = {key: one for key, one in every.items() if one.ship_on and one.ship_on >= start.date()}
        try:
            return resolve(parent, info, **arguments)
        finally:
            store.orders = every

    return resolver


def _anywhere(_: None, info: GraphQLResolveInfo, **arguments: Any) -> list[Supplier]:
    part = (arguments.get("name_starts_with") or "").casefold()
    rows = [one for one in info.context.store.suppliers.values() if part in one.name.casefold()]
    return rows[: length("first", arguments.get("first"))]


def _ordering(sort: str, key: Callable[[Item], Any]) -> Wrap:
    """Items in the right order, but for one value of ``sort``."""
    orders = {**ITEM_ORDERS, sort: key}

    def careless(_: None, info: GraphQLResolveInfo, **arguments: Any) -> Connection[Item]:
        wanted, order = arguments.pop("filter", None) or {}, arguments.pop("sort", None) or "NAME"
        down = arguments.pop("direction") == "DESC"
        rows = [item for item in info.context.store.items.values() if matches(item, wanted)]
        rows.sort(key=orders[order], reverse=down)
        return counted(info.context, page(rows, **arguments))

    return instead(careless)


def _upwards(arguments: Arguments, _: GraphQLResolveInfo) -> Arguments:
    return {**arguments, "direction": "ASC"}


def _limit_each(resolve: Resolver) -> Resolver:
    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        kinds = arguments.get("kinds")
        asked = [[kind for kind in table if kinds is None or kind in kinds] for table in _TABLES]
        found = (resolve(parent, info, **{**arguments, "kinds": table}) for table in asked)
        return list(itertools.chain.from_iterable(found))

    return resolver


_ITEMS: Final = "Query.items"

FAULTS: Final = (
    fault("min-price-reversed", _ITEMS, _filtering(_at_most), "minPrice compares the wrong way round."),
    fault(
        "category-filter-ignored", _ITEMS, _filtering(_any_category), "The condition on the category is not written."
    ),
    fault("second-condition-ignored", _ITEMS, _filtering(_first_condition), "An elif: one condition holds, no other."),
    fault("name-filter-by-description", _ITEMS, _filtering(_by_description), "nameContains looks at the description."),
    fault("availability-forgets-low", _ITEMS, _filtering(_not_low), "The filter does not know LOW."),
    fault("status-first-only", "Query.orders", given(_first_status), "Of several statuses the first counts."),
    fault("from-compares-ship-day", "Query.orders", _by_ship_day, "placedFrom looks at the day of shipping."),
    fault("starts-with-anywhere", "Query.suppliers", instead(_anywhere), "nameStartsWith finds the text anywhere."),
    fault(
        "price-sorted-as-text", _ITEMS, _ordering("PRICE", lambda item: str(item.price)), "129.00 comes before 24.50."
    ),
    fault("stock-not-sorted", _ITEMS, _ordering("STOCK", lambda _: 0), "STOCK was forgotten: rows come as stored."),
    fault("direction-ignored", _ITEMS, given(_upwards), "DESC is never looked at."),
    fault("limit-per-kind", "Query.search", _limit_each, "Each table is cut at the limit, not the whole."),
)
