"""How a search through the graph is bounded, and the two searches that several criteria share.

All searches are loops with an explicit stack of iterators: no recursion, so a path may be thousands of edges long, and
memory is linear in the path. They are plain generators: closing one, or Ctrl-C, ends it at once.
"""

from __future__ import annotations

import sys
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from querious.criteria.type_graph import Edges, TypeGraph


class OutOfSteps(Exception):  # noqa: N818 (it ends a search that has a budget; it is no error)
    """The search has done the work it was given. What it has not found by then stays unknown."""


class Search:
    """What to look for, what it may cost, and whether anything longer was left out.

    Work is counted in steps, one for each edge that a search goes down and each node it begins at, not in seconds: the
    same budget gives the same paths on every machine. It matters because whether a prime path begins at a node is as
    hard to decide as whether a path through given nodes exists: a search can work for long without finding one.
    """

    __slots__ = ("branches", "cut", "length", "steps")

    def __init__(self, graph: TypeGraph, length: int | None = None, steps: int | None = None) -> None:
        self.length = length
        """Only paths of exactly so many edges; ``None`` for all."""
        self.steps = sys.maxsize if steps is None else steps
        """How many are left."""
        self.cut = False
        """Whether there may be longer paths than ``length``."""
        self.branches: Sequence[Sequence[int]] = graph.out
        """For each node the edges that leave it, in the order to try them."""

    def deepen(self, graph: TypeGraph, random: Random) -> None:
        """Go on to paths of one edge more, with branches in a new order."""
        self.length = 0 if self.length is None else self.length + 1
        self.cut = False
        self.branches = [random.sample(edges, len(edges)) for edges in graph.out]

    def step(self) -> None:
        """Count one; raise when there are none left."""
        self.steps -= 1
        if self.steps < 0:
            raise OutOfSteps

    def wants(self, length: int) -> bool:
        """Whether paths of so many edges are looked for."""
        return self.length is None or self.length == length

    def deepest(self, limit: int) -> int:
        """How many edges a path may have, if it cannot have more than ``limit``."""
        return limit if self.length is None else min(self.length, limit)


def open_prime_paths(  # complexipy: ignore (one loop: a call in the innermost place would cost more than the rest)
    graph: TypeGraph, start: int, search: Search
) -> Iterator[Edges]:
    """The prime paths from ``start`` that are no cycles.

    Such a path ends where all successors are on it already. It is prime if moreover all predecessors of its first node
    are on it, and no edge leads from its last node to the first. Parallel edges change nothing in this: whether a walk
    is simple depends on its nodes alone. While predecessors are missing, a path must stay in its component and, if its
    length is given, have edges left for the way to one of them and on to an end.
    """
    targets, bits, successors, component = graph.targets, graph.bits, graph.successors, graph.component
    first, required, home = bits[start], graph.predecessors[start], component[start]
    search.step()
    if required and not graph.reach(start) & ~required & ~first:
        return  # every end would close a cycle
    deepest = search.deepest(len(bits))
    near = distances_back(graph, start, deepest) if required and search.length is not None else None
    path: list[int] = []
    visited = first
    stack = [iter(search.branches[start])]
    while stack:
        for edge in stack[-1]:
            node = targets[edge]
            if visited & bits[node]:
                continue
            seen = visited | bits[node]
            missing = required & ~seen
            if missing:
                if component[node] != home:
                    continue
                if near is not None and len(path) + 1 + near.get(node, deepest) > deepest:
                    search.cut |= deepest < len(bits)
                    continue
            if successors[node] | seen != seen:
                if len(path) + 1 < deepest:
                    search.step()
                    path.append(edge)
                    visited = seen
                    stack.append(iter(search.branches[node]))
                    break
                search.cut = True
            elif not missing and not successors[node] & first and search.wants(len(path) + 1):
                yield (*path, edge)
        else:
            stack.pop()
            if path:
                visited ^= bits[targets[path.pop()]]


def distances_back(graph: TypeGraph, start: int, furthest: int, least: int = 0) -> dict[int, int]:
    """From which nodes ``start`` is reached by fewer than ``furthest`` edges, and by how many at least.

    Only nodes of its component, none smaller than ``least``.
    """
    home = graph.component[start]
    found = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if found[node] + 1 < furthest:
            for edge in graph.into[node]:
                source = graph.sources[edge]
                if source >= least and source not in found and graph.component[source] == home:
                    found[source] = found[node] + 1
                    queue.append(source)
    return found
