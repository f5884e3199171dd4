"""Where the items of a layer stand: each near its neighbours, none on another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.drawing.layers import mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.drawing.layers import Layered

_PASSES: Final = 3
"""Down and up again."""


def spread(layered: Layered, layers: Sequence[Sequence[int]], heights: Sequence[float], gap: float) -> list[float]:
    """For each item the height of its middle. Items keep their order in the layer and ``gap`` from each other."""
    before, after = layered.neighbours()
    middles = [0.0] * len(heights)
    for layer in layers:
        _stand(layer, heights, middles, gap)
    for _ in range(_PASSES):
        for walk, neighbours in ((layers, before), (layers[::-1], after)):
            for layer in walk:
                for item in layer:  # all neighbours are in another layer, so none of them moves meanwhile
                    middles[item] = mean([middles[other] for other in neighbours[item]], middles[item])
                _stand(layer, heights, middles, gap)
    top = min((middle - height / 2 for middle, height in zip(middles, heights, strict=True)), default=0.0)
    return [middle - top for middle in middles]


def _stand(layer: Sequence[int], heights: Sequence[float], middles: list[float], gap: float) -> None:
    """Put each item as near as can be to where it is (least squares), in order and with room between.

    What an item must keep from the first one is taken off, so that only the order is left to be kept: neighbours in
    the wrong order are moved together to their mean (pool adjacent violators, Ayer et al. 1955). Linear.
    """
    offsets: list[float] = []
    below = 0.0
    groups: list[tuple[float, int]] = []
    for item in layer:
        offsets.append(below + heights[item] / 2)
        below += heights[item] + gap
        place, count = middles[item] - offsets[-1], 1
        while groups and groups[-1][0] >= place:
            other, size = groups.pop()
            place, count = (place * count + other * size) / (count + size), count + size
        groups.append((place, count))
    places = (place for place, count in groups for _ in range(count))
    for item, offset, place in zip(layer, offsets, places, strict=True):
        middles[item] = place + offset
