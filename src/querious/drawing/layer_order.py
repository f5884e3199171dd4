"""The order of items in their layers: sweeps that put each one near the middle of its neighbours (Sugiyama 1981).

A heuristic: the fewest crossings are NP-hard to find, already for two layers.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from querious.drawing.layers import mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from querious.drawing.layers import Layered

_SWEEPS: Final = 6
"""Down and up again."""


def ordered(layered: Layered) -> list[list[int]]:
    """The layers of a picture, each in its order; the best that was met, the first one if it has no crossings."""
    layers = layered.layers()
    before, after = layered.neighbours()
    best, fewest = [list(layer) for layer in layers], crossings(layers, after)
    for _ in range(_SWEEPS):
        for ordered_layers, neighbours in ((layers, before), (layers[::-1], after)):
            if not fewest:
                return best
            for beside, layer in pairwise(ordered_layers):
                _sort(layer, beside, neighbours)
            found = crossings(layers, after)
            if found < fewest:
                best, fewest = [list(layer) for layer in layers], found
    return best


def crossings(layers: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> int:
    """How often lines between neighbouring layers cross."""
    found = 0
    for left, right in pairwise(layers):
        places = _places(right)
        ends = [sorted(places[other] for other in after[item]) for item in left]
        found += _inversions(chain.from_iterable(ends))
    return found


def _sort(layer: list[int], beside: Sequence[int], neighbours: Sequence[Sequence[int]]) -> None:
    """Sort by the middle of the neighbours; an item without any stays about where it is."""
    places = _places(beside)
    scale = len(beside) / max(len(layer), 1)
    wanted = {
        item: mean([places[other] for other in neighbours[item]], place * scale) for place, item in enumerate(layer)
    }
    layer.sort(key=wanted.__getitem__)


def _places(layer: Sequence[int]) -> dict[int, int]:
    return {item: place for place, item in enumerate(layer)}


def _inversions(numbers: Iterable[int]) -> int:
    """How many pairs stand in the wrong order."""
    found = 0
    before: list[int] = []
    for number in numbers:
        place = bisect_right(before, number)
        found += len(before) - place
        before.insert(place, number)
    return found
