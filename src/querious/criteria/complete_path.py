"""Complete-path coverage to a length: every way from the root, types visited again included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.search import Search, Walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.criteria.type_graph import Edges, TypeGraph


def complete_path(graph: TypeGraph, length: int, search: Search | None = None) -> Iterator[Edges]:
    """Each walk of ``length`` edges from the root, and each shorter one that ends where nothing leads on.

    Without the limit their number has no end as soon as there is a cycle.
    """
    search = search or Search(graph)
    deepest = search.deepest(length)
    if not length or not graph.targets:
        if search.wants(0):
            yield ()
        return
    walk = Walk(graph, search, 0)
    for edge in walk.edges():
        so_far = len(walk.path) + 1
        if so_far == length or not graph.out[graph.targets[edge]]:
            if search.wants(so_far):
                yield (*walk.path, edge)
        elif so_far < deepest:
            walk.enter(edge)
        else:
            search.cut = True


def complete_path_along(graph: TypeGraph, edge: int, length: int, ends: Sequence[int]) -> Edges | None:
    """A shortest way along an edge, made longer to ``length``; ``None`` if the edge is too far away."""
    path = [*graph.prefix(graph.sources[edge]), edge]
    while len(path) < length and graph.out[graph.targets[path[-1]]]:
        path.append(min(graph.out[graph.targets[path[-1]]], key=lambda each: ends[graph.targets[each]]))
    return tuple(path) if len(path) <= length else None
