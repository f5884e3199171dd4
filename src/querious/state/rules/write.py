"""What writing to an entry makes known of it, and whether the answer already shows something else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.answers.volatile import may_change_by_itself, tells_of_creation
from querious.model.severity import Severity
from querious.model.state import Breach, Command, Ending
from querious.state.model import Entry
from querious.state.rules.quotes import quote_difference, quoted
from querious.state.rules.verdict import ABSENT, UNDONE, StepVerdict
from querious.state.substructure import differences, members, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.values import JSON
    from querious.state.model import Manners, State
    from querious.state.rules.verdict import Done

_NOTHING: Final[tuple[JSON, ...]] = (None, False, 0, "", [])


def seen(sent: JSON, manners: Manners) -> JSON:
    """What was sent, without what the service never shows, and what it need not show as it was sent.

    ``null`` may ask for the default. A member that stands further up with another value may be taken from there.
    """
    if not isinstance(sent, dict):
        return sent
    shown = {}
    for name, value in sent.items():
        asks_for_default = value is None and manners.defaults.get(name) is not None
        if name not in manners.unseen and not asks_for_default:
            shown[name] = _without_repeated(value, sent)
    return shown


def _without_repeated(value: JSON, above: Mapping[str, JSON]) -> JSON:
    """Without members that stand further up with another value."""
    if isinstance(value, list):
        return [_without_repeated(item, above) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {name: inner for name, inner in value.items() if name not in above or above[name] == inner}
    return {name: _without_repeated(inner, {**above, **value}) for name, inner in kept.items()}


def without_nulls(sent: JSON) -> JSON:
    """Of a new entry: ``null`` may ask for the default there."""
    return {name: value for name, value in sent.items() if value is not None} if isinstance(sent, dict) else sent


def over(old: JSON, sent: JSON) -> JSON:
    """What was sent, laid over what was there before."""
    return {**members(old), **sent} if isinstance(sent, dict) else sent


def origin_of(shown: JSON) -> dict[str, JSON]:
    """Members that never change."""
    return {
        name: value
        for name, value in members(shown).items()
        if tells_of_creation(name) and isinstance(value, str | int)
    }


def facts_of(sent: JSON, shown: JSON) -> JSON:
    """What reading a new entry must hold: what was sent, and what tells of its making."""
    return over(origin_of(shown), sent)


def written(state: State, done: Done, entry: Entry, facts: JSON, replaced: Mapping[str, JSON]) -> State:
    """With the entry as it must be now; nothing has been shown of that yet."""
    after = replace(
        entry,
        facts=facts,
        replaced=replaced,
        before=entry.facts,
        written_by=str(done.command),
        read=False,
        shown=None,
        listed_as=None,
    )
    return state.with_entry(done.key, after)


def answered(done: Done, sent: JSON, former: JSON = None) -> Iterator[Breach]:
    """Whether the answer to a write shows something else than was written; an answer need not show anything.

    ``former`` is what was known of the entry before.
    """
    command, shown = done.command, done.outcome.value
    if isinstance(sent, dict) and not isinstance(shown, dict):
        return
    for difference in differences(sent, shown, former=former):
        message = f"the response to {command} shows other values: {quote_difference(difference)}"
        yield Breach(f"{command}-answers-otherwise", message, difference.severity)


def change_deleted(state: State, manners: Manners, done: Done, entry: Entry) -> StepVerdict:
    """Where deleted entries are gone there is nothing to change; in a trash they may be changed, and stay there."""
    ending, command, sent = done.outcome.ending, done.command, seen(done.sent, manners)
    if manners.keeps_deleted:
        if ending is Ending.DONE:
            merges = command is Command.PATCH or not manners.put_replaces
            facts = over(entry.facts, sent) if merges else sent
            return StepVerdict(state.with_trash(done.key, replace(entry, facts=facts, read=False)))
        if manners.put_deleted is Ending.DONE and ending in ABSENT | UNDONE:
            message = f"{command} of {entry.name}, which is in the trash, failed: {ending.value}; earlier it succeeded"
            return StepVerdict(state, (Breach("trash-lost", message),))
    elif ending is Ending.DONE:
        if manners.put_creates and command is Command.PUT:
            again = Entry(entry.name, facts_of(sent, done.outcome.value), written_by="put", posted=done.sent)
            return StepVerdict(state.with_entry(done.key, again))
        message = f"{command} of {entry.name}, which was deleted, succeeded"
        return StepVerdict(state, (Breach("deleted-still-changed", message, absence_ignored(manners, done)),))
    return StepVerdict(state)


def absence_ignored(manners: Manners, done: Done) -> Severity:
    """How bad it is that a change of what is not there succeeds: it may change nothing, where nobody promises a 404."""
    return Severity.FAULT if done.command in manners.not_found else Severity.SUSPICION


def left_out(entry: Entry, sent: JSON, manners: Manners) -> dict[str, JSON]:
    """Members that an entry had and that a ``put`` without them takes away, unless the service fills them in so."""
    if not manners.put_replaces or not isinstance(sent, dict):
        return {}
    gone = {}
    for name, value in {**entry.replaced, **members(entry.facts)}.items():
        may_stay = name in sent or tells_of_creation(name) or is_nothing(value)
        is_default = name in manners.defaults and same(value, manners.defaults[name])
        if not may_stay and not is_default:
            gone[name] = value
    return gone


def is_nothing(value: JSON) -> bool:
    """Whether it is what services fill in for what is left out: nothing, all the way down."""
    if isinstance(value, dict):
        return all(map(is_nothing, value.values()))
    return value in _NOTHING


def merged(replaced: Mapping[str, JSON], shown: JSON) -> Iterator[Breach]:
    """Whether members that were taken away are still there; what was put is there all the same.

    An object may be a part of its own, such as data beside permissions: what is put replaces the parts that it has.
    """
    there = members(shown)
    for name, value in replaced.items():
        if name in there and same(value, there[name]):
            message = f"put replaces an entry, but `{name}`, which was not in the request, is still {quoted(value)}"
            severity = Severity.SUSPICION if isinstance(value, dict) else Severity.FAULT
            yield Breach("put-merges", message, severity, alone=True)


def steady(shown: JSON) -> JSON:
    """Without what every write changes: moments and versions, at any depth."""
    if isinstance(shown, list):
        return [steady(value) for value in shown]
    if not isinstance(shown, dict):
        return shown
    return {name: steady(value) for name, value in shown.items() if not may_change_by_itself(name)}
