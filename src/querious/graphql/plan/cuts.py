"""A trie → few pieces under the limits.

A piece holds whole ways from the root, so each piece repeats the way down to where it begins: the size of a plan is the
size of the trie and what is repeated. The nodes are laid out parents before children and cut into intervals, each
filled as far as it goes. Ending one earlier to repeat less never pays: the next leaf costs no more than the way to it,
and brings itself. One pass, and within a few percent of the bound where pieces are larger than ways are long.
"""

from __future__ import annotations

import itertools
from array import array
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from querious.graphql.plan.facts import FieldFacts
    from querious.graphql.plan.limits import PlanLimits
    from querious.graphql.plan.trie import Trie

DEEPEST: Final = 150
"""Levels of fields at most, whatever the limits say: beyond it, servers that read documents by recursion break."""


class Cut(NamedTuple):
    """Where to cut. ``order[pieces[k]:pieces[k + 1]]`` are the nodes that piece k holds beside the way down to them."""

    order: list[int]
    pieces: list[int]
    bare: bytearray
    """By node: 1 where an object has no selection of its own within the limits, so that a leaf must be added."""
    homes: array[int]
    """By node: its piece, or -1 for a node that no operation within the limits can hold."""
    fields: int
    """Fields of all nodes that can be held, each counted once: what is to be asked for at least."""
    costs: int
    """Their costs, likewise."""


class _Weights(NamedTuple):
    """By node."""

    kept: bytearray
    bare: bytearray
    fields: array[int]
    """Fields that the node adds to a piece."""
    above: array[int]
    """Fields on the way down to the node, itself included."""
    costs: array[int]
    cost_above: array[int]


def cut(trie: Trie, limits: PlanLimits, *, single: bool = False) -> Cut:
    """Cut a trie; ``single`` allows one root field per piece: subscriptions must, and mutations should stand alone."""
    weights = _weigh(trie, limits)
    order = _laid_out(trie, weights.kept)
    pieces = _intervals(trie, weights, order, limits, single=single)
    homes = array("l", [-1]) * len(trie)
    for index, (start, stop) in enumerate(itertools.pairwise(pieces)):
        for node in order[start:stop]:
            homes[node] = index
    return Cut(order, pieces, weights.bare, homes, sum(weights.fields), sum(weights.costs))


def _weigh(trie: Trie, limits: PlanLimits) -> _Weights:
    """What each node adds, and which nodes the limits allow: a node goes with all that is below it."""
    size = len(trie)
    deepest = min(DEEPEST, limits.depth or DEEPEST)
    dearest = limits.cost or inf
    none = array("l", [0]) * size
    kept, bare = bytearray(size), bytearray(size)
    fields, above, costs, cost_above = none[:], none[:], none[:], none[:]
    levels, factors = none[:], array("l", [1]) * size
    kept[0] = 1
    parents, facts, items = trie.parents, trie.facts, trie.known.items
    for node in range(1, size):
        parent = parents[node]
        if not kept[parent]:
            continue
        own, cost, below, factor = _added(facts[node], factors[parent], items)
        level = levels[parent] + (facts[node] is not None)
        total, dear = above[parent] + own, cost_above[parent] + cost
        lowest = level + (not _is_leaf(facts[node]))
        if lowest > deepest or total + below > limits.fields or dear + below * factor > dearest:
            continue
        kept[node], bare[node], bare[parent] = 1, below, 0
        levels[node], factors[node] = level, factor
        fields[node], above[node], costs[node], cost_above[node] = own, total, cost, dear
    for node in range(1, size):
        if bare[node]:
            fields[node] += 1
            costs[node] += factors[node]
    return _Weights(kept, bare, fields, above, costs, cost_above)


def _added(fact: FieldFacts | None, factor: int, items: int) -> tuple[int, int, int, int]:
    """Fields and cost of a node, the leaf that its object needs below it (1 or 0), and the factor of what is below.

    ``fact`` is None for a fragment; ``factor`` is how many objects hold the node.
    """
    if fact is None:
        return 0, 0, 1, factor
    if fact.leaf:
        return 1, factor, 0, factor
    inner = factor * items if fact.size else factor
    if fact.abstract:  # with __typename
        return 2, factor + inner, 0, inner
    return 1, factor, 1, inner


def _is_leaf(fact: FieldFacts | None) -> bool:
    return fact is not None and fact.leaf


def _laid_out(trie: Trie, kept: bytearray) -> list[int]:
    """The nodes that can be held, parents before children, children in the order they came."""
    parents = trie.parents
    firsts, others = (array("l", [0]) * len(trie) for _ in range(2))
    for node in range(len(trie) - 1, 0, -1):
        if kept[node]:
            parent = parents[node]
            others[node] = firsts[parent]
            firsts[parent] = node
    order: list[int] = []
    stack = [firsts[0]]
    while stack:
        node = stack.pop()
        while node:
            order.append(node)
            if others[node]:
                stack.append(others[node])
            node = firsts[node]
    return order


def _intervals(trie: Trie, weights: _Weights, order: list[int], limits: PlanLimits, *, single: bool) -> list[int]:
    """The places in the order where pieces begin, and its end."""
    parents = trie.parents
    _, _, fields, above, costs, cost_above = weights
    most, dearest = limits.fields, limits.cost or inf
    last = len(order) - 1
    pieces = [0]
    start = 0
    while start <= last:
        parent = parents[order[start]]
        size, cost = above[parent], cost_above[parent]
        place = start
        for index in range(start, last + 1):
            node = order[index]
            size += fields[node]
            cost += costs[node]
            if size > most or cost > dearest:
                break
            parent = parents[order[index + 1]] if index < last else 0
            if parent != node:
                place = index + 1
                if single and not parent:
                    break
        start = place
        pieces.append(place)
    return pieces
