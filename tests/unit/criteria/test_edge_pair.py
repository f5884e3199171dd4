from __future__ import annotations

from collections import Counter
from itertools import product

from hypothesis import given

from querious.criteria import edge_pair
from querious.graphql.graph import TypeGraph
from unit.criteria.multigraphs import Brute, multigraphs


@given(multigraphs())
def test_each_way_of_at_most_two_edges_is_on_a_shortest_way(graph):
    brute = Brute(graph)
    ways = list(edge_pair(graph))
    meeting = {pair for pair in product(range(len(brute.edges)), repeat=2) if brute.is_walk(pair)}
    lone = {edge for edge in range(len(brute.edges)) if not any(edge in pair for pair in meeting)}
    ends = Counter(way[-2:] if way[-2:] in meeting else way[-1:] for way in ways)
    assert ends == Counter([*meeting, *((edge,) for edge in lone)] or [()])
    for way in ways:
        assert brute.is_walk(way)
        assert brute.nodes(way)[0] == 0
        taken = 2 if way[-2:] in meeting else len(way[-1:])
        assert len(way) == brute.distance(brute.nodes(way)[-1 - taken]) + taken


def test_an_edge_without_neighbours_stands_alone():
    graph = TypeGraph(["Query", "A", "B", "C"], [(0, 1, "a"), (0, 2, "b"), (1, 3, "c")])
    assert list(edge_pair(graph)) == [(0, 2), (1,)]
