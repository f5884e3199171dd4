"""Simple-path coverage: every way from the root on which no type comes twice, also those that are part of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.criteria.type_graph import Edges, TypeGraph


def simple_path(graph: TypeGraph, search: Search | None = None) -> Iterator[Edges]:
    """Each simple path that begins at the root, from the empty one on; a path may end where it began."""
    search = search or Search(graph)
    targets, bits = graph.targets, graph.bits
    deepest = search.deepest(len(bits))
    path: list[int] = []
    visited = 1
    stack = [iter(search.branches[0])]
    if search.wants(0):
        yield ()
    while stack:
        for edge in stack[-1]:
            node = targets[edge]
            if visited & bits[node] and node:
                continue
            if search.wants(len(path) + 1):
                yield (*path, edge)
            if not node:
                continue
            if len(path) + 1 < deepest:
                search.step()
                path.append(edge)
                visited |= bits[node]
                stack.append(iter(search.branches[node]))
                break
            search.cut |= bool(graph.out[node])
        else:
            stack.pop()
            if path:
                visited ^= bits[targets[path.pop()]]
