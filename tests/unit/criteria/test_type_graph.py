from __future__ import annotations

import pytest

from querious.graphql.graph import TypeGraph
from querious.model.path import Step

GRAPH = TypeGraph(
    ["Query", "A", "B", "C"],
    [(0, 1, "a"), (0, 2, "b"), (1, 2, "b"), (1, 2, "other"), (2, 1, "a"), (2, 3, "c"), (3, 3, "self")],
)


def test_neighbours_as_edges_and_as_sets():
    assert GRAPH.out == ((0, 1), (2, 3), (4, 5), (6,))
    assert GRAPH.into == ((), (0, 4), (1, 2, 3), (5, 6))
    assert GRAPH.successors == (0b0110, 0b0100, 0b1010, 0b1000)
    assert GRAPH.predecessors == (0, 0b0101, 0b0011, 0b1100)


def test_a_walk_in_names():
    path = GRAPH.path((0, 3, 5))
    assert path.steps == (Step("Query", "a", "A"), Step("A", "other", "B"), Step("B", "c", "C"))
    assert str(path) == "Query.a.other.c"
    assert GRAPH.path(()).steps == ()


def test_shortest_prefixes():
    assert [GRAPH.prefix(node) for node in range(4)] == [(), (0,), (1,), (1, 5)]


def test_components():
    assert GRAPH.components == ((3,), (1, 2), (0,))
    assert GRAPH.component == (2, 1, 1, 0)
    assert [GRAPH.reach(node) for node in range(4)] == [0b1111, 0b1110, 0b1110, 0b1000]


def test_a_node_that_the_root_does_not_reach_is_a_mistake():
    with pytest.raises(ValueError, match="not reachable from the root: B"):
        TypeGraph(["Query", "A", "B"], [(0, 1, "a"), (2, 1, "a")])


def test_an_edge_back_to_the_root_changes_no_prefix():
    graph = TypeGraph(["Query", "A"], [(0, 1, "a"), (1, 0, "query")])
    assert [graph.prefix(node) for node in range(2)] == [(), (0,)]
    assert graph.components == ((0, 1),)
