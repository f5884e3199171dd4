"""Answers that depend on how, or how often, one asks: a field beside it, a fragment, an alias, a variable, a turn."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final

from graphql import FieldNode, FragmentSpreadNode, SelectionSetNode, VariableNode

from querious.demo.faults.answers.facts import before_orders, changed
from querious.demo.faults.answers.weaving import Arguments, fault, given, of_items, shown
from querious.demo.paging import length

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLResolveInfo

    from querious.demo.entities import Order, Supplier
    from querious.demo.faults.fault import Resolver

_REPLICAS: Final = 7


def _selected(info: GraphQLResolveInfo, *, inside_fragments: bool) -> set[str]:
    """The names of the fields that are selected on what a field answers with."""
    names: set[str] = set()
    stack = [node.selection_set for node in info.field_nodes]
    while stack:
        selections = stack.pop()
        for node in selections.selections if selections else ():
            if isinstance(node, FieldNode):
                names.add(node.name.value)
            elif inside_fragments:
                stack.append(_inside(node, info))
    return names


def _inside(node: Any, info: GraphQLResolveInfo) -> SelectionSetNode | None:
    fragment = info.fragments.get(node.name.value) if isinstance(node, FragmentSpreadNode) else node
    return None if fragment is None else fragment.selection_set


def _lines_if_asked(order: Order | None, info: GraphQLResolveInfo, _: Arguments) -> Any:
    if order is None or "lines" in _selected(info, inside_fragments=True):
        return order
    return changed(order, lines=())


def _address_if_seen(supplier: Supplier | None, info: GraphQLResolveInfo, _: Arguments) -> Any:
    if supplier is None or "address" in _selected(info, inside_fragments=False):
        return supplier
    return changed(supplier, address=None)


def _under_its_name(website: str | None, info: GraphQLResolveInfo, _: Arguments) -> str | None:
    return website if info.path.key == info.field_name else None


def _literal_only(arguments: Arguments, info: GraphQLResolveInfo) -> Arguments:
    written = {argument.name.value: argument.value for argument in info.field_nodes[0].arguments}
    return {} if isinstance(written.get("limit"), VariableNode) else arguments


def _sometimes_stale(resolve: Resolver) -> Resolver:
    turns = itertools.count(1)

    def resolver(parent: None, info: GraphQLResolveInfo, **arguments: Any) -> Any:
        item = resolve(parent, info, **arguments)
        behind = next(turns) % _REPLICAS == 0
        return before_orders(item, info.context.store) if item and behind else item

    return resolver


def _either_way(_: Resolver) -> Resolver:
    """Without an order of its own, a table is read from whichever end was read last."""
    ways: Iterator[int] = itertools.cycle((1, -1))

    def resolver(_: None, info: GraphQLResolveInfo, **arguments: Any) -> list[Supplier]:
        start, most = (arguments.get("name_starts_with") or "").casefold(), length("first", arguments.get("first"))
        rows = [one for one in info.context.store.suppliers.values() if one.name.casefold().startswith(start)]
        return rows[:: next(ways)][:most]

    return resolver


FAULTS: Final = (
    fault(
        "total-without-lines",
        "Query.order",
        shown(_lines_if_asked),
        "Lines are loaded if asked for; the total needs them.",
    ),
    fault("fragment-not-loaded", "Query.supplier", shown(_address_if_seen), "An address in a fragment is not loaded."),
    fault(
        "alias-not-loaded", "Supplier.website", shown(_under_its_name), "Columns are loaded by the keys of the answer."
    ),
    fault("variable-not-read", of_items("related"), given(_literal_only), "A limit given as a variable is not seen."),
    fault("replica-behind", "Query.item", _sometimes_stale, "Every seventh is read from a copy that is behind."),
    fault("order-not-fixed", "Query.suppliers", _either_way, "No ORDER BY: the rows come as they like."),
)
