"""What an action does to its entry, held against what the description says and against itself.

Most of this is a suspicion: an action may do anything. But a state in which the description rules it out, a text that
grows with each repetition, rows of the entry that get lost, a text that is overwritten by another one, and an action
that never does anything, or is never allowed, deserve a look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.identity import KEY_WORDS
from querious.model import Severity
from querious.rest.actions.action_window import alike, windows
from querious.rest.actions.documented_states import documented_states, named_states
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.display import listing
from querious.text.words import words, written_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.rest.actions.action_window import ActionWindow
    from querious.rest.relations.relation import RestAnswer

_CONFLICT: Final = 409
_FEW: Final = 3
"""Times that an action must be seen to do nothing, or to be refused."""
_SHORT: Final = 4
"""Letters that two words must have in common to be of one family."""
_TEXT: Final = 3
"""Letters of a text that is no mere mark."""
_REMOVES: Final = frozenset(
    ("clear", "empty", "reset", "remove", "delete", "detach", "unassign", "unlink", "prune", "purge", "pop", "dequeue")
)
"""Words of actions that take rows away from their entry."""
_APPENDS: Final = frozenset(("append", "add", "comment", "note", "log", "extend", "annotate", "write"))


def _check_state(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """An action that the description rules out in the state of its entry changes something nevertheless.

    It is the last one of the trace; those before it show in which states the action is carried out rightly. That is a
    fault where a refusal is documented: then these words are no mere hint.
    """
    seen = list(windows(trace))
    if not seen or seen[-1].action.operation is None or not seen[-1].state or not _changes(seen[-1]):
        return
    *earlier, window = seen
    operation = seen[-1].action.operation
    states = set().union(*(one.states() for one in (*earlier, window)))
    told = documented_states(operation.about, states)
    allowed = {one.state: one.sentence for one in told if one.allowed}
    ruled_out = {one.state: one.sentence for one in told if not one.allowed}
    if not told:
        named, sentence = named_states(operation.about, states)
        allowed = dict.fromkeys(named, sentence) if any(map(_leaves, _in_states(earlier, named))) else {}
    is_bad = window.state in ruled_out or (allowed and window.state not in allowed)
    if is_bad:
        sentence = ruled_out.get(window.state) or next(iter(allowed.values()))
        said = f'carried out, although {window.state_member} is "{window.state}": the description says "{sentence}"'
        is_refused = str(_CONFLICT) in operation.responses
        certain = is_refused and (window.state in ruled_out or any(map(_leaves, _in_states(earlier, allowed))))
        severity = Severity.FAULT if certain else Severity.SUSPICION
        yield RestMismatch(window.action.call.coordinate, said, window.place, severity)


def _in_states(seen: Sequence[ActionWindow], states: Collection[str]) -> list[ActionWindow]:
    return [window for window in seen if window.state in states]


def _changes(window: ActionWindow) -> bool:
    return window.action.has_succeeded and window.entry.is_readable and bool(window.entry.changed())


def _leaves(window: ActionWindow) -> bool:
    """Whether the entry is in another state after it."""
    return _changes(window) and window.entry.new.get(window.state_member) != window.state


def _check_effect(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Texts and rows of the entry that nobody asked to be changed are as they were."""
    for window in windows(trace):
        if window.action.has_succeeded and window.entry.is_readable:
            yield from _grown_texts(window)
            yield from _lost_rows(window)
            yield from _copied_texts(window)


def _grown_texts(window: ActionWindow) -> Iterator[RestMismatch]:
    """Where the state says that there was nothing left to do."""
    old, new = window.entry.old, window.entry.new
    spoken = written_words(window.word)
    if not window.state or new.get(window.state_member) != window.state or not _APPENDS.isdisjoint(spoken):
        return
    for name in [each for each in window.entry.changed() if each not in _sent(window)]:
        before, after = old.get(name), new.get(name)
        if isinstance(before, str) and isinstance(after, str) and len(before) >= _TEXT and after.startswith(before):
            yield _suspicion(window, f"done again in the same state, it appends to {name}")


def _lost_rows(window: ActionWindow) -> Iterator[RestMismatch]:
    if not _REMOVES.isdisjoint(written_words(window.word)):
        return
    for name in window.entry.changed():
        before, after = window.entry.old.get(name), window.entry.new.get(name)
        if not isinstance(before, list) or not isinstance(after, list) or name in _sent(window):
            continue
        if after and len(after) < len(before) and all(any(alike(row, kept) for kept in before) for row in after):
            yield _suspicion(window, f"{name} of the entry had {len(before)} rows, and has {len(after)} afterwards")


def _copied_texts(window: ActionWindow) -> Iterator[RestMismatch]:
    """One text that the action sets stands in the place of another, which the request did not name."""
    old, new, changed = window.entry.old, window.entry.new, window.entry.changed()
    texts = [name for name in changed if isinstance(new.get(name), str) and len(str(new[name])) >= _TEXT]
    for name in texts:
        twins = [other for other in texts if other != name and new[other] == new[name]]
        if twins and isinstance(old.get(name), str) and old.get(twins[0]) is None and name not in _sent(window):
            yield _suspicion(window, f"{name} is overwritten with what {twins[0]} shows")


def _sent(window: ActionWindow) -> Mapping[str, JSON]:
    body = window.action.call.body
    return body if isinstance(body, dict) else {}


def _check_outcomes(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Of one action on several entries: it is allowed in some state, and where it is done, something changes."""
    seen = list(windows(trace))
    if len(seen) < _FEW or len({window.action.call.coordinate for window in seen}) > 1:
        return
    if all(window.action.status == _CONFLICT for window in seen) and not any(map(_names_another, seen)):
        met = {window.state for window in seen}
        known = set().union(*(window.states() for window in seen))
        if len(met) >= _FEW and met >= known:
            yield _suspicion(seen[-1], f"refused with 409 in every state: {listing(sorted(met), len(met))}")
    elif all(_does_nothing(window) for window in seen):
        for name in _related(seen):
            yield _suspicion(seen[-1], f"answered as done each time, but {name} of the entry never changes")


def _names_another(window: ActionWindow) -> bool:
    """Whether the request names another thing, whose state may be why it is refused."""
    return any(len(words(name)) > 1 and words(name)[-1] in KEY_WORDS for name in _sent(window))


def _does_nothing(window: ActionWindow) -> bool:
    return window.action.is_good and window.entry.is_readable and not window.entry.changed()


def _related(seen: Sequence[ActionWindow]) -> list[str]:
    """The member that the action is named after (``restock`` and ``stock``), if any; flags may have been set before."""
    entry = seen[0].entry.old
    for name, value in entry.items():
        is_value = isinstance(value, int | float | str) and not isinstance(value, bool)
        members = [word for word in written_words(name) if len(word) >= _SHORT]
        if is_value and any(_are_family(word, member) for word in written_words(seen[0].word) for member in members):
            return [name]
    return []


def _are_family(word: str, other: str) -> bool:
    return word.endswith(other) or word[: _SHORT + 1] == other[: _SHORT + 1]


def _suspicion(window: ActionWindow, message: str) -> RestMismatch:
    return RestMismatch(window.action.call.coordinate, message, window.place, Severity.SUSPICION)


ACTION_STATE: Final = RestRelation(
    "action-state", "an action is done in the states for which it is described", nothing, _check_state
)
ACTION_EFFECT: Final = RestRelation(
    "action-effect", "an action leaves texts and rows alone that it is not about", nothing, _check_effect
)
ACTION_OUTCOME: Final = RestRelation(
    "action-outcome", "an action is allowed in some state, and changes something", nothing, _check_outcomes
)
