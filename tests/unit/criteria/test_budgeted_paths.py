from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.criteria import CRITERIA, PathBudget, PathListing, PathTally, complete_to, count, criterion_named
from querious.criteria.search import Search
from querious.graphql.graph import TypeGraph
from unit.criteria.multigraphs import multigraphs

EVERY = (*CRITERIA, complete_to(2))
PRIME = criterion_named("prime-path")
ROOTED = criterion_named("rooted-prime-path")


def sparse(size=3_000, seed=1):
    """Random, every type reachable, about three fields each."""
    random = Random(seed)
    pairs = [(random.randrange(node), node) for node in range(1, size)]
    pairs += [(random.randrange(size), random.randrange(1, size)) for _ in range(2 * size)]
    return TypeGraph([f"T{i}" for i in range(size)], [(a, b, f"f{i}") for i, (a, b) in enumerate(sorted(pairs))])


def dense(size):
    """Every type leads to every other, the root included."""
    pairs = [(a, b) for a in range(size) for b in range(size) if a != b]
    return TypeGraph([f"T{i}" for i in range(size)], [(a, b, f"f{b}") for a, b in pairs])


@given(multigraphs(), st.sampled_from(EVERY), st.integers(0, 3))
def test_the_diverse_order_holds_the_same_paths_each_once(graph, criterion, seed):
    listing = PathListing(criterion, graph, seed=seed)
    assert Counter(listing) == Counter(criterion.paths(graph, Search(graph)))
    assert listing.tally.ended


@pytest.mark.parametrize("criterion", EVERY, ids=lambda criterion: criterion.name)
@pytest.mark.parametrize("seed", [None, 0])
def test_one_type_has_one_path_the_empty_one(criterion, seed):
    listing = PathListing(criterion, TypeGraph(["Query"], []), seed=seed)
    assert list(listing) == [()]
    assert listing.tally == PathTally(1, ended=True)


@given(multigraphs(), st.integers(0, 9))
def test_a_budget_cuts_off_and_says_whether_these_were_all(graph, most):
    total = len(list(PRIME.paths(graph, Search(graph))))
    listing = PathListing(PRIME, graph, PathBudget(paths=most), seed=1)
    assert len(list(listing)) == min(most, total)
    assert listing.tally == PathTally(min(most, total), ended=most >= total)
    assert list(listing) == []
    assert listing.tally == PathTally(min(most, total), ended=most >= total)


def test_the_same_seed_gives_the_same_order_another_one_another():
    graph = dense(5)
    first, again, other = (list(PathListing(PRIME, graph, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert sorted(first) == sorted(other)


@pytest.mark.unmeasured
@pytest.mark.parametrize("criterion", [PRIME, ROOTED, criterion_named("simple-path")], ids=lambda each: each.name)
def test_three_thousand_types_under_a_budget_every_edge_first_then_short_ones(criterion):
    graph = sparse()
    paths = list(PathListing(criterion, graph, PathBudget(paths=12_000), seed=1))
    assert len(set(paths)) == 12_000
    walked = {edge for path in paths[: len(graph.targets)] for edge in path}
    assert walked == {edge for path in paths for edge in path}
    assert len(walked) > 0.95 * len(graph.targets)
    assert max(map(len, paths)) < 30


def test_three_thousand_types_without_a_seed_stream_too():
    graph = sparse()
    for criterion in CRITERIA:
        assert len(list(PathListing(criterion, graph, PathBudget(paths=50)))) == 50


def test_prime_path_walks_along_every_edge_first():
    graph = dense(7)
    walked = set()
    for path in islice(PathListing(PRIME, graph, seed=3), len(graph.targets)):
        walked.update(path)
    assert walked == set(range(len(graph.targets)))


def test_steps_bound_a_search_that_finds_nothing():
    size = 40
    pairs = [(a, b) for a in range(size) for b in range(size) if a != b and not (a == 0 and b > 1)]
    pairs += [(size - 1, size), (size, 0)]
    names = [f"T{i}" for i in range(size + 1)]
    graph = TypeGraph(names, [(a, b, f"f{b}") for a, b in sorted(pairs)])
    tally = count(ROOTED, graph, PathBudget(steps=5_000))
    assert not tally.ended
    again = count(ROOTED, graph, PathBudget(steps=5_000))
    assert again == tally


def test_it_can_be_left_at_any_time():
    listing = PathListing(PRIME, dense(30), seed=0)
    assert len(list(islice(listing, 1_000))) == 1_000
    assert listing.tally == PathTally(1_000, ended=False)


def test_a_criterion_closed_early_stops():
    for criterion in EVERY:
        paths = criterion.paths(dense(30), Search(dense(30)))
        next(paths)
        paths.close()
        assert list(paths) == []


def test_what_is_known_is_said_and_no_more():
    assert str(PathTally(41_744, ended=True)) == "41,744 paths"
    assert str(PathTally(1, ended=True)) == "1 path"
    assert str(PathTally(5_000, ended=False)) == "at least 5,000 paths, total unknown"
    assert PathTally(8, ended=True).covered(2) == "2 of 8 paths (25.0%)"
    assert PathTally(8, ended=False).covered(2) == "2 of at least 8 paths, total unknown"
    assert PathTally(8, ended=False).share(2) is None
    assert PathTally(8, ended=False).total is None
    assert PathTally(8, ended=True).total == 8
    assert PathTally(0, ended=True).share(0) == 1.0
