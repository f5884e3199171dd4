"""``list``, the invariant: the listed keys are the model's keys, and the listed values are those of the entries."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.state import Delete, Ending
from querious.state.rules.complaint import Complaint, StepVerdict
from querious.state.rules.get import changed_unasked, shown_otherwise
from querious.state.substructure import differences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.model import Entry, Manners, State
    from querious.state.rules.complaint import Done


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """Others may write at the same time only where the collection is shared; their entries are left alone."""
    outcome = done.outcome
    if outcome.ending is not Ending.DONE:
        return StepVerdict(state)
    shown = dict(outcome.entries)
    complaints = (
        *_repeated(state, [key for key, _ in outcome.entries]),
        *_missing(state, shown, whole=outcome.whole, shared=manners.shared),
        *_deleted(state, manners, shown, whole=outcome.whole),
        *_unknown(state, manners, shown),
        *_values(state, shown),
    )
    normal = {
        key: _confirmed(entry, shown[key], state.writes) if key in shown else entry
        for key, entry in state.normal.items()
    }
    strangers = frozenset(key for key in shown if not state.known(key))
    there = state.foreign & shown.keys() if outcome.whole else state.foreign
    return StepVerdict(replace(state, normal=normal, foreign=there | strangers, settling=False), complaints)


def _confirmed(entry: Entry, value: JSON, writes: int) -> Entry:
    """A list that shows whole entries is as good as reading them."""
    is_whole = isinstance(value, dict) and not any(differences(entry.facts, value))
    return replace(entry, listed=True, read=entry.read or is_whole, listed_as=value, listed_after=writes)


def _repeated(state: State, keys: list[Key]) -> Iterator[Complaint]:
    for key, times in Counter(keys).items():
        if times > 1:
            yield Complaint("listed-twice", f"list shows {_named(state, key)} {times} times", key=key)


def _missing(state: State, shown: dict[Key, JSON], *, whole: bool, shared: bool) -> Iterator[Complaint]:
    if not whole:
        return
    for key, entry in state.normal.items():
        if key in shown:
            continue
        if entry.listed:
            message = f"list does not show {entry.name} any more, which nobody deleted"
            yield Complaint("vanished-from-list", message, key=key)
        else:
            message = f"list does not show {entry.name}, which {entry.written_by} made"
            yield Complaint("created-not-listed", message, key=key)
    gone = state.foreign - shown.keys()
    if gone and not shared and not state.settling:
        message = f"list does not show {len(gone):,} entries any more that were there before us"
        yield Complaint("others-vanished", message, alone=True)


def _deleted(state: State, manners: Manners, shown: dict[Key, JSON], *, whole: bool) -> Iterator[Complaint]:
    for key, entry in state.trash.items():
        if manners.delete is Delete.LISTED:
            if key not in shown and whole:
                message = f"list does not show {entry.name} any more, which is in the trash"
                yield Complaint("trash-lost", message, key=key)
        elif key in shown:
            yield Complaint("deleted-still-listed", f"list shows {entry.name}, which was deleted", key=key)
    for key, entry in state.removed.items():
        if key in shown:
            message = f"list shows {entry.name}, which was removed for good"
            yield Complaint("deleted-still-listed", message, key=key)


def _unknown(state: State, manners: Manners, shown: dict[Key, JSON]) -> Iterator[Complaint]:
    if manners.shared:
        return
    for key, value in shown.items():
        if state.known(key):
            continue
        twin = next((e for e in state.normal.values() if e.facts and not any(differences(e.facts, value))), None)
        if twin is not None:
            message = f"list shows `{key}`, a second entry with the values of {twin.name}"
            yield Complaint("created-twice", message, alone=True)
        else:
            yield Complaint("listed-unknown", f"list shows `{key}`, which nobody made", alone=True)


def _values(state: State, shown: dict[Key, JSON]) -> Iterator[Complaint]:
    """A list may show less of an entry than reading it does, but nothing else."""
    for key, entry in state.normal.items():
        value = shown.get(key)
        if isinstance(value, dict) and isinstance(entry.facts, dict):
            part = {name: fact for name, fact in entry.facts.items() if name in value}
            before = entry.before if isinstance(entry.before, dict) else {}
            old = {name: fact for name, fact in before.items() if name in value} or None
            otherwise = tuple(
                shown_otherwise(state, replace(entry, facts=part, before=old, replaced={}), value, "list")
            )
            for complaint in otherwise or changed_unasked(state, key, value, "list"):
                yield complaint._replace(key=key)


def _named(state: State, key: Key) -> str:
    name = state.name_of(key)
    return f"`{key}`" if name == "unknown" else name
