from __future__ import annotations

import pytest

from querious.drawing import Edge, Picture, PictureNode


def test_keys_are_unique():
    with pytest.raises(ValueError, match="same key"):
        Picture((PictureNode("a", "x"), PictureNode("a", "y")), ())


@pytest.mark.parametrize("edge", [Edge("a", "b"), Edge("b", "a")])
def test_an_edge_joins_nodes_of_the_picture(edge: Edge):
    with pytest.raises(ValueError, match="no such node"):
        Picture((PictureNode("a", "x"),), (edge,))
