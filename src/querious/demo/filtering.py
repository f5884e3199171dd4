"""Which items a filter lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.refusal import bad_input

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.demo.entities import Item

DEEPEST_FILTER: Final = 20
SCARCE: Final = 5
"""An item of which there are fewer is said to be low."""


def availability(item: Item) -> str:
    """Whether there is enough of it."""
    if item.stock == 0:
        return "SOLD_OUT"
    return "LOW" if item.stock < SCARCE else "IN_STOCK"


def matches(item: Item, wanted: Mapping[str, Any], depth: int = 0) -> bool:
    """Whether every condition holds; null is as good as not given."""
    if depth > DEEPEST_FILTER:
        raise bad_input(f"A filter may be nested {DEEPEST_FILTER} deep at most.")
    if wanted.get("not") is not None and matches(item, wanted["not"], depth + 1):
        return False
    if wanted.get("and") is not None and not all(matches(item, inner, depth + 1) for inner in wanted["and"]):
        return False
    if wanted.get("or") is not None and not any(matches(item, inner, depth + 1) for inner in wanted["or"]):
        return False
    return all(holds(item, wanted[name]) for name, holds in _PLAIN.items() if wanted.get(name) is not None)


def _name_contains(item: Item, text: str) -> bool:
    return text.casefold() in item.name.casefold()


_PLAIN: Final[Mapping[str, Callable[[Item, Any], bool]]] = {
    "name_contains": _name_contains,
    "skus": lambda item, skus: item.sku in skus,
    "category": lambda item, slug: item.category == slug,
    "min_price": lambda item, least: item.price >= least,
    "max_price": lambda item, most: item.price <= most,
    "availability": lambda item, states: availability(item) in states,
    "added_after": lambda item, moment: item.added_at > moment,
}
