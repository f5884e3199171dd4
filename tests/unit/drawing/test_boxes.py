from __future__ import annotations

from querious.drawing import Edge, Picture, PictureNode
from querious.drawing.boxes import contents
from querious.drawing.parallel_edges import joined


def test_a_box_has_a_line_for_each_labelled_edge_and_grows_with_it():
    picture = Picture((PictureNode("a", "A"), PictureNode("b", "B")), (Edge("a", "b", "x" * 20), Edge("a", "a")))
    first, second = contents(picture.nodes, joined(picture))
    assert first.names == {0: "x" * 20}
    assert first.size > second.size
    assert first.size[1] > second.size[1]


def test_edges_with_one_name_say_where_they_lead():
    nodes = (PictureNode("a", "A"), PictureNode("b", "B"), PictureNode("c", "C\nmore"))
    edges = (Edge("a", "b", "item"), Edge("a", "c", "item"), Edge("a", "a", "self"))
    assert list(contents(nodes, joined(Picture(nodes, edges)))[0].names.values()) == ["item → B", "item → C", "self"]


def test_every_line_of_a_label_has_room():
    one, two = contents((PictureNode("a", "A"), PictureNode("b", "B\nB")), [])
    assert two.size[1] > one.size[1]
