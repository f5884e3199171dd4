from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import assume, given

from querious.drawing.distance import distances
from querious.drawing.parallel_edges import joined
from querious.drawing.trees import is_forest, place
from unit.drawing.pictures import forests, picture_of, pictures

if TYPE_CHECKING:
    from querious.drawing import Picture


def forest(picture: Picture) -> bool:
    edges = joined(picture)
    return is_forest(distances(picture.nodes, edges), edges)


def test_trees_are_told_from_other_pictures():
    assert forest(picture_of("ab", "ac", "cd", "xy"))
    assert not forest(picture_of("ab", "ac", "bd", "cd"))
    assert not forest(picture_of("ab", "bb"))
    assert not forest(picture_of("ab", "ba"))
    assert not forest(picture_of("ab", "bc", "ca", root="a"))


@given(forests())
def test_forests_are_forests(picture: Picture):
    assert forest(picture)


@given(pictures())
def test_no_node_of_a_forest_has_two_parents(picture: Picture):
    assume(forest(picture))
    targets = [edge.target for edge in joined(picture)]
    assert len(set(targets)) == len(targets)


@given(forests())
def test_children_stand_to_the_right_and_in_order(picture: Picture):
    edges = joined(picture)
    sizes = [(50.0 + 10 * (node % 3), 20.0 + node % 7) for node in range(len(picture.nodes))]
    boxes = place(distances(picture.nodes, edges), edges, sizes)
    last: dict[int, float] = {}
    for edge in edges:
        assert boxes[edge.target].x > boxes[edge.source].right
        assert boxes[edge.target].y > last.get(edge.source, -1.0)
        last[edge.source] = boxes[edge.target].y
