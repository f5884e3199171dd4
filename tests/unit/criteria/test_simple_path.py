from __future__ import annotations

from collections import Counter

from hypothesis import given

from querious.criteria import simple_path
from querious.criteria.search import Search
from unit.criteria.multigraphs import Brute, multigraphs


@given(multigraphs())
def test_all_simple_paths_from_the_root_and_no_other(graph):
    expected = [walk for start, walk in Brute(graph).simple() if start == 0]
    assert Counter(simple_path(graph)) == Counter(expected)


@given(multigraphs())
def test_by_length_they_are_the_same_and_it_knows_when_there_are_no_more(graph):
    expected = [walk for start, walk in Brute(graph).simple() if start == 0]
    for length in range(1, max(map(len, expected)) + 3):
        search = Search(graph, length)
        assert Counter(simple_path(graph, search)) == Counter(walk for walk in expected if len(walk) == length)
        assert search.cut or not any(len(walk) > length for walk in expected)
        assert not (search.cut and length >= len(graph.names))
