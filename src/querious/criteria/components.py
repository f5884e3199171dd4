"""Strongly connected components: groups of nodes that all lead to each other. Tarjan's algorithm without recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def strongly_connected(  # complexipy: ignore (as published)
    nodes: Iterable[int], out: Sequence[Sequence[int]], targets: Sequence[int]
) -> list[list[int]]:
    """The components of the part that ``nodes`` and the edges between them make; a component follows what it leads to.

    Linear in the nodes and edges of that part. The nodes of each component are sorted.
    """
    inside = dict.fromkeys(nodes, -1)
    """Node → order of discovery; -1 is not yet seen, -2 is done."""
    low: dict[int, int] = {}
    waiting: list[int] = []
    found: list[list[int]] = []
    for start in inside:
        if inside[start] != -1:
            continue
        inside[start] = low[start] = len(low)
        waiting.append(start)
        stack = [(start, iter(out[start]))]
        while stack:
            node, edges = stack[-1]
            for edge in edges:
                target = targets[edge]
                order = inside.get(target, -2)
                if order == -1:
                    inside[target] = low[target] = len(low)
                    waiting.append(target)
                    stack.append((target, iter(out[target])))
                    break
                if order >= 0:
                    low[node] = min(low[node], order)
            else:
                stack.pop()
                if stack:
                    parent = stack[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == inside[node]:
                    group = [waiting.pop()]
                    while group[-1] != node:
                        group.append(waiting.pop())
                    inside.update(dict.fromkeys(group, -2))
                    found.append(sorted(group))
    return found
