from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given

from querious.drawing.columns import place, rooms
from unit.drawing.pictures import pictures
from unit.drawing.test_layers import cut

if TYPE_CHECKING:
    from querious.drawing import Picture


@given(pictures())
def test_columns_stand_side_by_side_with_room_between_them(picture: Picture):
    layered = cut(picture)
    boxes = place(layered, [(40.0 + node, 20.0) for node in range(layered.nodes)])
    for left, room in enumerate(rooms(layered)[:-1]):
        ends = {box.right for box, rank in zip(boxes, layered.ranks, strict=True) if rank == left}
        starts = {box.x for box, rank in zip(boxes, layered.ranks, strict=True) if rank == left + 1}
        (end,), (start,) = ends, starts
        assert abs(start - end - room) < 1e-6


@given(pictures())
def test_no_box_lies_on_another(picture: Picture):
    layered = cut(picture)
    boxes = place(layered, [(40.0, 20.0)] * layered.nodes)[: layered.nodes]
    by_column = sorted(zip(layered.ranks, [box.y for box in boxes], strict=False))
    for (column, above), (other, below) in pairwise(by_column):
        assert column != other or below - above >= 20.0
