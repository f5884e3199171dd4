from __future__ import annotations

import pytest

from querious.drawing import Edge, Picture, PictureNode, PictureStyle
from querious.drawing.parallel_edges import JoinedEdges, joined, listed


def test_parallel_edges_become_one_and_those_of_the_other_direction_another():
    nodes = (PictureNode("a", "A"), PictureNode("b", "B"))
    edges = (Edge("a", "b", "x"), Edge("b", "a", "y"), Edge("a", "b", "z"), Edge("a", "b", "x"), Edge("a", "b"))
    assert joined(Picture(nodes, edges)) == [JoinedEdges(0, 1, ("x", "z"), False), JoinedEdges(1, 0, ("y",), False)]


def test_highlighted_labels_come_first():
    edges = (Edge("a", "a", "x"), Edge("a", "a", "y", PictureStyle.HIGHLIGHTED))
    assert joined(Picture((PictureNode("a", "A"),), edges)) == [JoinedEdges(0, 0, ("y", "x"), True)]


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ((), ""),
        (("one",), "one"),
        (("one", "two", "six"), "one, two, six"),
        (("one", "two", "three", "four"), "one, two +2"),
        (("a-very-long-label-indeed", "b"), "a-very-l…deed +1"),
        (("two\nlines",), "two lines"),
    ],
)
def test_as_many_labels_are_listed_as_fit(labels: tuple[str, ...], told: str):
    assert listed(labels, 13) == told
