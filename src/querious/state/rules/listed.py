"""``list``: exactly the entries of the model, each once, and what is shown of them is right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.model.state import Breach, Delete
from querious.state.rules.get import changed_unasked, shown_otherwise
from querious.state.rules.quotes import quoted
from querious.state.rules.verdict import StepVerdict
from querious.state.substructure import members, same
from querious.text.display import plural
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.model import Entry, Manners, State
    from querious.state.rules.verdict import Done

_STATES: Final = frozenset({"status", "state", "phase", "stage", "visibility"})
_FEWEST: Final = 3
"""Rows that show what all of a list have in common."""


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """Others may write at the same time only where the collection is shared; their entries are left alone."""
    outcome = done.outcome
    if not done.is_done:
        return StepVerdict(state)
    shown = dict(outcome.entries)
    breaches = [*_repeated(state, [key for key, _ in outcome.entries])]
    if outcome.whole:
        breaches += _missing(state, manners, shown)
    breaches += _deleted(state, manners, shown)
    if not manners.shared:
        breaches += _unknown(state, shown)
    breaches += _values(state, shown)
    breaches += _counted(len(shown), outcome.told)
    if manners.searched:
        breaches = [replace(breach, severity=Severity.SUSPICION) for breach in breaches]
    normal = dict(state.normal)
    for key in normal.keys() & shown.keys():
        normal[key] = _confirmed(normal[key], shown[key], state.writes)
    strangers = frozenset(key for key in shown if not state.known(key))
    there = state.foreign & shown.keys() if outcome.whole else state.foreign
    after = replace(state, normal=normal, foreign=there | strangers, settling=False)
    return StepVerdict(after, tuple(breaches))


def _confirmed(entry: Entry, value: JSON, writes: int) -> Entry:
    """A list that shows whole entries is as good as reading them."""
    is_whole = isinstance(value, dict) and same(entry.facts, value)
    return replace(entry, listed=True, read=entry.read or is_whole, listed_as=value, listed_after=writes)


def _repeated(state: State, keys: list[Key]) -> Iterator[Breach]:
    for key, times in Counter(keys).items():
        if times > 1:
            name = state.name_of(key) if state.known(key) and not state.left_alone(key) else f"`{key}`"
            yield Breach("listed-twice", f"list shows {name} {times} times", key=key)


def _counted(shown: int, told: int | None) -> Iterator[Breach]:
    """A list that shows more than it says there are is wrong; one that shows fewer may keep some back from who asks."""
    if told is not None and told != shown:
        message = f"list says that there are {told:,} entries, but shows {shown:,}"
        severity = Severity.FAULT if told < shown else Severity.SUSPICION
        yield Breach("counted-otherwise", message, severity, alone=True)


def _missing(state: State, manners: Manners, shown: dict[Key, JSON]) -> Iterator[Breach]:
    for key, entry in state.normal.items():
        if key in shown:
            continue
        apart = _set_apart_by(entry.facts, shown)
        if apart:
            message = f"list does not show {entry.name}, whose {apart}; that of no entry in the list is"
            yield Breach("created-not-listed", message, Severity.SUSPICION, key=key)
        elif entry.listed:
            message = f"list no longer shows {entry.name}, which was not deleted"
            yield Breach("vanished-from-list", message, key=key)
        else:
            message = f"list does not show {entry.name}, which {entry.written_by} created"
            yield Breach("created-not-listed", message, key=key)
    for key, entry in state.trash.items():
        if key not in shown and manners.delete is Delete.LISTED:
            yield Breach("trash-lost", f"list no longer shows {entry.name}, which is in the trash", key=key)
    gone = state.foreign - shown.keys()
    if gone and not manners.shared and not state.settling:
        message = f"list no longer shows {plural(len(gone), 'entry', 'entries')} that existed before the tests"
        yield Breach("others-vanished", message, alone=True)


def _set_apart_by(facts: JSON, shown: dict[Key, JSON]) -> str:
    """The flag or state that tells an entry from all in the list, which may leave out drafts and what is off."""
    rows = [members(value) for value in shown.values()]
    for name, value in members(facts).items():
        there = [row[name] for row in rows if name in row]
        is_state = isinstance(value, bool) or not _STATES.isdisjoint(words(name))
        if is_state and len(there) >= _FEWEST and value not in there:
            return f"`{name}` is {quoted(value)}"
    return ""


def _deleted(state: State, manners: Manners, shown: dict[Key, JSON]) -> Iterator[Breach]:
    for key in shown:
        if key in state.trash and manners.delete is not Delete.LISTED:
            message = f"list shows {state.trash[key].name}, which was deleted"
            yield Breach("deleted-still-listed", message, key=key)
        elif key in state.removed:
            message = f"list shows {state.removed[key].name}, which was removed for good"
            yield Breach("deleted-still-listed", message, key=key)


def _unknown(state: State, shown: dict[Key, JSON]) -> Iterator[Breach]:
    for key, value in shown.items():
        if state.known(key):
            continue
        twins = (entry.name for entry in state.normal.values() if entry.facts and same(entry.facts, value))
        twin = next(twins, None)
        if twin is not None:
            message = f"list shows `{key}`, a second entry with the values of {twin}"
            yield Breach("created-twice", message, alone=True)
        else:
            yield Breach("listed-unknown", f"list shows `{key}`, which was never created", alone=True)


def _values(state: State, shown: dict[Key, JSON]) -> Iterator[Breach]:
    """A list may show less of an entry than reading it does, but nothing else."""
    for key, entry in state.normal.items():
        value = members(shown.get(key))
        facts = {name: fact for name, fact in members(entry.facts).items() if name in value}
        before = {name: fact for name, fact in members(entry.before).items() if name in value}
        part = replace(entry, facts=facts, before=before or None, replaced={})
        otherwise = list(shown_otherwise(state, part, value, "list"))
        for breach in otherwise or changed_unasked(state, key, value, "list"):
            yield replace(breach, key=key)
