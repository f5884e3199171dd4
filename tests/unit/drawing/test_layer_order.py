from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from hypothesis import given

from querious.drawing import Edge, Picture, PictureNode
from querious.drawing.layer_order import crossings, ordered
from unit.drawing.pictures import picture_of, pictures
from unit.drawing.test_layers import cut

if TYPE_CHECKING:
    from querious.drawing.layers import Layered


def counted(layered: Layered, layers: list[list[int]]) -> int:
    """Crossings by comparing all lines with each other."""
    found = 0
    for left, right in pairwise(layers):
        lines = []
        for link in layered.links:
            for a, b in ((link.source, link.target), (link.target, link.source)):
                if a in left and b in right:
                    lines.append((left.index(a), right.index(b)))
        found += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(lines, 2))
    return found


@given(pictures())
def test_an_order_keeps_every_item_and_has_no_more_crossings_than_the_first(picture: Picture):
    layered = cut(picture)
    before, after = layered.layers(), ordered(layered)
    assert [sorted(layer) for layer in after] == [sorted(layer) for layer in before]
    assert counted(layered, after) <= counted(layered, before)


def test_lines_are_untangled():
    names = "rabcdwxyz"
    pairs = ("ra", "rb", "rc", "rd", "az", "by", "cx", "dw")
    layered = cut(Picture(tuple(PictureNode(name, name) for name in names), tuple(Edge(a, b) for a, b in pairs)))
    assert counted(layered, layered.layers()) == 6
    assert counted(layered, ordered(layered)) == 0


def test_the_best_order_that_was_met_is_kept_although_sweeps_make_some_worse():
    layered = cut(picture_of("ab", "bc", "gc", "hd", "da", "fc", root="a"))
    assert counted(layered, ordered(layered)) <= counted(layered, layered.layers()) == 1


def test_crossings_are_counted_between_all_layers():
    after = [[3], [2], [5], [4], [], []]
    assert crossings([[0, 1], [2, 3], [4, 5]], after) == 2


def test_lines_that_meet_in_a_node_do_not_cross():
    assert crossings([[0, 1], [2]], [[2], [2], []]) == 0
