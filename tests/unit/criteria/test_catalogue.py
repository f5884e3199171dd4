from __future__ import annotations

import pytest
from hypothesis import given

from querious.criteria import CRITERIA, criterion_named
from querious.criteria.search import Search
from querious.errors import ConfigError
from querious.graphql.graph import TypeGraph
from unit.criteria.multigraphs import multigraphs


def test_the_order_is_the_documented_one():
    assert [criterion.name for criterion in CRITERIA] == [
        "node",
        "edge",
        "edge-pair",
        "rooted-prime-path",
        "simple-path",
        "prime-path",
        "complete-path:4",
    ]
    assert all(criterion.about for criterion in CRITERIA)


def test_by_name():
    for criterion in CRITERIA:
        assert criterion_named(criterion.name) is criterion
    assert criterion_named("complete-path") is CRITERIA[-1]


def test_a_length_of_one_s_own():
    graph = TypeGraph(["Query"], [(0, 0, "self")])
    assert list(criterion_named("complete-path:6").paths(graph, Search(graph))) == [(0,) * 6]


@pytest.mark.parametrize("name", ["complete-path:", "complete-path:many", "complete-path:-1", "complete-path:²"])
def test_a_wrong_length_is_told(name):
    with pytest.raises(ConfigError, match="needs a number"):
        criterion_named(name)


@pytest.mark.parametrize("name", ["nodes", "", "prime-path:3"])
def test_an_unknown_name_is_told_with_those_there_are(name):
    with pytest.raises(ConfigError, match="rooted-prime-path"):
        criterion_named(name)


def parts(paths, longest):
    return {path[i : i + n] for path in paths for n in range(longest + 1) for i in range(len(path) - n + 1)}


@given(multigraphs())
def test_the_stronger_cover_the_weaker_as_the_catalogue_says(graph):
    node, edge, pair, rooted, simple, prime, _ = (set(each.paths(graph, Search(graph))) for each in CRITERIA)
    assert parts(node, 9) <= parts(edge, 9) <= parts(pair, 9)
    assert rooted <= simple
    assert rooted <= prime
    if not graph.into[0]:
        assert parts(simple, 9) == parts(rooted, 9)
    looped = {e for e in range(len(graph.targets)) if graph.sources[e] == graph.targets[e]}
    pairs = {part for part in parts(pair, 2) if len(part) < 2 or not looped & set(part)}
    assert pairs <= parts(prime, 2)
