from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from querious.drawing.distance import distances
from querious.drawing.layers import Layered, in_layers
from querious.drawing.parallel_edges import joined
from unit.drawing.pictures import picture_of, pictures

if TYPE_CHECKING:
    from querious.drawing import Picture


def cut(picture: Picture) -> Layered:
    edges = joined(picture)
    return in_layers(distances(picture.nodes, edges), edges)


@given(pictures())
def test_links_join_neighbouring_layers_and_lead_every_edge_to_its_target(picture: Picture):
    edges = joined(picture)
    layered = cut(picture)
    onward = {link.source: link for link in layered.links if link.edge < 0}
    for link in layered.links:
        assert abs(layered.ranks[link.source] - layered.ranks[link.target]) <= 1
    begun = [link for link in layered.links if link.edge >= 0]
    assert sorted(link.edge for link in begun) == list(range(len(edges)))
    for link in begun:
        edge = edges[link.edge]
        assert link.source == edge.source
        at, lit = link.target, link.highlighted
        while at >= layered.nodes:
            assert layered.goals[at] == edge.target
            assert onward[at].highlighted or not lit
            at = onward[at].target
        assert at == edge.target


def test_edges_to_one_node_share_their_places():
    layered = cut(picture_of("ab", "bc", "cd", "de", "ea", "da", "ca", root="a"))
    assert len(layered.ranks) - layered.nodes == 3


def test_layers_hold_every_item_once():
    layered = cut(picture_of("ab", "bc", "ca", root="a"))
    assert layered.layers() == [[0], [1, 3], [2]]
