from __future__ import annotations

from hypothesis import given

from querious.criteria.ways import distances_to_ends, simple_path_along, to_the_end, way_around
from querious.graphql.graph import TypeGraph
from unit.criteria.multigraphs import Brute, multigraphs


def test_distances_to_the_nearest_type_that_leads_nowhere_else():
    names = ["Query", "A", "B", "End", "Loop", "Other"]
    edges = [(0, 1, "a"), (1, 2, "b"), (1, 4, "l"), (2, 3, "e"), (3, 3, "self"), (4, 5, "o"), (5, 4, "l")]
    assert distances_to_ends(TypeGraph(names, edges)) == [3, 2, 1, 0, 6, 6]


def test_the_nearest_end_is_taken():
    graph = TypeGraph(["Query", "A", "Far", "Farther", "End"], [(0, 1, "a"), (1, 2, "f"), (1, 4, "e"), (2, 3, "f")])
    assert to_the_end(graph, (0,), distances_to_ends(graph)) == ((0, 2), 0b10011)


@given(multigraphs())
def test_around_a_node_or_not_at_all(graph):
    brute = Brute(graph)
    simple = [walk for start, walk in brute.simple() if start == 0]
    for avoided in range(1, len(graph.names)):
        for goal in range(len(graph.names)):
            lengths = [
                len(walk) for walk in simple if brute.nodes(walk)[-1] == goal and avoided not in brute.nodes(walk)
            ]
            way = way_around(graph, goal, avoided)
            assert (way is None) == (not lengths)
            if way is not None:
                assert brute.is_walk(way)
                assert brute.nodes(way)[0] == 0
                assert brute.nodes(way)[-1] == goal
                assert len(way) == min(lengths)


@given(multigraphs())
def test_along_an_edge_a_shortest_simple_path_wherever_there_is_one(graph):
    simple = [walk for start, walk in Brute(graph).simple() if start == 0]
    for edge in range(len(graph.targets)):
        path = simple_path_along(graph, edge)
        lengths = [len(walk) for walk in simple if walk[-1:] == (edge,)]
        assert (path is None) == (not lengths)
        assert path is None or (path in simple and path[-1] == edge and len(path) == min(lengths))
