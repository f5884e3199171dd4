from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.cheapest_ways import cheapest_ways

EDGES = st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 6)), st.integers(1, 9), max_size=20)


def by_brute_force(edges: dict[tuple[int, int], int]) -> dict[int, int]:
    """What the cheapest way to each node costs, by relaxing every edge as often as there are nodes."""
    costs = {0: 0}
    for _ in range(7):
        for (source, target), price in edges.items():
            if source in costs:
                costs[target] = min(costs.get(target, 10**6), costs[source] + price)
    return costs


@given(EDGES)
def test_ways_are_the_cheapest_there_are(edges):
    def steps_from(node):
        return [(price, target, (source, target)) for (source, target), price in edges.items() if source == node]

    ways = cheapest_ways(0, steps_from)
    costs = by_brute_force(edges)
    assert {node: sum(edges[step] for step in way) for node, way in ways.items()} == costs
    assert [costs[node] for node in ways] == sorted(costs.values())
    for node, way in ways.items():
        assert [0, *(target for _, target in way)][-1] == node
        assert all(before[1] == after[0] for before, after in pairwise(way))


def test_of_equal_ways_the_first_counts():
    steps = {"a": [(1, "b", "first"), (1, "b", "second")], "b": []}
    assert cheapest_ways("a", steps.__getitem__) == {"a": (), "b": ("first",)}
