from __future__ import annotations

from functools import cache
from random import Random

import pytest

from querious.graphql.plan import PlanLimits
from querious.graphql.plan.cuts import cut
from querious.graphql.plan.facts import PlanFacts
from querious.graphql.plan.trie import Trie
from querious.model import Path, Step

SDL = "type Query { a: T b: T c: T } type T { a: T b: T c: T x: Int y: Int }"


def trie(ground, ways):
    made = Trie(PlanFacts(ground(SDL).schema), "Query", lambda _t, _f: ())
    for way in ways:
        kinds = ["Query", *"T" * (len(way) - 1)]
        made.add(
            Path(tuple(Step(kind, name, "Int" if name in "xy" else "T") for kind, name in zip(kinds, way, strict=True)))
        )
    return made


def fewest(ways, most) -> int:
    """By trying all: the fewest sets of ways whose fields together fit."""

    def size(group):
        nodes = {way[:end] for way in group for end in range(1, len(way) + 1)}
        return len(nodes) + sum(
            not any(node != other and other[: len(node)] == node for other in nodes)
            for node in nodes
            if node[-1] not in "xy"
        )

    @cache
    def best(left):
        if not left:
            return 0
        first, *others = sorted(left)
        found = len(left)
        for mask in range(1 << len(others)):
            group = {first, *(way for bit, way in enumerate(others) if mask >> bit & 1)}
            if size(group) <= most:
                found = min(found, 1 + best(left - group))
        return found

    return best(frozenset(ways))


@pytest.mark.parametrize("seed", range(25))
def test_small_tries_are_cut_nearly_as_well_as_can_be(ground, seed):
    random = Random(seed)
    ways = sorted({"".join(random.choices("abc", k=random.randint(1, 3))) + random.choice("xy") for _ in range(8)})
    most = random.randint(5, 12)
    found = cut(trie(ground, ways), PlanLimits(fields=most))
    assert len(found.pieces) - 1 <= fewest(ways, most) + 1


def test_a_piece_is_filled_with_whole_ways(ground):
    ways = ["aaax", "aaay", "bax", "bay", "bbx"]
    for most, pieces in ((11, [0, 11]), (9, [0, 9, 11]), (8, [0, 8, 11]), (7, [0, 5, 11])):
        found = cut(trie(ground, ways), PlanLimits(fields=most))
        assert (found.pieces, found.fields) == (pieces, 11)


def test_the_order_in_which_paths_come_does_not_matter_for_the_bound(ground):
    ways = ["ax", "bx", "ay", "by", "cay", "cax"]
    for order in (ways, ways[::-1], sorted(ways)):
        found = cut(trie(ground, order), PlanLimits(fields=4))
        assert (found.fields, len(found.pieces) - 1) == (10, 3)


def test_objects_left_without_selections_are_known(ground):
    made = trie(ground, ["a", "bx", "cabcx"])
    found = cut(made, PlanLimits(depth=3))
    assert [made.facts[node].name for node in range(1, len(made)) if found.bare[node]] == ["a", "a"]
    assert list(found.homes) == [-1, 0, 0, 0, 0, 0, -1, -1, -1]
