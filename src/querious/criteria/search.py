"""How a search through the graph is bounded, and the two searches that several criteria share.

All searches are loops with an explicit stack of iterators: no recursion, so a path may be thousands of edges long, and
memory is linear in the path. They are plain generators: closing one, or Ctrl-C, ends it at once.
"""

from __future__ import annotations

import sys
from itertools import takewhile
from typing import TYPE_CHECKING

from querious.criteria.breadth_first import breadth_first

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


class Walk:
    """A path on its way through the graph, and the edges that may come next.

    A loop over ``edges`` sees every edge that leaves the last node; ``enter`` makes the path longer by it, and the loop
    goes on from there. When all edges of a node were seen, the path is one edge shorter again.
    """

    __slots__ = ("_graph", "_search", "_stack", "path", "visited")

    def __init__(self, graph: TypeGraph, search: Search, start: int) -> None:
        self._graph = graph
        self._search = search
        self._stack = [iter(search.branches[start])]
        self.path: list[int] = []
        self.visited = graph.bits[start]
        """The nodes on the path, bit by bit; only for paths on which no node comes twice."""

    def edges(self) -> Iterator[int]:
        """Every edge that can come next, depth first."""
        stack, path, bits, targets = self._stack, self.path, self._graph.bits, self._graph.targets
        while stack:
            edge = next(stack[-1], -1)
            if edge >= 0:
                yield edge
                continue
            stack.pop()
            if path:
                self.visited ^= bits[targets[path.pop()]]

    def enter(self, edge: int) -> None:
        """Go down an edge."""
        self._search.step()
        node = self._graph.targets[edge]
        self.path.append(edge)
        self.visited |= self._graph.bits[node]
        self._stack.append(iter(self._search.branches[node]))


def open_prime_paths(graph: TypeGraph, start: int, search: Search) -> Iterator[Edges]:
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
    near = distances_back(graph, start, deepest) if required and search.length is not None else {}
    furthest = deepest if near else 0
    walk = Walk(graph, search, start)
    for edge in walk.edges():
        node = targets[edge]
        if walk.visited & bits[node]:
            continue
        seen = walk.visited | bits[node]
        missing = required & ~seen
        length = len(walk.path) + 1
        if missing and component[node] != home:
            continue
        if missing and length + near.get(node, furthest) > deepest:
            search.cut |= deepest < len(bits)
        elif successors[node] | seen == seen:
            if not missing and not successors[node] & first and search.wants(length):
                yield (*walk.path, edge)
        elif length < deepest:
            walk.enter(edge)
        else:
            search.cut = True


def distances_back(graph: TypeGraph, start: int, furthest: int, least: int = 0) -> dict[int, int]:
    """From which nodes ``start`` is reached by fewer than ``furthest`` edges, and by how many at least.

    Only nodes of its component, none smaller than ``least``.
    """
    home = graph.component[start]
    found = breadth_first(
        [start], graph.into, graph.sources, lambda node: node >= least and graph.component[node] == home
    )
    near = takewhile(lambda reached: reached[1] < max(1, furthest), found)
    return {node: distance for node, distance, _ in near}
