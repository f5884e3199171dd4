from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from querious.drawing.layout import lay_out
from querious.drawing.strokes import ARROW
from unit.drawing.pictures import picture_of, pictures

if TYPE_CHECKING:
    from querious.drawing import Picture


@given(pictures())
def test_every_arrow_ends_at_a_side_of_the_box_it_points_at(picture: Picture):
    layout = lay_out(picture)
    nodes = len(layout.boxes)
    for stroke in layout.strokes:
        if stroke.link.target < nodes:
            box = layout.boxes[stroke.link.target]
            side = box.x if stroke.arrow > 0 else box.right
            assert stroke.tip[0] == pytest.approx(side)
            assert box.y <= stroke.tip[1] <= box.y + box.height
        else:
            assert stroke.arrow == 0


def test_lines_go_forward_back_and_round():
    layout = lay_out(picture_of("ab", "bc", "ca", "bb", root="a"))
    arrows = {(stroke.link.source, stroke.link.target): stroke.arrow for stroke in layout.strokes if stroke.arrow}
    assert arrows[0, 1] == arrows[1, 2] == 1
    assert arrows[1, 1] == -1
    assert all(len(stroke.curves) <= 2 for stroke in layout.strokes)
    assert ARROW > 0
