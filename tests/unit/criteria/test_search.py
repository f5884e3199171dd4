from __future__ import annotations

from random import Random

import pytest

from querious.criteria.search import OutOfSteps, Search, open_prime_paths
from querious.graphql.graph import TypeGraph

GRAPH = TypeGraph(["Query", "A", "B", "C"], [(0, 1, "a"), (0, 2, "b"), (0, 3, "c"), (1, 2, "b"), (2, 3, "c")])


def test_steps_are_counted_and_run_out():
    search = Search(GRAPH, steps=3)
    found = []
    with pytest.raises(OutOfSteps):
        found.extend(open_prime_paths(GRAPH, 0, search))
    assert found == [(0, 3, 4)]
    search = Search(GRAPH, steps=4)
    assert list(open_prime_paths(GRAPH, 0, search)) == [(0, 3, 4), (1, 4), (2,)]
    assert search.steps == 0


def test_deepening_goes_from_nothing_to_one_edge_more_and_keeps_every_branch():
    search = Search(GRAPH)
    lengths = []
    orders = set()
    for _ in range(12):
        search.cut = True
        search.deepen(GRAPH, Random(len(lengths)))
        lengths.append(search.length)
        assert not search.cut
        assert [sorted(edges) for edges in search.branches] == [sorted(edges) for edges in GRAPH.out]
        orders.add(tuple(search.branches[0]))
    assert lengths == list(range(12))
    assert len(orders) > 1


def test_no_path_leaves_its_component_while_predecessors_are_missing():
    chain = [(0, 1, "a"), (1, 0, "up"), *((i, i + 1, "f") for i in range(1, 6)), (0, 2, "b")]
    graph = TypeGraph([f"T{i}" for i in range(7)], sorted(chain))
    search = Search(graph, steps=7)
    assert [graph.path(path).types[-1] for path in open_prime_paths(graph, 0, search)] == ["T6"]
    assert search.steps == 1
