"""Linearizability: an order of all commands, one after the other, that the model has nothing against.

The order keeps that of each branch and real time: what had ended before something else began comes before it. The
search goes through the orders depth first, turns back where the model complains, and never goes twice from the same
place in the branches and the same state of the model (Wing and Gong's search, with Lowe's memory).
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.severity import Severity
from querious.model.state import Ending
from querious.state.rules import judge
from querious.state.rules.verdict import UNDONE, Done

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from querious.model.state import Breach, Key
    from querious.model.values import JSON
    from querious.state.model import Entry, Manners, State
    from querious.state.parallel.history import Event, History

_MOST: Final = 20_000
"""Commands that are judged in one search: many times what three branches of three need."""


class Explanation(NamedTuple):
    """What a search came to."""

    possible: bool | None
    """Whether there is an order; None: the search was given up."""
    order: tuple[Event, ...] = ()
    """Of the branches, if there is one; commands that were refused are left out."""
    state: State | None = None
    """Of the model after the branches, in that order."""
    breach: Breach | None = None
    """If there is none: what stood in the way of the order that went furthest."""


def explain(history: History, manners: Manners, most: int = _MOST) -> Explanation:
    """Look for an order. A beginning that breaks the model by itself has none."""
    search = _Search(history, manners, most)
    state, breach = search.all_of(history.before, history.start)
    if breach is not None:
        return Explanation(possible=False, breach=breach)
    try:
        found = search.orders(tuple(0 for _ in history.branches), state)
    except _GivenUpError:
        return Explanation(possible=None)
    if found is None:
        return Explanation(possible=False, breach=search.breach)
    order, state = found
    return Explanation(possible=True, order=order[::-1], state=state)


def is_unexplained(history: History, manners: Manners) -> bool:
    """Whether there is surely no order."""
    return explain(history, manners).possible is False


def first_breach(event: Event, state: State, manners: Manners) -> tuple[State, Breach | None]:
    """How the model goes on after a command, and what it holds against the service."""
    judged = judge(state, manners, _heard(event.done))
    return judged.state, next((one for one in judged.breaches if one.severity is Severity.FAULT), None)


class _GivenUpError(Exception):
    """The search takes too long."""


class _Search:
    def __init__(self, history: History, manners: Manners, most: int) -> None:
        self._branches = [[event for event in branch if _tells(event, at_once=True)] for branch in history.branches]
        self._after = history.after
        self._manners = manners
        self._left = most
        self._dead: set[tuple[tuple[int, ...], str]] = set()
        self._furthest = -1
        self.breach: Breach | None = None

    def orders(self, places: tuple[int, ...], state: State) -> tuple[tuple[Event, ...], State] | None:
        """An order of what is left from here, the last first, and the state of the model then."""
        here = places, _written(state)
        if here in self._dead:
            return None
        heads = [
            (number, branch[place])
            for number, (branch, place) in enumerate(zip(self._branches, places, strict=True))
            if place < len(branch)
        ]
        if not heads and self._reads(places, state):
            return (), state
        for number, event in _next(heads):
            after = self._judged(event, state, sum(places))
            if after is not None:
                found = self.orders(tuple(place + (number == own) for own, place in enumerate(places)), after)
                if found is not None:
                    return (*found[0], event), found[1]
        self._dead.add(here)
        return None

    def all_of(self, events: Iterable[Event], state: State) -> tuple[State, Breach | None]:
        """One after the other, until the model complains."""
        for event in events:
            if _tells(event):
                state, breach = first_breach(event, state, self._manners)
                if breach is not None:
                    return state, breach
        return state, None

    def _reads(self, places: tuple[int, ...], state: State) -> bool:
        _, breach = self.all_of(self._after, state)
        self._blame(breach, sum(places))
        return breach is None

    def _judged(self, event: Event, state: State, depth: int) -> State | None:
        if not self._left:
            raise _GivenUpError
        self._left -= 1
        after, breach = first_breach(event, state, self._manners)
        self._blame(breach, depth)
        return after if breach is None else None

    def _blame(self, breach: Breach | None, depth: int) -> None:
        if breach is not None and depth > self._furthest:
            self._furthest, self.breach = depth, breach


def _next(heads: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Those that may come next: nothing that is still to come had ended before they began."""
    first = min((event.ended for _, event in heads), default=0.0)
    return [(number, event) for number, event in heads if event.began <= first]


def _tells(event: Event, *, at_once: bool = False) -> bool:
    """Whether an order must explain it. What was refused was not done.

    A list that was read page by page while others wrote is no single look: it may show an entry twice, or not at all.
    """
    outcome = event.done.outcome
    return outcome.ending not in UNDONE and not (at_once and event.is_read and len(outcome.exchanges) > 1)


def _heard(done: Done) -> Done:
    """Of writes only how they ended: a service may build the answer a moment later, or of what it had read before."""
    outcome = replace(done.outcome, breaches=())
    if outcome.ending is Ending.DONE and done.sent is not None:
        outcome = replace(outcome, value=done.sent)
    return done._replace(outcome=outcome)


def _written(state: State) -> str:
    """All that judging goes by, as text; what only chooses the words of a breach is left out."""
    places = (state.foreign, state.removed, state.forgotten)
    entries = [_entries(state.normal, state.writes), _entries(state.trash, state.writes)]
    whole = [*entries, [sorted(keys) for keys in places], state.settling, list(state.last)]
    return json.dumps(whole, sort_keys=True, default=str)


def _entries(entries: Mapping[Key, Entry], writes: int) -> JSON:
    """With what was last shown of them, and whether anything was written since."""
    return {
        key: [
            entry.facts,
            dict(entry.replaced),
            [entry.shown, entry.shown_after == writes],
            [entry.listed_as, entry.listed_after == writes],
        ]
        for key, entry in entries.items()
    }
