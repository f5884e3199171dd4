"""The root fields that look things up. An unknown key is answered with null, a senseless one with a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.entities import Category, Item, Numbered, Order, Supplier
from querious.demo.filtering import matches
from querious.demo.paging import Connection, length, page
from querious.demo.refusal import bad_input

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from graphql import GraphQLResolveInfo

    from querious.demo.context import Context

MOST_NODES: Final = 20


def node(_: None, info: GraphQLResolveInfo, id_: str) -> Numbered | None:
    """Anything, by its global identifier."""
    context: Context = info.context
    return context.store.node(id_)


def nodes(_: None, info: GraphQLResolveInfo, ids: list[str]) -> list[Numbered | None]:
    """Several things, in the order of their identifiers."""
    context: Context = info.context
    if len(ids) > MOST_NODES:
        raise bad_input(f"At most {MOST_NODES} identifiers can be given.")
    context.spend(len(ids))
    return [context.store.node(identifier) for identifier in ids]


def categories(_: None, info: GraphQLResolveInfo) -> list[Category]:
    """The top of the tree."""
    context: Context = info.context
    return [category for category in context.store.categories.values() if category.parent is None]


def category(_: None, info: GraphQLResolveInfo, slug: str) -> Category | None:
    """One category, by its slug."""
    context: Context = info.context
    return context.store.categories.get(slug)


def item(_: None, info: GraphQLResolveInfo, sku: str) -> Item | None:
    """One item, by its key."""
    context: Context = info.context
    return context.store.items.get(sku)


def item_by(_: None, info: GraphQLResolveInfo, lookup: Mapping[str, str | None]) -> Item | None:
    """One item, by whichever key is given; older graphql-core does not know ``@oneOf`` and lets two through."""
    context: Context = info.context
    given = [(name, value) for name, value in lookup.items() if value is not None]
    if len(given) != 1:
        raise bad_input("Exactly one of id, sku and name must be given.")
    name, value = given[0]
    if name == "id":
        return context.store.find(Item, value)
    if name == "sku":
        return context.store.items.get(value)
    return next((item for item in context.store.items.values() if item.name.casefold() == value.casefold()), None)


ITEM_ORDERS: Final[Mapping[str, Callable[[Item], Any]]] = {
    "NAME": lambda item: (item.name, item.sku),
    "PRICE": lambda item: (item.price, item.sku),
    "STOCK": lambda item: (item.stock, item.sku),
    "ADDED": lambda item: (item.added_at, item.sku),
}


def items(
    _: None,
    info: GraphQLResolveInfo,
    direction: str,
    filter: Mapping[str, Any] | None = None,  # noqa: A002  # the name of the argument in the schema
    sort: str | None = None,
    **paging: Any,
) -> Connection[Item]:
    """The items that a filter lets through, in order."""
    context: Context = info.context
    rows = [item for item in context.store.items.values() if matches(item, filter or {})]
    rows.sort(key=ITEM_ORDERS[sort or "NAME"], reverse=direction == "DESC")
    return counted(context, page(rows, **paging))


def cheapest(_: None, info: GraphQLResolveInfo, skus: list[str]) -> Item | None:
    """The cheapest of the items named."""
    context: Context = info.context
    named = (context.store.items[sku] for sku in skus if sku in context.store.items)
    return min(named, key=lambda item: (item.price, item.sku), default=None)


def supplier(_: None, info: GraphQLResolveInfo, id_: str) -> Supplier | None:
    """One supplier, by its global identifier."""
    context: Context = info.context
    return context.store.find(Supplier, id_)


def suppliers(
    _: None, info: GraphQLResolveInfo, name_starts_with: str | None = None, first: int | None = None
) -> list[Supplier]:
    """The first suppliers, in the order in which they came."""
    context: Context = info.context
    start = (name_starts_with or "").casefold()
    rows = [supplier for supplier in context.store.suppliers.values() if supplier.name.casefold().startswith(start)]
    rows = rows[: length("first", first)]
    context.spend(len(rows))
    return rows


def order(_: None, info: GraphQLResolveInfo, id_: str) -> Order | None:
    """One order, by its global identifier."""
    context: Context = info.context
    return context.store.find(Order, id_)


def orders(
    _: None,
    info: GraphQLResolveInfo,
    status: list[str] | None = None,
    placed_from: datetime | None = None,
    placed_to: datetime | None = None,
    **paging: Any,
) -> Connection[Order]:
    """The orders in some status and time, the oldest first."""
    context: Context = info.context
    rows = [
        order
        for order in context.store.orders.values()
        if (status is None or order.status in status)
        and (placed_from is None or order.placed_at >= placed_from)
        and (placed_to is None or order.placed_at <= placed_to)
    ]
    return counted(context, page(rows, **paging))


def search(
    _: None, info: GraphQLResolveInfo, text: str, kinds: list[str] | None = None, limit: int | None = None
) -> list[Numbered]:
    """What has the text in its name; the empty text finds nothing."""
    context: Context = info.context
    store, wanted, most = context.store, text.casefold(), length("limit", limit)
    things: list[Item | Supplier | Category] = [
        *store.items.values(),
        *store.suppliers.values(),
        *store.categories.values(),
    ]
    found: list[Numbered] = [
        thing
        for thing in things
        if wanted and wanted in thing.name.casefold() and (kinds is None or type(thing).__name__.upper() in kinds)
    ]
    context.spend(min(most, len(found)))
    return found[:most]


def now(_: None, info: GraphQLResolveInfo) -> datetime:
    """By the store's clock, which shows another time at every look."""
    context: Context = info.context
    return context.store.now()


def counted(context: Context, connection: Connection[Any]) -> Connection[Any]:
    """The connection, once its rows are counted."""
    context.spend(len(connection.edges))
    return connection


RESOLVERS: Final[Mapping[str, Callable[..., Any]]] = {
    "Query.node": node,
    "Query.nodes": nodes,
    "Query.categories": categories,
    "Query.category": category,
    "Query.item": item,
    "Query.itemBy": item_by,
    "Query.items": items,
    "Query.cheapest": cheapest,
    "Query.supplier": supplier,
    "Query.suppliers": suppliers,
    "Query.order": order,
    "Query.orders": orders,
    "Query.search": search,
    "Query.now": now,
}
