from __future__ import annotations

import math

from hypothesis import given

from querious.criteria.breadth_first import breadth_first, way_to
from unit.criteria.multigraphs import multigraphs


@given(multigraphs())
def test_every_node_is_reached_by_a_shortest_way(graph):
    distances = [math.inf] * len(graph.names)
    distances[0] = 0
    for _ in graph.names:  # Bellman and Ford
        for source, target in zip(graph.sources, graph.targets, strict=True):
            distances[target] = min(distances[target], distances[source] + 1)
    found = list(breadth_first([0], graph.out, graph.targets))
    entered = {node: edge for node, _, edge in found}
    assert {node: distance for node, distance, _ in found} == dict(enumerate(distances))
    assert [distance for _, distance, _ in found] == sorted(distances)
    assert all(len(way_to(node, entered, graph.sources)) == distance for node, distance, _ in found)


@given(multigraphs())
def test_a_node_that_may_not_be_entered_is_passed_over(graph):
    last = len(graph.names) - 1
    nodes = [node for node, _, _ in breadth_first([0], graph.out, graph.targets, lambda node: node != last)]
    assert last not in nodes[1:]
    assert len(nodes) == len(set(nodes))
