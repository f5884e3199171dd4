"""Look-ups that answer with something else than what was asked for, and caches that mix up their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.faults.answers.weaving import Arguments, fault, given, of_items, shown
from querious.demo.faults.wrapping import instead

if TYPE_CHECKING:
    from graphql import GraphQLResolveInfo

    from querious.demo.entities import Category, Item, Money, Numbered, Project, Supplier
    from querious.demo.faults.fault import Resolver

_LONGEST_INDEX: Final = 9


def _by_index(_: None, info: GraphQLResolveInfo, **arguments: Any) -> Project | None:
    key, rows = arguments["id_"], info.context.store.projects
    if not key.isdecimal() or len(key) > _LONGEST_INDEX:
        return None
    return rows[int(key)] if int(key) < len(rows) else None


def _or_first(item: Item | None, info: GraphQLResolveInfo, _: Arguments) -> Item:
    return item or next(iter(info.context.store.items.values()))


def _by_prefix(_: None, info: GraphQLResolveInfo, **arguments: Any) -> Category | None:
    rows: list[Category] = list(info.context.store.categories.values())
    return next((category for category in rows if category.slug.startswith(arguments["slug"])), None)


def _as_stored(things: list[Numbered | None], _: GraphQLResolveInfo, __: Arguments) -> list[Numbered | None]:
    there = sorted((thing for thing in things if thing), key=lambda thing: thing.number)
    return [*there, *(None for thing in things if thing is None)]


def _only_there(things: list[Numbered | None], _: GraphQLResolveInfo, __: Arguments) -> list[Numbered | None]:
    return [thing for thing in things if thing is not None]


def _one_of_a_type(things: list[Numbered | None], _: GraphQLResolveInfo, __: Arguments) -> list[Numbered | None]:
    loaded: dict[type, Numbered | None] = {}
    return [loaded.setdefault(type(thing), thing) for thing in things]


def _but_last(arguments: Arguments, _: GraphQLResolveInfo) -> Arguments:
    return {**arguments, "skus": arguments["skus"][:-1]}


def _cached_for_all(resolve: Resolver) -> Resolver:
    cache: list[Supplier] = []

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        if not cache:
            found = resolve(parent, info, **arguments)
            cache.extend([found] if found else [])
        return next(iter(cache), None)

    return resolver


def _cached_by_text(resolve: Resolver) -> Resolver:
    cache: dict[str, list[Numbered]] = {}

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        text = arguments["text"]
        if text not in cache:
            cache[text] = resolve(parent, info, **arguments)
        return cache[text]

    return resolver


def _cached_by_item(resolve: Resolver) -> Resolver:
    cache: dict[str, Money] = {}

    def resolver(item: Item, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        if item.sku not in cache:
            cache[item.sku] = resolve(item, info, **arguments)
        return cache[item.sku]

    return resolver


_NODES: Final = "Query.nodes"

FAULTS: Final = (
    fault(
        "lookup-counts-from-zero", "Query.project", instead(_by_index), "Takes an id that counts from 1 for an index."
    ),
    fault("unknown-gives-first", "Query.item", shown(_or_first), "What is not found is the first of the table."),
    fault("lookup-by-prefix", "Query.category", instead(_by_prefix), "LIKE instead of =: the beginning is enough."),
    fault("nodes-as-stored", _NODES, shown(_as_stored), "WHERE id IN: in the order of the table, not of the ids."),
    fault("nodes-without-missing", _NODES, shown(_only_there), "What is not there is left out, not null."),
    fault("nodes-one-of-a-type", _NODES, shown(_one_of_a_type), "Loaded by type alone: all parts are the first part."),
    fault("cheapest-without-last", "Query.cheapest", given(_but_last), "A loop that ends one too early."),
    fault("cache-without-id", "Query.supplier", _cached_for_all, "The cache has no key: all get the first answer."),
    fault("cache-without-kinds", "Query.search", _cached_by_text, "Cached by the text, whatever kinds and limit are."),
    fault("cache-without-currency", of_items("price"), _cached_by_item, "Cached by item: the first currency stays."),
)
