"""The cheapest way from one node to every other, where each step has a price (Dijkstra's algorithm)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

Place = TypeVar("Place", bound="Hashable")
Taken = TypeVar("Taken")


def cheapest_ways(
    start: Place, steps_from: Callable[[Place], Iterable[tuple[int, Place, Taken]]]
) -> dict[Place, tuple[Taken, ...]]:
    """Place → the steps to it, the nearest places first; of ways that cost the same, the one that was found first.

    ``steps_from`` gives the price, the target and the name of each step; it is asked once for each place.
    """
    ways: dict[Place, tuple[Taken, ...]] = {}
    queue: list[tuple[int, int, Place, tuple[Taken, ...]]] = [(0, 0, start, ())]
    pushed = 0
    while queue:
        cost, _, place, way = heappop(queue)
        if place in ways:
            continue
        ways[place] = way
        for price, target, step in steps_from(place):
            if target not in ways:
                pushed += 1
                heappush(queue, (cost + price, pushed, target, (*way, step)))
    return ways
