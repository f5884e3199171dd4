"""Reducing: the same finding, never more; and as little as there is where every part can be left out by itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import state_runs
from querious.model.state import Command, CommandStep, Ending, Outcome
from querious.state.reduction import reduce
from querious.state.sequences import Act, acts_of

VERBS = [verb for verb in Command if verb is not Command.LIST]
SENT = st.none() | st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3), max_size=5)
STEPS = st.lists(
    st.builds(lambda verb, name, sent: CommandStep(verb, verb, name, "", sent, Outcome(Ending.DONE)),
              st.sampled_from(VERBS), st.sampled_from(["#1", "#2", "unknown"]), SENT),
    min_size=1, max_size=12,
)  # fmt: skip
MEMBERS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


def finding(steps):
    return state_runs.finding("put-merges", "books", "it does", tuple(steps))


def size(acts):
    return len(acts), sum(len(act.sent) for act in acts if isinstance(act.sent, dict))


def holds(needed, acts):
    """Whether the needed acts are there in this order, each with at least the members it needs."""
    rest = iter(acts)
    return all(
        any(act.verb is want.verb and act.name == want.name and _has(act.sent, want.sent) for act in rest)
        for want in needed
    )


def _has(sent, wanted):
    return wanted is None or (isinstance(sent, dict) and wanted.items() <= sent.items())


@st.composite
def needed_of(draw, steps):
    """Some of the acts, each with some of its members."""
    chosen = draw(st.lists(st.sampled_from(range(len(steps))), min_size=1, max_size=4, unique=True).map(sorted))
    acts = acts_of([steps[place] for place in chosen])
    return [
        act._replace(sent=dict(draw(st.lists(st.sampled_from(sorted(act.sent.items())), unique=True))))
        if act.sent
        else act
        for act in acts
    ]


@given(st.data(), STEPS, st.integers(0, 40))
def test_what_comes_out_shows_the_same_and_is_never_longer(data, steps, most):
    needed = data.draw(needed_of(steps))
    asked = []

    members = data.draw(MEMBERS)
    needed_members = data.draw(st.sets(st.sampled_from(members))) if members else set()

    def shows(tried):
        asked.append(tried)
        return holds(needed, tried.acts) and needed_members <= set(tried.members)

    found, reproduced = reduce(finding(steps), shows, most, members)
    assert reproduced == (most > 0)
    assert holds(needed, found.acts)
    assert needed_members <= set(found.members) <= set(members)
    assert size(found.acts) <= size(acts_of(steps))
    assert len(asked) <= most
    if reproduced:
        assert found in asked, "what comes out was run"


@given(st.data(), STEPS)
def test_where_there_is_time_nothing_is_left_that_could_go(data, steps):
    needed = data.draw(needed_of(steps))
    members = data.draw(MEMBERS)
    needed_members = data.draw(st.sets(st.sampled_from(members))) if members else set()

    def shows(tried):
        return holds(needed, tried.acts) and needed_members <= set(tried.members)

    found, _ = reduce(finding(steps), shows, 10_000, members)
    assert set(found.members) == needed_members
    assert len(found.acts) == len(needed)
    for act, want in zip(found.acts, needed, strict=True):
        assert len(act.sent or {}) <= max(1, len(want.sent or {}))


@given(STEPS)
def test_what_does_not_show_again_stays_as_it_was(steps):
    asked = []
    found, reproduced = reduce(finding(steps), lambda tried: bool(asked.append(tried)), 50)
    assert (list(found.acts), reproduced, len(asked)) == (acts_of(steps), False, 1)


def test_members_that_are_not_needed_and_not_named_are_left_out_at_once():
    full = {"title": "a", "price": 1, "tags": [], "stock": 2, "author": "b"}
    steps = [CommandStep(verb, verb, "#1", "", full, Outcome(Ending.DONE)) for verb in (Command.POST, Command.PATCH)]
    wrong = state_runs.finding("put-merges", "books", "list of #1 shows: `price` is `1`", tuple(steps))
    tried = []

    def shows(reduced):
        tried.append(reduced)
        return "title" in reduced.acts[0].sent and "price" in reduced.acts[-1].sent

    barest = {Command.POST: {"title": "x"}, Command.PATCH: {}}
    reduce(wrong, shows, 2, barest=barest)
    assert [[*act.sent] for act in tried[-1].acts] == [["title", "price"], ["price"]]


def test_looking_at_the_list_is_no_act():
    post = CommandStep(Command.POST, "post_first", "#1", "17", {"a": 1}, Outcome(Ending.DONE, "17"))
    look = CommandStep(Command.LIST, "list", "", "", None, Outcome(Ending.DONE))
    assert acts_of([post, look]) == [Act(Command.POST, "#1", "17", {"a": 1})]
