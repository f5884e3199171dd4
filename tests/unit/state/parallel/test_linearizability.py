"""The search for an order, against all permutations: histories of a collection in memory, sound and with answers changed."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dictionary import Dictionary
from querious.model import Exchange
from querious.model.state import Command, Delete, Ending, Outcome
from querious.state.model import Manners, State
from querious.state.parallel.history import Event, History
from querious.state.parallel.linearizability import explain, first_breach
from querious.state.rules import Done
from services.transport import ANY_CASE

UNDONE = (Ending.CONFLICT, Ending.REFUSED, Ending.NOT_ALLOWED)
BODIES = st.dictionaries(st.sampled_from(["title", "pages", "read"]), st.integers(0, 2), min_size=1)
VERBS = st.sampled_from([Command.POST, Command.GET, Command.PUT, Command.PATCH, Command.DELETE, Command.LIST])


def manners_of(delete):
    mark = {"mark": "trash", "marked": True} if delete in (Delete.READABLE, Delete.LISTED) else {}
    return Manners(delete=delete, **mark)


def done(service, command, key="", sent=None):
    given = {Command.POST: (sent,), Command.LIST: (), Command.PUT: (key, sent), Command.PATCH: (key, sent)}
    return Done(command, key, sent, getattr(service, command)(*given.get(command, (key,))))


@st.composite
def histories(draw, most=5):
    """Each command takes effect at a whole second, one after the other, and lasts from before it until after it."""
    delete = draw(st.sampled_from(Delete))
    service = Dictionary(delete)
    before = [Event(done(service, Command.POST, sent=draw(BODIES)), -1, -1) for _ in range(draw(st.integers(1, 2)))]
    keys = [event.key for event in before]
    order = draw(st.lists(st.integers(1, 3), min_size=2, max_size=most))
    effects = []
    for branch in order:
        command = draw(VERBS)
        key = "" if command in (Command.POST, Command.LIST) else draw(st.sampled_from(keys))
        sent = draw(BODIES) if command in (Command.POST, Command.PUT, Command.PATCH) else None
        effects.append((branch, done(service, command, key, sent)))
    branches = [_timed(draw, effects, branch) for branch in (1, 2, 3)]
    posted = [effect.outcome.key for _, effect in effects if effect.command is Command.POST]
    after = [Event(done(service, Command.GET, key), 99, 99) for key in (*keys, *posted)]
    after.append(Event(done(service, Command.LIST), 99, 99))
    start = State(foreign=frozenset({"old"}))
    return History(start, tuple(before), tuple(branches), tuple(after)), manners_of(delete)


def _timed(draw, effects, branch):
    moments = [moment for moment, (own, _) in enumerate(effects) if own == branch]
    events, free = [], -0.5
    for moment, following in zip(moments, [*moments, len(effects)][1:], strict=True):
        began = draw(st.floats(free, moment))
        free = draw(st.floats(moment, (moment + following) / 2))
        events.append(Event(effects[moment][1], began, free, branch))
    return tuple(events)


def by_all_permutations(history, manners):
    """Whether any order that keeps branches and real time has nothing against it."""
    told = [
        (place, event)
        for branch in history.branches
        for place, event in enumerate(branch)
        if event.done.outcome.ending not in UNDONE
    ]
    return any(_keeps(order) and _is_silent(history, manners, order) for order in permutations(told))


def _keeps(order):
    return not any(
        (later.branch == earlier.branch and before < place) or later.ended < earlier.began
        for at, (place, earlier) in enumerate(order)
        for before, later in order[at + 1 :]
    )


def _is_silent(history, manners, order):
    state = history.start
    reads = [event for event in history.after if event.done.outcome.ending not in UNDONE]
    for event in (*history.before, *(event for _, event in order), *reads):
        state, breach = first_breach(event, state, manners)
        if breach is not None:
            return False
    return True


@given(histories(most=7))
def test_what_happened_one_after_the_other_is_explained(drawn):
    history, manners = drawn
    found = explain(history, manners)
    assert found.possible is True
    assert sorted(map(id, found.order)) == sorted(id(event) for branch in history.branches for event in branch)
    assert _is_silent(history, manners, [(0, event) for event in found.order])


@given(histories(), st.data())
def test_changed_answers_are_explained_exactly_if_a_permutation_explains_them(drawn, data):
    history, manners = drawn
    for _ in range(data.draw(st.integers(1, 2))):
        history = _changed(history, data.draw)
    expected = by_all_permutations(history, manners)
    found = explain(history, manners)
    assert found.possible is expected
    assert (found.breach is None) is expected


def _changed(history, draw):
    """One answer in the branches or in the end says something else."""
    branches = [*history.branches, history.after]
    number = draw(st.sampled_from([number for number, branch in enumerate(branches) if branch]))
    place = draw(st.integers(0, len(branches[number]) - 1))
    event = branches[number][place]
    outcome = draw(st.sampled_from(list(_other_outcomes(event.done.outcome))))
    changed = event._replace(done=event.done._replace(outcome=outcome))
    branches[number] = (*branches[number][:place], changed, *branches[number][place + 1 :])
    return replace(history, branches=tuple(branches[:-1]), after=branches[-1])


def _other_outcomes(outcome):
    for ending in (Ending.DONE, Ending.NOT_FOUND, Ending.CONFLICT):
        yield replace(outcome, ending=ending, value=outcome.value or {})
    for name in ("title", "pages", "read"):
        for number in (0, 1, 2):
            yield replace(outcome, value={**(outcome.value or {}), name: number})
    for place in range(len(outcome.entries)):
        yield replace(outcome, entries=outcome.entries[:place] + outcome.entries[place + 1 :])


def test_both_verdicts_come_from_changed_answers():
    """The property above would say nothing if all changes were refused, or none."""
    verdicts = set()

    @settings(max_examples=30, database=None)
    @given(histories(), st.data())
    def collect(drawn, data):
        history, manners = drawn
        assume(any(history.branches))
        verdicts.add(explain(_changed(history, data.draw), manners).possible)

    collect()
    assert verdicts == {True, False}


def event(command, began, ended, branch=0, *, key="1", sent=None, outcome=None):
    return Event(Done(command, key, sent, outcome or Outcome(Ending.DONE, key)), began, ended, branch)


def shown(value, began=9.0, ended=10.0, branch=0):
    return event(Command.GET, began, ended, branch, outcome=Outcome(Ending.DONE, "1", value))


def begun(*branches, after=()):
    post = event(Command.POST, 0, 1, key="", sent={"a": 0, "b": 0}, outcome=Outcome(Ending.DONE, "1"))
    return History(State(), (post,), branches, after)


def test_both_patches_must_be_there_in_the_end():
    one, other = event(Command.PATCH, 2, 4, 1, sent={"a": 1}), event(Command.PATCH, 2, 4, 2, sent={"b": 1})
    assert explain(begun((one,), (other,), after=(shown({"a": 1, "b": 1}),)), Manners()).possible
    for lost in ({"a": 0, "b": 1}, {"a": 1, "b": 0}):
        assert explain(begun((one,), (other,), after=(shown(lost),)), Manners()).possible is False


def test_of_two_puts_either_may_be_the_last_if_they_were_at_the_same_time():
    one, other = event(Command.PUT, 2, 4, 1, sent={"a": 1}), event(Command.PUT, 3, 5, 2, sent={"a": 2})
    for last in (1, 2):
        assert explain(begun((one,), (other,), after=(shown({"a": last}),)), Manners()).possible


def test_real_time_is_kept():
    one, other = event(Command.PUT, 2, 3, 1, sent={"a": 1}), event(Command.PUT, 4, 5, 2, sent={"a": 2})
    assert explain(begun((one,), (other,), after=(shown({"a": 2}),)), Manners()).possible
    assert explain(begun((one,), (other,), after=(shown({"a": 1}),)), Manners()).possible is False


def test_a_read_under_way_may_show_a_write_or_not_but_not_a_mixture():
    put = event(Command.PUT, 2, 4, 1, sent={"a": 1, "b": 1})
    for value, is_explained in (({"a": 0, "b": 0}, True), ({"a": 1, "b": 1}, True), ({"a": 0, "b": 1}, False)):
        assert explain(begun((put,), (shown(value, 3, 5, 2),)), Manners()).possible is is_explained


@pytest.mark.parametrize("ending", UNDONE)
def test_what_was_refused_was_not_done(ending):
    one = event(Command.PATCH, 2, 4, 1, sent={"a": 1})
    other = event(Command.PATCH, 2, 4, 2, sent={"b": 1}, outcome=Outcome(ending, "1"))
    assert explain(begun((one,), (other,), after=(shown({"a": 1, "b": 0}),)), Manners()).possible
    assert explain(begun((one,), (other,), after=(shown({"a": 1, "b": 1}),)), Manners()).possible is False


def test_a_list_of_several_pages_is_no_single_look():
    post = event(Command.POST, 2, 9, 1, key="", sent={"a": 2}, outcome=Outcome(Ending.DONE, "2"))
    for calls, is_explained in (1, False), (2, True):
        twice = Outcome(Ending.DONE, entries=(("1", {}), ("1", {})), exchanges=(Exchange(ANY_CASE),) * calls)
        history = begun((post,), (event(Command.LIST, 3, 4, 2, key="", outcome=twice),))
        assert explain(history, Manners()).possible is is_explained


def test_what_the_answer_to_a_write_shows_is_not_judged():
    one, other = event(Command.PATCH, 2, 4, 1, sent={"a": 1}), event(Command.PATCH, 2, 4, 2, sent={"b": 1})
    stale = [replace(e.done.outcome, value={"a": 0, "b": 0}) for e in (one, other)]
    events = [e._replace(done=e.done._replace(outcome=o)) for e, o in zip((one, other), stale, strict=True)]
    assert explain(begun((events[0],), (events[1],), after=(shown({"a": 1, "b": 1}),)), Manners()).possible


def test_a_search_that_takes_too_long_is_given_up():
    puts = tuple(event(Command.PUT, 2, 4, 1, sent={"a": number}) for number in range(3))
    others = tuple(event(Command.PUT, 2, 4, 2, sent={"a": number}) for number in range(3, 6))
    history = begun(puts, others, after=(shown({"a": 9}),))
    assert explain(history, Manners()).possible is False
    assert explain(history, Manners(), most=5).possible is None


def test_the_search_remembers_where_it_was():
    """Nine puts in three branches have 1,680 orders; the states that they lead to are few."""
    branches = [tuple(event(Command.PUT, 2, 4, own, sent={"a": 1}) for _ in range(3)) for own in (1, 2, 3)]
    history = begun(*branches, after=(shown({"a": 9}),))
    assert explain(history, Manners(), most=200).possible is False
