"""``get``: what was written is read, and what is not there is not found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.state import Delete, Ending
from querious.state.rules.complaint import ABSENT, Complaint, StepVerdict, quoted, told
from querious.state.rules.write import is_nothing, merged, steady
from querious.state.substructure import EntryDifference, differences, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.model import Entry, Manners, State
    from querious.state.rules.complaint import Done


def judge(state: State, manners: Manners, done: Done) -> StepVerdict:
    """By where the key is: there, in the trash, or nowhere."""
    if done.key in state.normal:
        return _there(state, state.normal[done.key], done)
    if done.key in state.trash:
        return StepVerdict(state, tuple(_trashed(state.trash[done.key], manners, done)))
    if done.outcome.ending is Ending.DONE and not state.left_alone(done.key):
        if done.key in state.removed:
            message = f"get of {state.name_of(done.key)}, which was removed for good, is answered with the entry"
            return StepVerdict(state, (Complaint("removed-still-found", message),))
        message = "get of a key that never existed returned an entry"
        return StepVerdict(state, (Complaint("unknown-key-found", message),))
    return StepVerdict(state)


def _there(state: State, entry: Entry, done: Done) -> StepVerdict:
    outcome = done.outcome
    if outcome.ending in ABSENT:
        rule, what = ("entry-lost", "read before") if entry.read else (f"{entry.written_by}-not-found", "just written")
        message = f"get of {entry.name}, which was {what}, is answered with {outcome.ending.value}"
        return StepVerdict(state, (Complaint(rule, message),))
    if outcome.ending is not Ending.DONE:
        return StepVerdict(state)
    complaints = tuple(shown_otherwise(state, entry, outcome.value)) or tuple(
        changed_unasked(state, done.key, outcome.value)
    )
    if any(not one.alone for one in complaints):
        return StepVerdict(state, complaints)
    read = replace(entry, read=True, shown=outcome.value, shown_after=state.writes)
    if complaints:  # said once of what was left out
        read = replace(read, replaced={})
    return StepVerdict(state.with_entry(done.key, read), complaints)


def shown_otherwise(state: State, entry: Entry, shown: JSON, where: str = "get") -> Iterator[Complaint]:
    """What is held against a service that shows an entry so."""
    found = next(differences(entry.facts, shown), None)
    written_last = state.name_of(state.last[0]) == entry.name
    if found is None:
        yield from merged(entry.replaced, shown)
        return
    is_before = entry.before is not None and not any(differences(entry.before, shown))
    if is_before and (written_last or not entry.read):
        message = f"{where} of {entry.name} shows what it was before {entry.written_by}: {told(found)}"
        yield Complaint("stale-read" if where == "get" else "stale-list", message)
    elif entry.read and not written_last:
        yield Complaint("changed-by-others", f"nothing was written to {entry.name}, but {where} shows: {told(found)}")
    else:
        rule = f"{entry.written_by}-not-kept"
        yield Complaint(rule, f"{where} of {entry.name} does not show what {entry.written_by} wrote: {told(found)}")


def changed_unasked(state: State, key: Key, shown: JSON, where: str = "get") -> Iterator[Complaint]:
    """Members that nobody wrote, and that are others than at the last read.

    A service may change what it makes up itself. It is wrong if the change is what was written to another entry, or if
    nothing but reading happened since.
    """
    entry = state.normal[key]
    before, after = (entry.shown, entry.shown_after) if where == "get" else (entry.listed_as, entry.listed_after)
    if not isinstance(before, dict) or not isinstance(shown, dict):
        return
    written, sent = state.last
    lasting, now_lasting = steady(before), steady(shown)
    for member in [name for name in lasting if name in now_lasting]:
        now = shown[member]
        if same(lasting[member], now_lasting[member]):
            continue
        if after == state.writes:
            message = f"reading {entry.name} changed its `{member}` from {quoted(before[member])} to {quoted(now)}"
            yield Complaint("changed-by-reading", message)
        elif written != key and isinstance(sent, dict) and _is_in(sent.get(member), now):
            found = told(EntryDifference(member, before[member], now))
            yield Complaint("changed-by-others", f"nothing was written to {entry.name}, but {where} shows: {found}")


def _is_in(sent: JSON, shown: JSON) -> bool:
    return not is_nothing(sent) and same(sent, shown)


def _trashed(entry: Entry, manners: Manners, done: Done) -> Iterator[Complaint]:
    ending = done.outcome.ending
    if ending is Ending.BROKEN:
        return
    if manners.delete is Delete.HARD and ending is Ending.DONE:
        yield Complaint("deleted-still-found", f"get of {entry.name}, which was deleted, returned the entry")
    elif manners.delete is Delete.TOMBSTONE and ending is not Ending.GONE:
        message = (
            f"get of {entry.name}, which was deleted, is answered with {ending.value} and not, as before, with gone"
        )
        yield Complaint("tombstone-lost", message)
    elif manners.delete in {Delete.READABLE, Delete.LISTED}:
        if ending is not Ending.DONE:
            message = (
                f"get of {entry.name}, which is in the trash, is answered with {ending.value} and not with the entry"
            )
            yield Complaint("trash-lost", message)
        else:
            yield from _mark(entry, manners, done.outcome.value)


def _mark(entry: Entry, manners: Manners, shown: JSON) -> Iterator[Complaint]:
    if manners.mark:
        found = shown.get(manners.mark) if isinstance(shown, dict) else None
        wrong = found in (None, False) if manners.marked is None else not same(manners.marked, found)
        if wrong:
            message = f"{entry.name} was deleted, but its `{manners.mark}` is {quoted(found)}"
            yield Complaint("trash-mark-lost", message)
            return
    facts = (
        {name: value for name, value in entry.facts.items() if name != manners.mark}
        if isinstance(entry.facts, dict)
        else entry.facts
    )
    for difference in differences(facts, shown):
        yield Complaint("trash-changed", f"{entry.name}, which is in the trash, shows other values: {told(difference)}")
