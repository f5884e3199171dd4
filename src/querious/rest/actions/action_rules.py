"""What is held against an action: its answer against the next read, refusals, and what it does to other entries.

Designs that are left alone: answers with 202, states that go on by themselves, actions that remove their entry, actions
that take something from another entry (a default, a place in an order), and what is done to entries that refer to
each other.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.actions.action_effects import ACTION_EFFECT, ACTION_OUTCOME, ACTION_STATE
from querious.rest.actions.action_window import alike, windows
from querious.rest.actions.conditional_writes import CONDITIONAL_WRITES
from querious.rest.actions.created_places import CREATED_PLACES
from querious.rest.actions.job_rules import JOBS
from querious.rest.actions.open_writes import OPEN_WRITES
from querious.rest.actions.repeated_requests import IDEMPOTENCY
from querious.rest.actions.unique_entries import UNIQUE_ENTRIES
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.actions.action_window import ActionWindow, ReadEntry
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_ACCEPTED: Final = 202
_ABSENT: Final = frozenset({404, 410})
_REFUSED: Final = frozenset(range(400, 500)) - {404, 408, 410, 425, 429}
_STATES: Final = frozenset({"status", "state", "phase", "stage", "progress"})
_REMOVALS: Final = frozenset(
    (
        *("delete", "remove", "archive", "discard", "purge", "destroy", "trash", "withdraw", "revoke", "expire"),
        *(
            "accept",
            "reject",
            "decline",
            "dismiss",
            "consume",
            "redeem",
            "ack",
            "acknowledge",
            "leave",
            "merge",
            "move",
        ),
    )
)
"""Words of actions after which the entry may be gone."""
_LONGEST: Final = 60


def _check_answer(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """What an action answers of the entry is what the next read shows."""
    for window in windows(trace):
        shown = window.shown() if window.action.is_good and window.action.status != _ACCEPTED else {}
        if not shown:
            continue
        read = window.entry.after[-1]
        if read.status in _ABSENT:
            yield from _gone(window, shown)
        elif window.entry.is_readable:
            yield from _otherwise(window, shown)


def _gone(window: ActionWindow, shown: dict[str, JSON]) -> Iterator[RestMismatch]:
    """An entry that is shown in its new state, and cannot be read any more."""
    if not _REMOVALS.isdisjoint(written_words(window.word)):
        return
    old = window.entry.old
    is_changed = any(not alike(old[name], shown[name]) for name in old.keys() & shown.keys())
    status = window.entry.after[-1].status
    message = f"the answer shows the entry, but reading it afterwards answers {status}"
    severity = Severity.FAULT if is_changed else Severity.SUSPICION
    yield RestMismatch(window.action.call.coordinate, message, window.place, severity)


def _otherwise(window: ActionWindow, shown: dict[str, JSON]) -> Iterator[RestMismatch]:
    old, new, restless = window.entry.old, window.entry.new, window.entry.restless()
    for name in shown.keys() & new.keys() - restless:
        goes_on = not _STATES.isdisjoint(written_words(name)) and not alike(old.get(name), new[name])
        if not alike(shown[name], new[name]) and not goes_on:
            values = f"{_quoted(shown[name])} in the answer, {_quoted(new[name])} when the entry is read afterwards"
            yield RestMismatch(window.action.call.coordinate, f"{name} is {values}", window.place, member=name)


def _check_refused(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """An action that is refused changes nothing."""
    for window in windows(trace):
        status = window.action.status
        if status not in _REFUSED:
            continue
        if window.entry.after[-1].status in _ABSENT:
            message = f"refused with {status}, but the entry cannot be read any more"
            yield RestMismatch(window.action.call.coordinate, message, window.place)
        for name in window.entry.changed() if window.entry.is_readable else ():
            values = f"from {_quoted(window.entry.old.get(name))} to {_quoted(window.entry.new.get(name))}"
            message = f"refused with {status}, but {name} of the entry changed {values}"
            yield RestMismatch(window.action.call.coordinate, message, window.place, member=name)


def _check_others(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """An action on one entry does not do the same to another."""
    for window in windows(trace):
        is_done = window.action.is_good and window.action.status != _ACCEPTED
        for other in window.others if is_done and window.entry.is_readable else ():
            is_related = _refers(other.old, window.entry.key) or _refers(window.entry.old, other.key)
            if not is_related:
                yield from _touched(window, other)


def _touched(window: ActionWindow, other: ReadEntry) -> Iterator[RestMismatch]:
    """What an action has changed of another entry, in place of its own or like its own."""
    own, restless = window.entry.changed(), window.entry.restless()
    for name in other.changed():
        is_alike = name in own and _same_change(window.entry, other, name)
        if name not in restless and (not own or is_alike):
            values = f"from {_quoted(other.old.get(name))} to {_quoted(other.new.get(name))}"
            what = "like that of the entry itself" if own else "and not the entry itself"
            message = f"{name} of another entry changed {values}, {what}"
            yield RestMismatch(window.action.call.coordinate, message, window.place, member=name)


def _same_change(one: ReadEntry, other: ReadEntry, name: str) -> bool:
    """Whether a member of two entries changed alike: to the same value, or a number by as much."""
    values = [one.old.get(name), one.new.get(name), other.old.get(name), other.new.get(name)]
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) == len(values):
        return alike(numbers[1] - numbers[0], numbers[3] - numbers[2])
    return alike(values[1], values[3])


def _refers(shown: JSON, key: str) -> bool:
    """Whether a key stands somewhere in an entry, but for short numbers, which may be anything."""
    if isinstance(shown, dict):
        return any(_refers(value, key) for value in shown.values())
    if isinstance(shown, list):
        return any(_refers(value, key) for value in shown)
    return str(shown) == key


def _quoted(value: JSON) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str).replace("`", "'")
    return f"`{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}`"


def _propose_nothing(_: ReadableList) -> Iterator[RestConversation]:
    """Actions change data: the phase of actions asks, not that of relations."""
    return iter(())


ACTION_RULES: Final = (
    RestRelation("action-answer", "what an action answers is what is read then", _propose_nothing, _check_answer),
    RestRelation("action-refused", "an action that is refused changes nothing", _propose_nothing, _check_refused),
    RestRelation("action-others", "an action does nothing to other entries", _propose_nothing, _check_others),
    ACTION_STATE,
    ACTION_EFFECT,
    ACTION_OUTCOME,
    IDEMPOTENCY,
    CREATED_PLACES,
    UNIQUE_ENTRIES,
    JOBS,
    CONDITIONAL_WRITES,
    OPEN_WRITES,
)
"""In the order in which a reader wants to know: the entry itself, what must not be touched, what HTTP promises."""
