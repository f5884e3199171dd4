from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.state.samples import _TASTES, _best, filled_members, samples, varied

ENTRY = st.fixed_dictionaries(
    {"title": st.text("ab", max_size=3)},
    optional={"pages": st.integers(0, 3), "read": st.booleans(), "tags": st.just([])},
)


@pytest.mark.parametrize(("seed", "count"), [(0, 1), (7, 12), (2**40, 5)])
def test_the_same_seed_gives_the_same_values(seed, count):
    assert samples(ENTRY, count, seed) == samples(ENTRY, count, seed)


def test_the_same_seed_gives_the_same_whatever_source_is_loaded(tmp_path, monkeypatch):
    """Hypothesis draws constants of the source files of a project, so that a change of ours would change what is sent."""
    strategy = st.tuples(st.integers(0, 10**9), st.text(max_size=20))
    before = samples(strategy, 200, 5)
    (tmp_path / "many_constants.py").write_text(
        f"MANY = {[*range(1000, 90_000, 100)]}, {[f'word {n}' for n in range(500)]}"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import many_constants  # noqa: F401, PLC0415

    assert samples(strategy, 200, 5) == before


def test_other_seeds_give_other_values():
    assert len({str(samples(ENTRY, 6, seed)) for seed in range(5)}) > 3


@pytest.mark.parametrize(("seed", "count"), [(0, 1), (7, 12), (2**40, 5)])
def test_there_are_as_many_as_were_asked_for_the_simplest_first(seed, count):
    found = samples(st.integers(0, 10**6), count, seed)
    assert len(found) == count
    assert found[0] == 0


def test_there_are_fewer_where_there_are_no_more():
    assert samples(st.just(1), 5, 0) == [1]
    assert sorted(samples(st.booleans(), 5, 0)) == [False, True]


@given(st.data())
def test_varied_gives_values_of_the_strategy_alone(data):
    value = data.draw(varied(st.sampled_from([{"a": 1}, {"a": 0, "b": 2}, {}, [], "text", 7])))
    assert value in ({"a": 1}, {"a": 0, "b": 2}, {}, [], "text", 7)


@given(st.lists(ENTRY | st.just("text"), min_size=1, max_size=4))
def test_of_several_the_fullest_the_barest_or_the_emptiest_is_taken(values):
    sizes = [len(value) if isinstance(value, dict) else 0 for value in values]
    empty = [sum(not part for part in value.values()) if isinstance(value, dict) else 0 for value in values]
    best = [values.index(_best((values, taste))) for taste in _TASTES]
    assert [sizes[best[0]], sizes[best[1]], empty[best[2]]] == [max(sizes), min(sizes), max(empty)]


def test_filled_members_are_those_that_are_something_else_than_there():
    assert filled_members({"a": 1, "b": 0, "c": {"d": 2, "e": ""}}) == 3
    assert filled_members({"a": 1, "b": 2, "c": {"d": 2}}, {"a": 1, "c": {"d": 3}}) == 3
    assert filled_members(["a"]) == 0
