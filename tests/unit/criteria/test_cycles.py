from __future__ import annotations

from collections import Counter

from hypothesis import given

from querious.criteria.cycles import cycles, root_cycles
from querious.criteria.search import Search
from unit.criteria.multigraphs import Brute, multigraphs


def expected(graph):
    """Each simple cycle once, from its smallest node."""
    brute = Brute(graph)
    closed = [walk for _, walk in brute.simple() if walk and brute.nodes(walk)[0] == brute.nodes(walk)[-1]]
    return [walk for walk in closed if brute.nodes(walk)[0] == min(brute.nodes(walk))]


@given(multigraphs(most_nodes=7, most_edges=14))
def test_each_simple_cycle_once_from_its_smallest_node(graph):
    assert Counter(cycles(graph, Search(graph))) == Counter(expected(graph))


@given(multigraphs(most_nodes=7, most_edges=14))
def test_by_length_they_are_the_same(graph):
    for length in range(1, len(graph.names) + 1):
        found = Counter(cycles(graph, Search(graph, length)))
        assert found == Counter(cycle for cycle in expected(graph) if len(cycle) == length)


@given(multigraphs(most_nodes=7, most_edges=14))
def test_those_through_the_root(graph):
    found = Counter(root_cycles(graph, Search(graph)))
    assert found == Counter(cycle for cycle in expected(graph) if graph.sources[cycle[0]] == 0)
