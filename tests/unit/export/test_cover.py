from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from querious.export import cover
from querious.export.cover import _Search

SETS = st.lists(st.frozensets(st.integers(0, 9), max_size=5), min_size=1, max_size=9)


def fewest(sets) -> int:
    everything = frozenset().union(*sets)
    return next(
        size
        for size in range(len(sets) + 1)
        if any(frozenset().union(*chosen) == everything for chosen in combinations(sets, size))
    )


@given(SETS)
def test_small_inputs_are_solved_exactly(sets):
    found = cover(sets)
    assert frozenset().union(*(sets[index] for index in found.chosen)) == frozenset().union(*sets)
    assert len(found.chosen) == found.bound == fewest(sets)
    assert found.exact


@given(SETS, st.integers(0, 3))
def test_without_steps_the_bound_still_holds_and_everything_is_covered(sets, steps):
    found = cover(sets, steps)
    assert frozenset().union(*(sets[index] for index in found.chosen)) == frozenset().union(*sets)
    assert found.bound <= fewest(sets) <= len(found.chosen)


@given(SETS)
def test_relaxing_and_what_lies_apart_never_promise_too_much(sets):
    rows = {index: sum(1 << thing for thing in content) for index, content in enumerate(sets) if content}
    if rows:
        search = _Search(rows, 0)
        every = 0
        for mask in rows.values():
            every |= mask
        assert search._lower(every) <= fewest(sets)
        assert search._relaxed() <= fewest(sets)


def test_of_equal_sets_the_first_is_taken():
    assert cover([{1}, {1, 2}, {2, 1}, {3}]).chosen == (1, 3)


def test_where_greed_takes_too_many_the_search_does_not():
    columns = [set(range(0, 14, 2)), set(range(1, 14, 2))]
    greedy = [set(range(6, 14)), set(range(2, 6)), {0, 1}]
    found = cover([*greedy, *columns])
    assert found.chosen == (3, 4)
    assert found.exact


def test_a_gap_is_told_where_the_search_had_to_end():
    sets = [{(row * column + row) % 41 for column in range(7)} for row in range(1, 60)]
    found = cover(sets, 5)
    assert found.bound < len(found.chosen)
    assert not found.exact
    assert found == cover(sets, 5)


def test_nothing_is_covered_by_nothing():
    assert cover([]).chosen == ()
    assert cover([set(), set()]).chosen == ()
