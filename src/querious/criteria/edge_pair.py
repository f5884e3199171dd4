"""Edge-pair coverage: every way of at most two edges is walked along."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.criteria.type_graph import Edges, TypeGraph


def edge_pair(graph: TypeGraph) -> Iterator[Edges]:
    """A shortest way along each pair of edges that meet, nearest first.

    "At most two" takes in what is part of no pair: an edge with none before and none after it, or a lone root.
    """
    if not graph.targets:
        yield ()
    for first, (source, target) in enumerate(zip(graph.sources, graph.targets, strict=True)):
        way = (*graph.prefix(source), first)
        for second in graph.out[target]:
            yield (*way, second)
        if not graph.out[target] and not graph.into[source]:
            yield way
