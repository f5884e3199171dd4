"""Complete-path coverage to a length: every way from the root, types visited again included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.criteria.type_graph import Edges, TypeGraph


def complete_path(graph: TypeGraph, length: int, search: Search | None = None) -> Iterator[Edges]:
    """Each walk of ``length`` edges from the root, and each shorter one that ends where nothing leads on.

    Without the limit their number has no end as soon as there is a cycle.
    """
    search = search or Search(graph)
    deepest = search.deepest(length)
    path: list[int] = []
    stack = [iter(search.branches[0])] if length else []
    if search.wants(0) and (not length or not graph.targets):
        yield ()
    while stack:
        for edge in stack[-1]:
            node = graph.targets[edge]
            if graph.out[node] and len(path) + 1 < deepest:
                search.step()
                path.append(edge)
                stack.append(iter(search.branches[node]))
                break
            if not graph.out[node] or len(path) + 1 == length:
                if search.wants(len(path) + 1):
                    yield (*path, edge)
            else:
                search.cut = True
        else:
            stack.pop()
            if path:
                path.pop()


def complete_path_along(graph: TypeGraph, edge: int, length: int, ends: Sequence[int]) -> Edges | None:
    """A shortest way along an edge, made longer to ``length``; ``None`` if the edge is too far away."""
    path = [*graph.prefix(graph.sources[edge]), edge]
    while len(path) < length and graph.out[graph.targets[path[-1]]]:
        path.append(min(graph.out[graph.targets[path[-1]]], key=lambda each: ends[graph.targets[each]]))
    return tuple(path) if len(path) <= length else None
