"""``get``: what was written is read, and what is not there is not found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.model.state import Breach, Delete, Ending
from querious.state.rules.quotes import quote_difference, quoted
from querious.state.rules.verdict import EntryRule, StepVerdict
from querious.state.rules.write import is_nothing, merged, steady
from querious.state.substructure import EntryDifference, differences, members, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.state.model import Entry, Manners, State
    from querious.state.rules.verdict import Done


def _absent(entry: Entry, done: Done) -> Breach:
    rule, what = ("entry-lost", "read before") if entry.read else (f"{entry.written_by}-not-found", "just written")
    return Breach(rule, f"get of {entry.name}, which was {what}, failed: {done.outcome.ending.value}")


def _there(state: State, _: Manners, done: Done, entry: Entry) -> StepVerdict:
    shown = done.outcome.value
    breaches = tuple(shown_otherwise(state, entry, shown)) or tuple(changed_unasked(state, done.key, shown))
    if any(not one.alone for one in breaches):
        return StepVerdict(state, breaches)
    replaced = {} if breaches else entry.replaced  # what was left out is told once
    read = replace(entry, read=True, shown=shown, shown_after=state.writes, replaced=replaced)
    return StepVerdict(state.with_entry(done.key, read), breaches)


def shown_otherwise(state: State, entry: Entry, shown: JSON, where: str = "get") -> Iterator[Breach]:
    """What is held against a service that shows an entry so."""
    several = list(differences(entry.facts, shown, former=entry.before))
    several.sort(key=lambda difference: difference.severity is not Severity.FAULT)
    found = next(iter(several), None)
    if found is None:
        yield from merged(entry.replaced, shown)
        return
    name, difference = entry.name, quote_difference(found)
    is_written_last = state.name_of(state.last[0]) == name
    is_before = entry.before is not None and same(entry.before, shown)
    if is_before and (is_written_last or not entry.read):
        message = f"{where} shows {name} as it was before {entry.written_by}: {difference}"
        yield Breach("stale-read" if where == "get" else "stale-list", message, found.severity)
    elif entry.read and not is_written_last:
        yield _by_others(name, where, difference)
    else:
        message = f"{where} of {name} does not show what {entry.written_by} wrote: {difference}"
        yield Breach(f"{entry.written_by}-not-kept", message, found.severity)


def _by_others(name: str, where: str, difference: str) -> Breach:
    return Breach("changed-by-others", f"nothing was written to {name}, but {where} shows: {difference}")


def changed_unasked(state: State, key: Key, shown: JSON, where: str = "get") -> Iterator[Breach]:
    """Members that nobody wrote, and that are others than at the last read.

    A service may change what it makes up itself. It is wrong if the change is what was written to another entry, or if
    nothing but reading happened since.
    """
    entry = state.normal[key]
    before, after = (entry.shown, entry.shown_after) if where == "get" else (entry.listed_as, entry.listed_after)
    written, sent = state.last
    lasting, now_lasting = steady(members(before)), steady(members(shown))
    for member in lasting:
        if member not in now_lasting or same(lasting[member], now_lasting[member]):
            continue
        old, now = members(before)[member], members(shown)[member]
        by_another = written != key and not is_nothing(members(sent).get(member))
        if after == state.writes:
            message = f"reading {entry.name} changed its `{member}` from {quoted(old)} to {quoted(now)}"
            yield Breach("changed-by-reading", message)
        elif by_another and same(members(sent)[member], now):
            yield _by_others(entry.name, where, quote_difference(EntryDifference(member, old, now)))


def _deleted(state: State, manners: Manners, done: Done, entry: Entry) -> StepVerdict:
    return StepVerdict(state, tuple(_found_deleted(manners, done, entry)))


def _found_deleted(manners: Manners, done: Done, entry: Entry) -> Iterator[Breach]:
    ending = done.outcome.ending
    if manners.delete is Delete.HARD and ending is Ending.DONE:
        yield Breach("deleted-still-found", f"get of {entry.name}, which was deleted, returned the entry")
    elif manners.delete is Delete.TOMBSTONE and ending not in {Ending.GONE, Ending.BROKEN}:
        message = f"get of {entry.name}, which was deleted, ended with {ending.value}, not with gone as before"
        yield Breach("tombstone-lost", message)
    elif manners.keeps_deleted and ending is Ending.DONE:
        yield from _trashed(entry, manners, done.outcome.value)
    elif manners.keeps_deleted and ending is not Ending.BROKEN:
        message = f"get of {entry.name}, which is in the trash, failed: {ending.value}"
        yield Breach("trash-lost", message)


def _trashed(entry: Entry, manners: Manners, shown: JSON) -> Iterator[Breach]:
    mark = manners.mark
    found = members(shown).get(mark)
    is_marked = found not in (None, False) if manners.marked is None else same(manners.marked, found)
    if mark and not is_marked:
        yield Breach("trash-mark-lost", f"{entry.name} was deleted, but its `{mark}` is {quoted(found)}")
        return
    facts = entry.facts
    if isinstance(facts, dict):
        facts = {name: value for name, value in facts.items() if name != mark}
    for difference in differences(facts, shown):
        message = f"{entry.name}, which is in the trash, shows other values: {quote_difference(difference)}"
        yield Breach("trash-changed", message)


def _unknown(state: State, _: Manners, done: Done) -> StepVerdict:
    breach = Breach("unknown-key-found", "get of a key that never existed returned an entry")
    if done.key in state.removed:
        name = state.name_of(done.key)
        breach = Breach("removed-still-found", f"get of {name}, which was removed for good, returned the entry")
    return StepVerdict(state, (breach,))


RULE: Final = EntryRule(_absent, _there, _deleted, _unknown)
