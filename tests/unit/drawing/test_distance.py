from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.drawing import Edge, Picture, PictureNode, PictureStyle
from querious.drawing.distance import distances, nearest
from querious.drawing.parallel_edges import joined
from unit.drawing.pictures import complete, cycle, picture_of, pictures


def far(picture: Picture) -> dict[str, int]:
    found = distances(picture.nodes, joined(picture))
    return {picture.nodes[place].key: distance for place, distance in found.items()}


def test_reading_begins_at_roots():
    assert far(picture_of("ab", "bc", "ca", "cc", root="b")) == {"b": 0, "c": 1, "a": 2}


def test_without_roots_it_begins_where_nothing_leads_to_or_else_with_the_first():
    assert far(picture_of("ba", "ca", "aa")) == {"b": 0, "c": 0, "a": 1}
    assert far(picture_of("ab", "ba")) == {"a": 0, "b": 1}


def test_what_the_roots_do_not_lead_to_comes_last():
    assert list(far(picture_of("xy", "ya", "ab", root="a"))) == ["a", "b", "x", "y"]


@given(pictures())
def test_every_node_has_a_distance_and_no_edge_from_the_roots_is_a_shortcut(picture: Picture):
    found = far(picture)
    assert found.keys() == {node.key for node in picture.nodes}
    led = {key for key in found if leads(picture, key)}
    assert all(found[edge.target] <= found[edge.source] + 1 for edge in picture.edges if edge.source in led)


@given(pictures(), st.integers(1, 8), st.integers(0, 12))
def test_what_is_kept_is_within_the_bounds_and_still_hangs_together(picture: Picture, nodes: int, edges: int):
    part = nearest(picture, nodes, edges)
    assert 1 <= len(part.nodes) <= nodes
    assert len(joined(part)) <= edges or len(part.nodes) == 1
    assert set(part.edges) <= set(picture.edges)
    before, after = far(picture), far(part)
    assert all(after[key] == before[key] for key in after if leads(picture, key))


def leads(picture: Picture, key: str) -> bool:
    """Whether a root leads to a node."""
    reached = {node.key for node in picture.nodes if node.kind is PictureStyle.ROOT}
    while more := {edge.target for edge in picture.edges if edge.source in reached} - reached:
        reached |= more
    return key in reached


@given(pictures(most_nodes=6, most_edges=8))
def test_a_small_picture_stays_whole(picture: Picture):
    assert nearest(picture, 6, 8) is picture


def test_the_nearest_stay_and_the_note_counts_the_others():
    part = nearest(cycle(3_000), 100, 1_000)
    assert [node.key for node in part.nodes] == [f"T{node}" for node in range(100)]
    assert part.note == "100 of 3,000 nodes are drawn, those nearest to the root; 2,900 are left out"


def test_of_equally_near_ones_the_highlighted_stay():
    nodes = (
        PictureNode("a", "", PictureStyle.ROOT),
        PictureNode("b", ""),
        PictureNode("c", "", PictureStyle.HIGHLIGHTED),
    )
    picture = Picture(nodes, (Edge("a", "b"), Edge("a", "c")), note="so far")
    part = nearest(picture, 2, 9)
    assert [node.key for node in part.nodes] == ["a", "c"]
    assert part.note.startswith("so far; 2 of 3")


def test_edges_count_too():
    assert len(nearest(complete(30), 100, 400).nodes) == 20
    assert len(nearest(complete(30), 100, 399).nodes) == 19
