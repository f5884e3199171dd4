"""Node coverage: every type is visited."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.criteria.type_graph import Edges, TypeGraph


def node(graph: TypeGraph) -> Iterator[Edges]:
    """A shortest way to each type, nearest first; the empty way to the root itself."""
    for index in range(len(graph.names)):
        yield graph.prefix(index)
