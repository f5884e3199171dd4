from __future__ import annotations

from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from querious.criteria import complete_path
from querious.criteria.complete_path import complete_path_along
from querious.criteria.search import Search
from querious.criteria.ways import distances_to_ends
from unit.criteria.multigraphs import Brute, multigraphs

GRAPHS = multigraphs(most_nodes=4, most_edges=6)


def walks(graph, length):
    """From the root, of that length, or shorter and with nothing to go on with."""
    brute = Brute(graph)
    every = [
        walk
        for size in range(length + 1)
        for walk in product(range(len(brute.edges)), repeat=size)
        if brute.is_walk(walk) and brute.nodes(walk)[0] == 0
    ]
    sources = {source for source, _ in brute.edges}
    return [walk for walk in every if len(walk) == length or brute.nodes(walk)[-1] not in sources]


@given(GRAPHS, st.integers(0, 4))
def test_all_walks_of_the_length_and_those_that_end_before(graph, length):
    assert Counter(complete_path(graph, length)) == Counter(walks(graph, length))


@given(GRAPHS, st.integers(1, 4))
def test_by_length_they_are_the_same_and_it_knows_when_there_are_no_more(graph, length):
    expected = walks(graph, length)
    for exactly in range(1, length + 2):
        search = Search(graph, exactly)
        found = Counter(complete_path(graph, length, search))
        assert found == Counter(walk for walk in expected if len(walk) == exactly)
        assert search.cut == any(len(walk) > exactly for walk in expected)


@given(GRAPHS, st.integers(1, 4))
def test_along_an_edge_it_is_one_of_them(graph, length):
    expected = set(walks(graph, length))
    for edge in range(len(graph.targets)):
        path = complete_path_along(graph, edge, length, distances_to_ends(graph))
        assert path is None or (edge in path and path in expected)
        if any(edge in other for other in expected):
            assert path is not None
