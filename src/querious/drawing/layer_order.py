"""The order of items in their layers: sweeps that put each one near the middle of its neighbours (Sugiyama 1981).

A heuristic: the fewest crossings are NP-hard to find, already for two layers.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.drawing.layers import Layered

_SWEEPS: Final = 12


def ordered(layered: Layered) -> list[list[int]]:
    """The layers of a picture, each in its order; the best that was met, the first one if it has no crossings."""
    layers = layered.layers()
    before, after = _neighbours(layered)
    best, fewest = [list(layer) for layer in layers], crossings(layers, after)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        down = sweep % 2 == 0
        walked = range(1, len(layers)) if down else range(len(layers) - 2, -1, -1)
        for index in walked:
            beside = layers[index - 1] if down else layers[index + 1]
            _sort(layers[index], beside, before if down else after)
        found = crossings(layers, after)
        if found < fewest:
            best, fewest = [list(layer) for layer in layers], found
    return best


def crossings(layers: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> int:
    """How often lines between neighbouring layers cross. Linear in the lines, times a logarithm."""
    return sum(
        _inversions([place for item in left for place in sorted(_places(right, after[item]))])
        for left, right in (
            (left, {item: place for place, item in enumerate(right)}) for left, right in pairwise(layers)
        )
    )


def _neighbours(layered: Layered) -> tuple[list[list[int]], list[list[int]]]:
    """For each item those it is linked with in the layer before and in the layer after, whatever the direction."""
    before: list[list[int]] = [[] for _ in layered.ranks]
    after: list[list[int]] = [[] for _ in layered.ranks]
    for source, target, _, _ in layered.links:
        left, right = sorted((source, target), key=layered.ranks.__getitem__)
        if layered.ranks[left] < layered.ranks[right]:
            after[left].append(right)
            before[right].append(left)
    return before, after


def _sort(layer: list[int], beside: Sequence[int], neighbours: Sequence[Sequence[int]]) -> None:
    """Sort by the middle of the neighbours; an item without any stays about where it is."""
    places = {item: place for place, item in enumerate(beside)}
    scale = len(beside) / max(len(layer), 1)
    wanted: dict[int, float] = {}
    for place, item in enumerate(layer):
        found = _places(places, neighbours[item])
        wanted[item] = sum(found) / len(found) if found else place * scale
    layer.sort(key=wanted.__getitem__)


def _places(places: dict[int, int], items: Sequence[int]) -> list[int]:
    return [places[item] for item in items]


def _inversions(numbers: Sequence[int]) -> int:
    """How many pairs stand in the wrong order, with a tree of sums (Fenwick 1994)."""
    size = max(numbers, default=-1) + 1
    sums = [0] * (size + 1)
    found = 0
    for count, number in enumerate(numbers):
        place, not_greater = number + 1, 0
        while place:
            not_greater += sums[place]
            place &= place - 1
        found += count - not_greater
        place = number + 1
        while place <= size:
            sums[place] += 1
            place += place & -place
    return found
