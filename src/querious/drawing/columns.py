"""Places for any picture: layers become columns from left to right, with room for the lines between them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.drawing.boxes import Box
from querious.drawing.layer_order import ordered
from querious.drawing.positions import spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.drawing.layers import Layered

_ACROSS: Final = 56.0
_ACROSS_PER_LINE: Final = 3.0
_MOST_ACROSS: Final = 190.0
_BETWEEN_LINES: Final = 9.0
_BETWEEN_BOXES: Final = 22.0


def place(layered: Layered, sizes: Sequence[tuple[float, float]]) -> list[Box]:
    """A box for each item; that of a place kept free is as wide as its column and has no height.

    All boxes of a column are equally wide: a line in the room between columns cannot run into one.
    """
    layers = ordered(layered)
    padding = _BETWEEN_BOXES - _BETWEEN_LINES
    heights = [height + padding for _, height in sizes] + [0.0] * (len(layered.ranks) - len(sizes))
    middles = spread(layered, layers, heights, _BETWEEN_LINES)
    boxes = [Box(0.0, 0.0, 0.0, 0.0)] * len(heights)
    left = 0.0
    for layer, room in zip(layers, rooms(layered), strict=True):
        width = max(sizes[item][0] for item in layer if item < layered.nodes)
        for item in layer:
            height = sizes[item][1] if item < layered.nodes else 0.0
            boxes[item] = Box(left, middles[item] - height / 2, width, height)
        left += width + room
    return boxes


def rooms(layered: Layered) -> list[float]:
    """For each layer how wide the room to the right of it is: the more lines, the wider."""
    ranks = layered.ranks
    lines = Counter(min(ranks[link.source], ranks[link.target]) for link in layered.links)
    layers = max(ranks, default=-1) + 1
    return [min(_ACROSS + _ACROSS_PER_LINE * lines[rank], _MOST_ACROSS) for rank in range(layers)]
