"""Places for a forest: one root below another, children to the right of their parent, in their order."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from querious.drawing.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.drawing.parallel_edges import JoinedEdges

_ACROSS: Final = 44.0
"""Between a parent's column and its children's."""
_GAP: Final = 8.0


def is_forest(ranks: Mapping[int, int], edges: Sequence[JoinedEdges]) -> bool:
    """Whether every node has one parent, in the layer before it, or is a root."""
    children = {edge.target for edge in edges}
    return (
        len(children) == len(edges)
        and all(ranks[edge.target] == ranks[edge.source] + 1 for edge in edges)
        and all(node in children or not rank for node, rank in ranks.items())
    )


def place(ranks: Mapping[int, int], edges: Sequence[JoinedEdges], sizes: Sequence[tuple[float, float]]) -> list[Box]:
    """A box for each node. What stands below a node keeps to a strip of its own, so nothing can overlap. Linear."""
    below: list[list[int]] = [[] for _ in sizes]
    for edge in edges:
        below[edge.source].append(edge.target)
    columns = [0.0] * (max(ranks.values(), default=0) + 1)
    for node, (width, _) in enumerate(sizes):
        columns[ranks[node]] = max(columns[ranks[node]], width)
    lefts = list(accumulate((width + _ACROSS for width in columns), initial=0.0))
    strips = [height + _GAP for _, height in sizes]
    for node in sorted(ranks, key=ranks.__getitem__, reverse=True):
        strips[node] = max(strips[node], sum(strips[child] for child in below[node]))
    boxes = [Box(0.0, 0.0, 0.0, 0.0)] * len(sizes)
    stack: list[tuple[int, float]] = []
    top = 0.0
    for root in sorted(node for node, rank in ranks.items() if not rank):
        stack.append((root, top))
        top += strips[root] + _GAP
    while stack:
        node, top = stack.pop()
        width, height = sizes[node]
        boxes[node] = Box(lefts[ranks[node]], top + (strips[node] - height) / 2, width, height)
        top += (strips[node] - sum(strips[child] for child in below[node])) / 2
        for child in below[node]:
            stack.append((child, top))
            top += strips[child]
    return boxes
