"""Where the items of a layer stand: each near its neighbours, none on another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.drawing.layers import Link

_PASSES: Final = 6


def spread(  # complexipy: ignore (to be taken apart)
    layers: Sequence[Sequence[int]], heights: Sequence[float], links: Sequence[Link], gap: float
) -> list[float]:
    """For each item the height of its middle. Items keep their order in the layer and ``gap`` from each other."""
    near: list[list[int]] = [[] for _ in heights]
    for link in links:
        near[link.source].append(link.target)
        near[link.target].append(link.source)
    ranks = {item: rank for rank, layer in enumerate(layers) for item in layer}
    middles = [0.0] * len(heights)
    for layer in layers:
        _stand(layer, heights, dict.fromkeys(layer, 0.0), gap, middles)
    for walk in range(_PASSES):
        side = -1 if walk % 2 == 0 else 1
        for layer in layers if side < 0 else reversed(layers):
            wanted = {}
            for item in layer:
                found = [middles[other] for other in near[item] if ranks[other] == ranks[item] + side]
                wanted[item] = sum(found) / len(found) if found else middles[item]
            _stand(layer, heights, wanted, gap, middles)
    top = min((middle - height / 2 for middle, height in zip(middles, heights, strict=True)), default=0.0)
    return [middle - top for middle in middles]


def _stand(
    layer: Sequence[int], heights: Sequence[float], wanted: Mapping[int, float], gap: float, middles: list[float]
) -> None:
    """Put each item as near as can be to where it is wanted (least squares).

    What an item must keep from the first one is taken off, so that only the order is left to be kept: neighbours in
    the wrong order are moved together to their mean (pool adjacent violators, Ayer et al. 1955). Linear.
    """
    offsets: list[float] = []
    below = 0.0
    groups: list[tuple[float, int]] = []
    for item in layer:
        offsets.append(below + heights[item] / 2)
        below += heights[item] + gap
        mean, count = wanted[item] - offsets[-1], 1
        while groups and groups[-1][0] >= mean:
            other, size = groups.pop()
            mean, count = (mean * count + other * size) / (count + size), count + size
        groups.append((mean, count))
    places = (mean for mean, count in groups for _ in range(count))
    for item, offset, place in zip(layer, offsets, places, strict=True):
        middles[item] = place + offset
