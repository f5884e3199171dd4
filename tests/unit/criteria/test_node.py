from __future__ import annotations

from hypothesis import given

from querious.criteria import node
from unit.criteria.multigraphs import Brute, multigraphs


@given(multigraphs())
def test_each_type_once_by_a_shortest_way_from_the_root(graph):
    brute = Brute(graph)
    ways = list(node(graph))
    assert [brute.nodes(way)[-1] for way in ways] == list(range(len(graph.names)))
    for way in ways:
        assert brute.is_walk(way)
        assert brute.nodes(way)[0] == 0
        assert len(way) == brute.distance(brute.nodes(way)[-1])
