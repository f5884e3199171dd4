"""The data of the APIs that reach is measured on, gone through by brute force.

The calls are written by hand, from what is known of the data: every identifier that exists, pages long enough for all.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.witnessable import World
from querious.demo.context import Context
from querious.demo.data import filled_store
from querious.demo.executable import executable_schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.store import Store

TESTS = Path(__file__).parent.parent / "tests"
"""Where the package ``apis`` is."""
_PAGE = "(first: 50)"
_ITEMS = ("Part", "Tool", "Kit")


def world_of(name: str) -> World:
    """The world of the demo, or of one of the APIs in ``tests/apis``."""
    if name == "demo":
        store = filled_store()
        return World(executable_schema(), demo_calls(store), lambda: Context(store, 0))
    api = _api(name)
    return World(api.schema(), api.CALLS)


def schema_of(name: str) -> Any:
    """The schema of the same."""
    return executable_schema() if name == "demo" else _api(name).schema()


def _api(name: str) -> Any:
    if str(TESTS) not in sys.path:
        sys.path.insert(0, str(TESTS))
    return import_module(f"apis.{name}")


def demo_calls(store: Store) -> dict[str, list[str]]:
    """Every call to the demo that can bring something."""
    tables = (store.categories, store.items, store.suppliers)
    numbered = [thing for table in (*tables, store.orders, store.reviews) for thing in table.values()]
    skus = list(store.items)
    return {
        "Query.project": _each("(id: %s)", (project.id for project in store.projects)),
        "Query.userProjects": _each("(id: %s)", (user.id for user in store.users)),
        "Query.node": _each("(id: %s)", (thing.id for thing in numbered)),
        "Query.nodes": _each("(ids: [%s])", (thing.id for thing in numbered)),
        "Query.category": _each("(slug: %s)", store.categories),
        "Query.item": _each("(sku: %s)", skus),
        "Query.itemBy": _each("(lookup: {sku: %s})", skus),
        "Query.items": [_PAGE],
        "Query.cheapest": _each("(skus: [%s])", skus),
        "Query.supplier": _each("(id: %s)", (supplier.id for supplier in store.suppliers.values())),
        "Query.suppliers": [_PAGE],
        "Query.order": _each("(id: %s)", (order.id for order in store.orders.values())),
        "Query.orders": [_PAGE],
        "Query.search": _each("(text: %s)", (thing.name for table in tables for thing in table.values())),
        "Query.quote": _each("(lines: [{sku: %s}])", skus),
        "Query.deliveryDay": ['(start: "2024-02-29")'],
        **{f"{kind}.related": ["(limit: 50)"] for kind in _ITEMS},
        **{f"{kind}.reviews": [_PAGE] for kind in _ITEMS},
        "Category.items": [_PAGE],
        "Supplier.items": [_PAGE],
    }


def _each(arguments: str, values: Iterable[str]) -> list[str]:
    return [arguments % json.dumps(value) for value in values]
