"""Short ways through the graph, for paths along one given edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.criteria.breadth_first import breadth_first, way_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.criteria.type_graph import Edges, TypeGraph


def simple_path_along(graph: TypeGraph, edge: int) -> Edges | None:
    """A shortest simple path from the root that ends with an edge; it may end at the root.

    ``None`` where every way to the edge must pass the type it leads to, as with a self-loop.
    """
    source, target = graph.sources[edge], graph.targets[edge]
    way: Edges | None = graph.prefix(source)
    if target and target in (source, *(graph.targets[each] for each in way or ())):
        way = way_around(graph, source, target)
    return None if way is None else (*way, edge)


def to_the_end(graph: TypeGraph, path: Edges, ends: Sequence[int]) -> tuple[Edges, int]:
    """A simple path made longer until it can go nowhere new, and its nodes. It goes where ``ends`` is least."""
    visited = graph.bits[graph.sources[path[0]]]
    for edge in path:
        visited |= graph.bits[graph.targets[edge]]
    edges = list(path)
    node = graph.targets[edges[-1]]
    while graph.successors[node] & ~visited:
        free = [edge for edge in graph.out[node] if not visited & graph.bits[graph.targets[edge]]]
        edge = min(free, key=lambda each: ends[graph.targets[each]])
        edges.append(edge)
        node = graph.targets[edge]
        visited |= graph.bits[node]
    return tuple(edges), visited


def distances_to_ends(graph: TypeGraph) -> list[int]:
    """For each node how far the nearest type is that leads nowhere else; very far where there is none."""
    far = len(graph.names)
    ends = [node for node, bit in enumerate(graph.bits) if not graph.successors[node] & ~bit]
    distances = {node: distance for node, distance, _ in breadth_first(ends, graph.into, graph.sources)}
    return [distances.get(node, far) for node in range(far)]


def way_around(graph: TypeGraph, goal: int, avoided: int) -> Edges | None:
    """A shortest way from the root that does not touch a node."""
    found = breadth_first([0], graph.out, graph.targets, lambda node: node != avoided)
    entered = {node: edge for node, _, edge in found}
    return way_to(goal, entered, graph.sources) if goal in entered else None
