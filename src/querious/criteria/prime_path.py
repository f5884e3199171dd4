"""Prime-path coverage (Ammann and Offutt): every longest simple path, wherever it begins, and every simple cycle.

A walk is simple if no node comes twice on it, except that the first may also be the last. It is prime if it is no
proper part of another simple walk. Walks are told apart by their edges, so parallel fields make distinct paths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.cycles import cycles
from querious.criteria.search import Search, open_prime_paths
from querious.criteria.ways import to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.criteria.type_graph import Edges, TypeGraph


def prime_path(graph: TypeGraph, search: Search | None = None, *, rooted: bool = False) -> Iterator[Edges]:
    """Each prime path; ``rooted`` puts a shortest way from the root before it, so that it can be asked for.

    No two become equal by that: the one with the longer prefix would be a part of the other. What is
    found without dead ends comes first: those from a root that no other type leads to; each cycle, begun at each of its
    nodes, for nothing can be put before or after a cycle; then those from a node that only its own component leads
    to. No other node can begin one, for what comes from outside would fit before it.
    """
    search = search or Search(graph)
    for path in _prime_paths(graph, search):
        yield (*graph.prefix(graph.sources[path[0]]), *path) if rooted and path else path


def _prime_paths(graph: TypeGraph, search: Search) -> Iterator[Edges]:
    if not graph.targets and search.wants(0):
        yield ()
    source = not graph.predecessors[0] & ~1
    if source and graph.targets:
        yield from open_prime_paths(graph, 0, search)
    for cycle in cycles(graph, search):
        for first in range(len(cycle)):
            yield cycle[first:] + cycle[:first]
    component = graph.component
    for start in range(int(source), len(graph.names)):
        if all(component[graph.sources[edge]] == component[start] for edge in graph.into[start]):
            yield from open_prime_paths(graph, start, search)


def prime_path_along(graph: TypeGraph, edge: int, ends: Sequence[int]) -> Edges:
    """A short prime path along an edge, with its way from the root: the edge made longer at both ends while it can be.

    Every edge is on a prime path, so there always is one.
    """
    first = graph.sources[edge]
    if first == graph.targets[edge]:
        return (*graph.prefix(first), edge)
    path, visited = to_the_end(graph, (edge,), ends)
    before: list[int] = []
    while graph.predecessors[first] & ~visited:
        free = [each for each in graph.into[first] if not visited & graph.bits[graph.sources[each]]]
        before.append(min(free))
        first = graph.sources[before[-1]]
        visited |= graph.bits[first]
    last = graph.targets[path[-1]]
    closing = [each for each in graph.out[last] if graph.targets[each] == first][:1]
    return (*graph.prefix(first), *reversed(before), *path, *closing)
