"""Simple-path coverage: every way from the root on which no type comes twice, also those that are part of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.search import Search, Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.criteria.type_graph import Edges, TypeGraph


def simple_path(graph: TypeGraph, search: Search | None = None) -> Iterator[Edges]:
    """Each simple path that begins at the root, from the empty one on; a path may end where it began."""
    search = search or Search(graph)
    targets, bits = graph.targets, graph.bits
    deepest = search.deepest(len(bits))
    if search.wants(0):
        yield ()
    walk = Walk(graph, search, 0)
    for edge in walk.edges():
        node, length = targets[edge], len(walk.path) + 1
        if node and walk.visited & bits[node]:
            continue
        if search.wants(length):
            yield (*walk.path, edge)
        if node and length < deepest:
            walk.enter(edge)
        else:
            search.cut |= bool(node and graph.out[node])
