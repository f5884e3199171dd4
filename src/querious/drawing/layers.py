"""Nodes in layers by their distance from the root, and every long edge cut into links from layer to layer.

Where an edge passes a layer on its way to a farther one, a place is kept free for it there, so that no line runs across
a box. Edges to the same node share these places: they come together like tracks before a station. So there are never
more places than nodes times layers, however many edges there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from querious.drawing.parallel_edges import JoinedEdges


class Link(NamedTuple):
    """A line that is drawn in one stroke."""

    source: int
    """An item: a node, by its position, or, from the number of nodes up, a place that is kept free."""
    target: int
    edge: int
    """Which edge begins here, or -1 where several may have come together."""
    highlighted: bool


class Layered(NamedTuple):
    """Items in layers. A link leads to the same layer or to a neighbouring one."""

    nodes: int
    ranks: list[int]
    """By item: its layer."""
    goals: list[int]
    """By item: the node that it leads to; a node itself."""
    links: list[Link]

    def layers(self) -> list[list[int]]:
        """The items of each layer, in the order they were made."""
        found: list[list[int]] = [[] for _ in range(max(self.ranks, default=-1) + 1)]
        for item, rank in enumerate(self.ranks):
            found[rank].append(item)
        return found

    def neighbours(self) -> tuple[list[list[int]], list[list[int]]]:
        """For each item those it is linked with in the layer before and in the layer after, whatever the direction."""
        before: list[list[int]] = [[] for _ in self.ranks]
        after: list[list[int]] = [[] for _ in self.ranks]
        for link in self.links:
            left, right = sorted((link.source, link.target), key=self.ranks.__getitem__)
            if self.ranks[left] + 1 == self.ranks[right]:
                after[left].append(right)
                before[right].append(left)
        return before, after


def mean(numbers: Collection[float], otherwise: float) -> float:
    """The mean of some numbers, or another number where there are none."""
    return sum(numbers) / len(numbers) if numbers else otherwise


def in_layers(ranks: Mapping[int, int], edges: Sequence[JoinedEdges]) -> Layered:
    """Cut the edges of a picture whose nodes have these distances."""
    layered = Layered(len(ranks), [ranks[node] for node in range(len(ranks))], list(range(len(ranks))), [])
    places: dict[tuple[int, int], int] = {}
    onward: dict[int, int] = {}
    lit: set[int] = set()
    for number, (source, target, _, highlighted) in enumerate(edges):
        start, end = ranks[source], ranks[target]
        step = -1 if start < end else 1
        way = [target]
        for rank in range(end + step, start, step) if start != end else ():
            if (target, rank) not in places:
                places[target, rank] = len(layered.ranks)
                onward[len(layered.ranks)] = way[-1]
                layered.ranks.append(rank)
                layered.goals.append(target)
            way.append(places[target, rank])
        layered.links.append(Link(source, way[-1], number, highlighted))
        if highlighted:
            lit.update(way[1:])
    layered.links.extend(Link(place, after, -1, place in lit) for place, after in onward.items())
    return layered
