"""How far each node is from where reading begins, and which part of a large picture is drawn."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from querious.drawing.parallel_edges import joined
from querious.drawing.picture import PictureStyle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.drawing.parallel_edges import JoinedEdges
    from querious.drawing.picture import Picture, PictureNode


def distances(nodes: Sequence[PictureNode], edges: Iterable[JoinedEdges]) -> dict[int, int]:
    """For each node, by its position, the number of edges from the nearest root; nearer ones come first.

    Roots are the nodes of that kind. Where there are none, and for what they do not lead to, reading begins at a node
    that no other leads to, or else at the first. Such parts come after all that the roots lead to. Linear.
    """
    out: list[list[int]] = [[] for _ in nodes]
    entered = [False] * len(nodes)
    for edge in edges:
        out[edge.source].append(edge.target)
        entered[edge.target] |= edge.source != edge.target
    found: dict[int, int] = {}
    for roots in _beginnings(nodes, entered):
        new = [root for root in roots if root not in found]
        found.update(dict.fromkeys(new, 0))
        queue = deque(new)
        while queue:
            node = queue.popleft()
            for target in out[node]:
                if target not in found:
                    found[target] = found[node] + 1
                    queue.append(target)
    return found


def _beginnings(nodes: Sequence[PictureNode], entered: Sequence[bool]) -> Iterator[list[int]]:
    yield [place for place, node in enumerate(nodes) if node.kind is PictureStyle.ROOT]
    yield [place for place in range(len(nodes)) if not entered[place]]
    yield from ([place] for place in range(len(nodes)))


def nearest(picture: Picture, most_nodes: int, most_edges: int) -> Picture:
    """The part of a picture nearest to its roots: so many nodes, and so many edges when parallel ones are joined.

    Of nodes at the same distance, highlighted ones are taken first. The note then tells how many were left out.
    At least one node is left, and every node that is left keeps a way from a root. Linear but for sorting.
    """
    edges = joined(picture)
    if len(picture.nodes) <= most_nodes and len(edges) <= most_edges:
        return picture
    far = distances(picture.nodes, edges)
    order = _preferred(picture.nodes, far)
    ranks = {place: rank for rank, place in enumerate(order)}
    closing = [0] * len(order)
    for edge in edges:
        closing[max(ranks[edge.source], ranks[edge.target])] += 1
    taken = drawn = 0
    for number in closing[:most_nodes]:
        drawn += number
        if taken and drawn > most_edges:
            break
        taken += 1
    kept = sorted(order[:taken])
    keys = {picture.nodes[place].key for place in kept}
    left_out = len(picture.nodes) - taken
    note = f"{taken:,} of {len(picture.nodes):,} nodes are drawn, those nearest to the root; {left_out:,} are left out"
    return replace(
        picture,
        nodes=tuple(picture.nodes[place] for place in kept),
        edges=tuple(edge for edge in picture.edges if edge.source in keys and edge.target in keys),
        note=f"{picture.note}; {note}" if picture.note else note,
    )


def _preferred(nodes: Sequence[PictureNode], far: dict[int, int]) -> list[int]:
    """All nodes, nearest first, each part of the picture after the one before it."""
    order: list[int] = []
    part: list[int] = []
    for place, distance in far.items():
        if part and distance < far[part[-1]]:
            order += _by_distance(nodes, far, part)
            part = []
        part.append(place)
    return order + _by_distance(nodes, far, part)


def _by_distance(nodes: Sequence[PictureNode], far: dict[int, int], part: list[int]) -> list[int]:
    return sorted(part, key=lambda place: (far[place], nodes[place].kind is not PictureStyle.HIGHLIGHTED))
