from __future__ import annotations

from collections import Counter
from time import perf_counter

from hypothesis import given

from querious.criteria import rooted_prime_path
from querious.criteria.rooted_prime_path import rooted_prime_path_along
from querious.criteria.search import Search
from querious.criteria.ways import distances_to_ends
from querious.graphql.graph import TypeGraph
from unit.criteria.multigraphs import Brute, multigraphs


def primes(graph):
    return [walk for start, walk in Brute(graph).prime() if start == 0]


@given(multigraphs(most_nodes=7, most_edges=12))
def test_the_prime_paths_that_begin_at_the_root_and_no_other(graph):
    assert Counter(rooted_prime_path(graph)) == Counter(primes(graph))


@given(multigraphs())
def test_by_length_they_are_the_same_and_it_knows_when_there_are_no_more(graph):
    expected = primes(graph)
    for length in range(1, len(graph.names) + 2):
        search = Search(graph, length)
        assert Counter(rooted_prime_path(graph, search)) == Counter(p for p in expected if len(p) == length)
        assert search.cut or not any(len(path) > length for path in expected)
        assert not (search.cut and length >= len(graph.names))


@given(multigraphs())
def test_along_an_edge_it_is_one_of_them_wherever_a_source_root_has_one(graph):
    expected = set(primes(graph))
    ends = distances_to_ends(graph)
    for edge in range(len(graph.targets)):
        path = rooted_prime_path_along(graph, edge, ends)
        assert path is None or (edge in path and path in expected)
        if not graph.into[0] and any(edge in other for other in expected):
            assert path is not None


def test_the_study_s_example():
    names = ["Query", "Book", "Author", "Publisher"]
    edges = [(0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (2, 1), (3, 1)]
    graph = TypeGraph(names, [(a, b, names[b].lower()) for a, b in edges])
    assert {str(graph.path(path)) for path in rooted_prime_path(graph)} == {
        "Query.book.author",
        "Query.publisher.book.author",
        "Query.book.publisher",
        "Query.author.book.publisher",
    }


def test_one_cycle_of_three_thousand_types_is_one_path_at_once():
    size = 3_000
    graph = TypeGraph([f"T{i}" for i in range(size)], [(i, (i + 1) % size, "next") for i in range(size)])
    started = perf_counter()
    assert list(rooted_prime_path(graph)) == [tuple(range(size))]
    assert perf_counter() - started < 20


def test_a_source_before_one_cycle_of_three_thousand_types():
    size = 3_000
    edges = [(0, 1, "first"), *((i, i % size + 1, "next") for i in range(1, size + 1))]
    graph = TypeGraph([f"T{i}" for i in range(size + 1)], edges)
    assert list(rooted_prime_path(graph)) == [tuple(range(size))]
