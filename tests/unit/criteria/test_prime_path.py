from __future__ import annotations

from collections import Counter
from itertools import islice

from hypothesis import given

from querious.criteria import prime_path
from querious.criteria.prime_path import prime_path_along
from querious.criteria.search import Search
from querious.criteria.ways import distances_to_ends
from querious.graphql.graph import TypeGraph
from unit.criteria.multigraphs import Brute, multigraphs


@given(multigraphs(most_nodes=7, most_edges=12))
def test_all_prime_paths_and_no_other(graph):
    assert Counter(prime_path(graph)) == Counter(walk for _, walk in Brute(graph).prime())


@given(multigraphs())
def test_rooted_they_have_a_shortest_way_before_them_and_stay_distinct(graph):
    brute = Brute(graph)
    bare, rooted = list(prime_path(graph)), list(prime_path(graph, rooted=True))
    assert len(set(rooted)) == len(bare)
    for path, whole in zip(bare, rooted, strict=True):
        assert brute.is_walk(whole)
        assert brute.nodes(whole)[0] == 0
        assert whole[len(whole) - len(path) :] == path
        assert len(whole) - len(path) == brute.distance(brute.nodes(path)[0])


@given(multigraphs())
def test_by_length_they_are_the_same_and_it_knows_when_there_are_no_more(graph):
    expected = [walk for _, walk in Brute(graph).prime()]
    for length in range(1, len(graph.names) + 2):
        search = Search(graph, length)
        assert Counter(prime_path(graph, search)) == Counter(path for path in expected if len(path) == length)
        assert search.cut or not any(len(path) > length for path in expected)
        assert not (search.cut and length >= len(graph.names))


@given(multigraphs())
def test_along_every_edge_there_is_one(graph):
    expected = set(prime_path(graph, rooted=True))
    ends = distances_to_ends(graph)
    for edge in range(len(graph.targets)):
        path = prime_path_along(graph, edge, ends)
        assert edge in path
        assert path in expected


def test_a_cycle_is_prime_from_each_of_its_types_and_a_self_loop_once():
    graph = TypeGraph(["Query", "A", "B"], [(0, 1, "a"), (1, 2, "b"), (1, 1, "again"), (2, 1, "a")])
    assert sorted(prime_path(graph)) == [(0, 1), (1, 3), (2,), (3, 1)]


def test_parallel_fields_make_distinct_paths():
    graph = TypeGraph(["Query", "A", "B"], [(0, 1, "a"), (0, 1, "other"), (1, 2, "b"), (1, 2, "c")])
    assert sorted(prime_path(graph)) == [(0, 2), (0, 3), (1, 2), (1, 3)]


def test_one_cycle_of_three_thousand_types_streams_its_rotations():
    size = 3_000
    graph = TypeGraph([f"T{i}" for i in range(size)], [(i, (i + 1) % size, "next") for i in range(size)])
    found = list(islice(prime_path(graph), 5))
    assert [path[0] for path in found] == [0, 1, 2, 3, 4]
    assert {len(path) for path in found} == {size}
