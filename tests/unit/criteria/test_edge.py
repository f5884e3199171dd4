from __future__ import annotations

from hypothesis import given

from querious.criteria import edge
from unit.criteria.multigraphs import Brute, multigraphs


@given(multigraphs())
def test_each_edge_once_at_the_end_of_a_shortest_way(graph):
    brute = Brute(graph)
    ways = list(edge(graph))
    if not brute.edges:
        assert ways == [()]
        return
    assert [way[-1] for way in ways] == list(range(len(brute.edges)))
    for way in ways:
        assert brute.is_walk(way)
        assert brute.nodes(way)[0] == 0
        assert len(way) == brute.distance(brute.edges[way[-1]][0]) + 1
