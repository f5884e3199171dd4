"""Rooted prime-path coverage, the study's: the prime paths that begin at the root (Lorenz 2023)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.cycles import root_cycles
from querious.criteria.search import Search, open_prime_paths
from querious.criteria.ways import simple_path_along, to_the_end

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.criteria.type_graph import Edges, TypeGraph


def rooted_prime_path(graph: TypeGraph, search: Search | None = None) -> Iterator[Edges]:
    """Each prime path from the root, as it is: no prefix is needed.

    Where no field leads back to the root, as in most schemas, every end of the search is a prime path: there are no
    dead ends. Where one does, the cycles through the root are among them, and come first: they are found without
    dead ends, the others are not.
    """
    search = search or Search(graph)
    if not graph.targets:
        if search.wants(0):
            yield ()
        return
    yield from root_cycles(graph, search)
    yield from open_prime_paths(graph, 0, search)


def rooted_prime_path_along(graph: TypeGraph, edge: int, ends: Sequence[int]) -> Edges | None:
    """A short prime path from the root along an edge, or ``None`` where none was found.

    An edge that leads back to a type which every way to it must pass (a self-loop, say) is on none.
    """
    way = simple_path_along(graph, edge)
    if way is None or not graph.targets[edge]:
        return way
    path, visited = to_the_end(graph, way, ends)
    last = graph.targets[path[-1]]
    if graph.successors[last] & 1:
        return (*path, next(each for each in graph.out[last] if not graph.targets[each]))
    return None if graph.predecessors[0] & ~visited else path
