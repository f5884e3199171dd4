"""Edge coverage: every field of every type is walked along."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.criteria.type_graph import Edges, TypeGraph


def edge(graph: TypeGraph) -> Iterator[Edges]:
    """A shortest way along each edge, nearest first. Without any edge the root by itself, as the way of length 0."""
    if not graph.targets:
        yield ()
    for index, source in enumerate(graph.sources):
        yield (*graph.prefix(source), index)
