from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.drawing.layers import Layered, Link
from querious.drawing.positions import spread

GAP = 5.0


def layered(layers: list[list[int]], links: list[Link]) -> Layered:
    ranks = [rank for rank, layer in enumerate(layers) for _ in layer]
    return Layered(len(ranks), ranks, list(range(len(ranks))), links)


@given(st.lists(st.lists(st.floats(0, 100), min_size=1, max_size=6), min_size=1, max_size=4), st.data())
def test_items_keep_their_order_and_their_distance(layers: list[list[float]], data: st.DataObject):
    heights = [height for layer in layers for height in layer]
    numbers = iter(range(len(heights)))
    items = [[next(numbers) for _ in layer] for layer in layers]
    ends = st.integers(0, len(heights) - 1)
    links = [Link(a, b, 0, highlighted=False) for a, b in data.draw(st.lists(st.tuples(ends, ends), max_size=12))]
    middles = spread(layered(items, links), items, heights, GAP)
    for layer in items:
        for above, below in pairwise(layer):
            free = middles[below] - middles[above] - (heights[above] + heights[below]) / 2
            assert free >= GAP - 1e-6
    assert min(middle - height / 2 for middle, height in zip(middles, heights, strict=True)) == pytest.approx(0)


def test_a_chain_is_straight():
    links = [Link(0, 1, 0, highlighted=False), Link(1, 2, 0, highlighted=False)]
    assert spread(layered([[0], [1], [2]], links), [[0], [1], [2]], [10, 30, 20], GAP) == [15, 15, 15]


def test_a_parent_stands_in_the_middle_of_its_children():
    links = [Link(0, child, 0, highlighted=False) for child in (1, 2, 3)]
    middles = spread(layered([[0], [1, 2, 3]], links), [[0], [1, 2, 3]], [10, 10, 10, 10], GAP)
    assert middles[0] == pytest.approx(middles[2])
