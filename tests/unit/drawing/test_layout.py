from __future__ import annotations

import time
from itertools import combinations

import pytest
from hypothesis import given

from querious.drawing import Edge, Picture, PictureNode
from querious.drawing.layout import Layout, lay_out
from unit.drawing.pictures import complete, cycle, forests, picture_of, pictures

SAMPLES = [number / 12 for number in range(13)]


def points(layout: Layout):
    """Points along every line."""
    for stroke in layout.strokes:
        for a, b, c, d in stroke.curves:
            for t in SAMPLES:
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                yield tuple(
                    sum(weight * point[axis] for weight, point in zip(weights, (a, b, c, d), strict=True))
                    for axis in (0, 1)
                )
        yield stroke.tip


def check(layout: Layout) -> None:
    for box in layout.boxes:
        assert box.x >= -1e-6
        assert box.y >= -1e-6
        assert box.right <= layout.width + 1e-6
        assert box.y + box.height <= layout.height + 1e-6
    for one, other in combinations(layout.boxes, 2):
        apart = one.right < other.x or other.right < one.x
        assert apart or one.y + one.height < other.y or other.y + other.height < one.y
    for x, y in points(layout):
        assert -1e-6 <= x <= layout.width + 1e-6
        assert -1e-6 <= y <= layout.height + 1e-6
        for box in layout.boxes:
            inside = box.x + 1e-6 < x < box.right - 1e-6 and box.y + 1e-6 < y < box.y + box.height - 1e-6
            assert not inside, "a line runs across a box"


@given(pictures())
def test_no_boxes_overlap_no_line_crosses_a_box_and_nothing_is_outside(picture: Picture):
    check(lay_out(picture))


@given(forests())
def test_so_it_is_with_trees(picture: Picture):
    check(lay_out(picture))


@given(pictures())
def test_every_edge_begins_at_its_source_and_an_arrow_ends_at_every_target(picture: Picture):
    layout = lay_out(picture)
    for stroke in layout.strokes:
        if stroke.link.edge >= 0:
            box = layout.boxes[layout.edges[stroke.link.edge].source]
            x, y = stroke.start
            assert x in {box.x, box.right}
            assert box.y < y < box.y + box.height
        if stroke.arrow:
            box = layout.boxes[stroke.link.target]
            x, y = stroke.tip
            assert x == pytest.approx(box.x if stroke.arrow > 0 else box.right)
            assert box.y < y < box.y + box.height
    for place, content in enumerate(layout.contents):
        assert len({layout.ports[edge] for edge in content.names}) == len(content.names), f"labels overlap in {place}"
    targets = {edge.target for edge in layout.edges}
    assert targets == {stroke.link.target for stroke in layout.strokes if stroke.arrow}


@given(pictures())
def test_labels_stand_in_the_order_of_where_their_lines_go(picture: Picture):
    layout = lay_out(picture)
    ends: dict[int, list[tuple[float, float]]] = {}
    for stroke in layout.strokes:
        link = stroke.link
        if link.edge in layout.ports and link.target < len(layout.boxes) and link.source != link.target:
            ends.setdefault(link.source, []).append((layout.ports[link.edge], layout.boxes[link.target].y))
    for found in ends.values():
        assert [y for _, y in sorted(found)] == sorted(y for _, y in found)


def test_a_line_along_a_tall_column_stays_out_of_the_next_one():
    pairs = [("root", f"a{node}") for node in range(60)] + [(f"a{node}", f"b{node}") for node in range(60)]
    picture = picture_of(*pairs, ("a0", "a59"), root="root")
    layout = lay_out(picture)
    along = next(stroke for stroke in layout.strokes if stroke.start[0] == stroke.tip[0])
    column = next(box for node, box in zip(picture.nodes, layout.boxes, strict=True) if node.key == "b0")
    assert all(x < column.x for x, _ in points(layout._replace(strokes=[along])))


@pytest.mark.parametrize("label", ["", "again"])
def test_a_self_loop_goes_out_of_its_box(label: str):
    layout = lay_out(Picture((PictureNode("a", "A"),), (Edge("a", "a", label),)))
    (stroke,) = layout.strokes
    assert max(x for x, _ in points(layout)) > layout.boxes[0].right + 10
    assert abs(stroke.start[1] - stroke.tip[1]) > 8
    check(layout)


def test_a_line_back_passes_beside_the_boxes_between():
    layout = lay_out(picture_of("ab", "bc", "cd", "da", root="a"))
    assert len(layout.strokes) == 6
    check(layout)


def test_nothing_at_all_can_be_laid_out():
    assert lay_out(Picture((), ())).boxes == []


@pytest.mark.parametrize("picture", [cycle(250), complete(26)], ids=["a long cycle", "all with all"])
def test_the_largest_pictures_that_are_drawn_take_little_time(picture: Picture):
    before = time.process_time()
    lay_out(picture)
    assert time.process_time() - before < 5
