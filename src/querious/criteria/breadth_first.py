"""Nodes of a graph in the order of their distance from some others, and the shortest ways to them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence


def breadth_first(
    starts: Iterable[int],
    edges: Sequence[Sequence[int]],
    ends: Sequence[int],
    may_enter: Callable[[int], bool] = lambda _: True,
) -> Iterator[tuple[int, int, int]]:
    """Each node that is reached, how many edges away, and the last of these edges; -1 for the starts.

    ``edges`` are those that can be walked from each node, ``ends`` where each edge leads to.
    """
    queue = deque((start, 0, -1) for start in starts)
    seen = {start for start, _, _ in queue}
    while queue:
        node, distance, entered = queue.popleft()
        yield node, distance, entered
        for edge in edges[node]:
            end = ends[edge]
            if end not in seen and may_enter(end):
                seen.add(end)
                queue.append((end, distance + 1, edge))


def way_to(node: int, entered: Mapping[int, int], sources: Sequence[int]) -> tuple[int, ...]:
    """The edges from node 0 on, given the edge by which each node is entered."""
    edges = []
    while node:
        edges.append(entered[node])
        node = sources[edges[-1]]
    return tuple(reversed(edges))
