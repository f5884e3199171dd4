"""Short ways through the graph, for paths along one given edge."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.criteria.type_graph import Edges, TypeGraph


def simple_path_along(graph: TypeGraph, edge: int) -> Edges | None:
    """A shortest simple path from the root that ends with an edge; it may end at the root.

    ``None`` where every way to the edge must pass the type it leads to, as with a self-loop.
    """
    source, target = graph.sources[edge], graph.targets[edge]
    way: Edges | None = graph.prefix(source)
    if target and (source == target or any(graph.targets[each] == target for each in way or ())):
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
    found = [0 if not graph.successors[node] & ~bit else far for node, bit in enumerate(graph.bits)]
    queue = deque(node for node, distance in enumerate(found) if not distance)
    while queue:
        node = queue.popleft()
        for edge in graph.into[node]:
            source = graph.sources[edge]
            if found[source] == far:
                found[source] = found[node] + 1
                queue.append(source)
    return found


def way_around(graph: TypeGraph, goal: int, avoided: int) -> Edges | None:
    """A shortest way from the root that does not touch a node."""
    entered = {0: -1}
    queue = deque([0])
    while queue and goal not in entered:
        for edge in graph.out[queue.popleft()]:
            target = graph.targets[edge]
            if target != avoided and target not in entered:
                entered[target] = edge
                queue.append(target)
    if goal not in entered:
        return None
    edges = []
    while goal:
        edges.append(entered[goal])
        goal = graph.sources[entered[goal]]
    return tuple(reversed(edges))
