"""Programs: what is drawn, what smaller ones there are, and in which turns they can go."""

from __future__ import annotations

from itertools import islice
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model.state import Command
from querious.state.parallel.programs import SHAPES, Program, programs, reduce, smaller, turns
from querious.state.sequences import Act

PAIRS = len(SHAPES)


def drawn(seed, count=PAIRS + 20, service=None):
    return list(islice(programs(service or Dictionary(), seed), count))


@pytest.mark.parametrize("seed", range(3))
def test_programs_are_small_and_begin_with_what_they_need(seed):
    for program in drawn(seed):
        assert 1 <= len(program.before) <= 2
        assert 2 <= len(program.branches) <= 3
        assert all(1 <= len(branch) <= 3 for branch in program.branches)
        names = {act.name for act in program.before}
        acts = [act for branch in program.branches for act in branch]
        assert all(act.name in names for act in acts if act.verb not in (Command.POST, Command.LIST))
        assert all((act.sent is not None) is (act.verb in (Command.POST, Command.PUT, Command.PATCH)) for act in acts)


@pytest.mark.parametrize("seed", range(10))
def test_two_patches_of_an_entry_change_different_members(seed):
    program = drawn(seed, 1)[0]
    (one,), (other,) = program.branches
    assert one.verb is other.verb is Command.PATCH
    assert not one.sent.keys() & other.sent.keys()
    old = program.before[0].sent
    assert all(old.get(name) != value for act in (one, other) for name, value in act.sent.items())


def test_what_the_service_fills_in_by_itself_is_no_change():
    class Flags(Dictionary):
        def entries(self):
            return st.just({"title": "a"})

        def changes(self):
            return st.fixed_dictionaries({}, optional={"read": st.booleans(), "pages": st.integers(0, 1)}).filter(bool)

    defaults = {"read": False, "pages": 1}
    (one,), (other,) = next(programs(Flags(), 0, defaults)).branches
    assert [one.sent, other.sent] in ([{"read": True}, {"pages": 0}], [{"pages": 0}, {"read": True}])


def test_changes_that_all_have_the_same_members_are_parted():
    class Strict(Dictionary):
        def changes(self):
            return st.fixed_dictionaries({"title": st.text("abc", min_size=1), "pages": st.integers(1)})

    (one,), (other,) = drawn(0, 1, Strict())[0].branches
    assert {*one.sent, *other.sent} == {"title", "pages"}
    assert len(one.sent) == len(other.sent) == 1


def test_the_first_programs_are_all_pairs_once():
    pairs = [tuple(branch[0].verb for branch in program.branches) for program in drawn(0, PAIRS)]
    assert pairs == [(shape.one, shape.other) for shape in SHAPES]


def test_the_same_seed_draws_the_same():
    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(4)


def test_only_what_the_service_offers_is_drawn():
    service = Dictionary()
    service.commands = frozenset({Command.POST, Command.GET, Command.DELETE})
    verbs = {act.verb for program in drawn(0, service=service) for branch in program.branches for act in branch}
    assert verbs == service.commands


def test_without_anything_to_do_at_the_same_time_nothing_is_drawn():
    service = Dictionary()
    service.commands = frozenset({Command.GET})
    assert drawn(0, service=service) == []


def size(program):
    acts = [*program.before, *(act for branch in program.branches for act in branch)]
    return sum(1 + len(act.sent or ()) for act in acts)


def test_smaller_programs_are_smaller_and_still_programs():
    for program in drawn(1):
        for candidate in smaller(program):
            assert size(candidate) < size(program)
            assert len(candidate.branches) >= 2
            assert all(candidate.branches)
            names = {act.name for act in candidate.before} | {""}
            assert all(act.name in names for branch in candidate.branches for act in branch)


def act(verb, name="#1", **sent):
    return Act(verb, name, "", sent or None)


def test_reducing_comes_to_the_core():
    def is_shown(program):
        patches = [act for branch in program.branches for act in branch if act.verb is Command.PATCH]
        return {"a", "b"} <= {name for act in patches for name in act.sent}

    best = [
        Program(
            (act(Command.POST, "#1", a=0, b=0), act(Command.POST, "#2", a=0)),
            (
                (act(Command.GET), act(Command.PATCH, a=1, c=1)),
                (act(Command.PATCH, b=1), act(Command.DELETE, "#2")),
                (act(Command.LIST, ""),),
            ),
        )
    ]

    def shows(candidate):
        if is_shown(candidate):
            best.append(candidate)
        return is_shown(candidate)

    reduce(best[0], shows, 100)
    assert [[act.verb for act in branch] for branch in best[-1].branches] == [[Command.PATCH], [Command.PATCH]]
    assert size(best[-1]) == 6


def test_reducing_asks_no_more_often_than_it_may():
    asked = []
    reduce(drawn(0, PAIRS + 5)[-1], lambda candidate: asked.append(candidate) or True, 3)
    assert len(asked) == 3


@given(st.lists(st.integers(0, 3), min_size=1, max_size=3))
def test_turns_are_all_ways_to_mix_the_branches(lengths):
    found = list(turns(lengths))
    assert len(set(found)) == len(found) == factorial(sum(lengths)) // prod(map(factorial, lengths))
    assert all([order.count(number) for number in range(len(lengths))] == lengths for order in found)
    assert list(found[0]) == sorted(found[0])
    assert list(found[min(1, len(found) - 1)]) == sorted(found[0], reverse=True)
