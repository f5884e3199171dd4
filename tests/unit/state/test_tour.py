from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.model.state import Command
from querious.state.model import Entry, State
from querious.state.tour import Spot, tours
from querious.state.transitions import TRANSITIONS, gone, named, possible

ALL = frozenset(Command)


def _gone(moves):
    """The study's transitions that the moves go."""
    state, found = State(), []
    for number, move in enumerate(moves, 1):
        key = next(iter(state.trash if move.name.endswith("_del") else state.normal), "")
        name = named(move.verb, "" if move.verb is Command.POST else key, state)
        assert name == move.name
        before = state
        if move.verb is Command.POST:
            state = state.with_entry(str(number), Entry(f"#{number}", {}))
        elif name.startswith("del_") and name != "del_del":
            state = state.with_trash(key, state.normal[key])
        elif name == "empty_trash":
            state = state.emptied()
        found += gone(name, before, state)
    return found


def test_one_tour_goes_every_transition_of_the_study():
    (moves,) = tours(ALL)
    assert set(_gone(moves)) == set(TRANSITIONS)
    assert len(TRANSITIONS) == 20
    assert len(moves) < 30


@given(st.sets(st.sampled_from(Command)).map(lambda some: frozenset(some) | {Command.POST}))
def test_tours_go_all_that_the_service_offers_and_nothing_else(commands):
    walks = tours(commands)
    assert {move.verb for moves in walks for move in moves} <= commands
    wanted = {way for way in possible(commands) if Command.DELETE in commands or "C" in way.source}
    assert {way for moves in walks for way in _gone(moves)} == wanted


@given(st.sets(st.sampled_from(Command)).map(lambda some: frozenset(some) | {Command.POST}))
def test_each_move_begins_where_the_last_one_ended(commands):
    for moves in tours(commands):
        spot = Spot(0, 0)
        for move in moves:
            assert abs(move.target.normal - spot.normal) <= 1
            spot = move.target
