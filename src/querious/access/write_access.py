"""A change that one makes to what another has created.

The entry was created by the owner just before; the owner reads it, another changes or deletes it by its key, and the
owner reads it again. It is a fault where the other may not even read it. Where they may, it is a suspicion if no list
shows it to them, or if another change of it is refused to them; else everybody may well work on everything (a wiki).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.access.evidence import hiding_list
from querious.access.reading import Answered
from querious.access.rule import AccessBreach, AccessRule
from querious.model.identity import ANONYMOUS
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

from querious.access.reading import Reading, ShownObject


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    for step, change in enumerate(readings):
        if not change.changes or not change.given:
            continue
        before, after = _around(readings, step, change)
        if before is None or after is None:
            continue
        theirs = _named(before, change)
        if theirs is None:
            continue
        what = _effect(theirs, after)
        breach = _breach(readings, step, change, theirs, what, before.identity) if what else None
        if breach is not None:
            yield breach


def _around(readings: Sequence[Reading], step: int, change: Reading) -> tuple[Reading | None, Reading | None]:
    """What the owner was shown before and after, by the same question."""
    others = [one for one in readings[:step] if not one.changes and one.identity != change.identity]
    before = next((one for one in reversed(others) if _named(one, change) is not None), None)
    if before is None:
        return None, None
    later = (one for one in readings[step + 1 :] if not one.changes)
    same = (one for one in later if (one.question, one.identity) == (before.question, before.identity))
    return before, next(same, None)


def _named(reading: Reading, change: Reading) -> ShownObject | None:
    """The object of a reading that a change names by its key."""
    return next((one for one in reading.objects if one.key in change.given and one.facts), None)


def _effect(theirs: ShownObject, after: Reading) -> str:
    if after.answered is Answered.FAILED or after.answered is Answered.REFUSED:
        return ""
    left = after.shows(theirs.type, theirs.key)
    if left is None:
        return "delete"
    changed = [name for name in theirs.facts if name in left.facts and left.facts[name] != theirs.facts[name]]
    return "change" if changed else ""


def _breach(
    readings: Sequence[Reading], step: int, change: Reading, theirs: ShownObject, what: str, owner: str
) -> AccessBreach | None:
    why, severity = _reason(readings, change, theirs, owner)
    if not why:
        return None
    whom = "anybody without credentials" if change.identity == ANONYMOUS else f'"{change.identity}"'
    message = f'lets {whom} {what} {theirs.type} "{theirs.key}" of "{owner}", {why}'
    return AccessBreach(change.way, message, step, severity)


def _reason(readings: Sequence[Reading], change: Reading, theirs: ShownObject, owner: str) -> tuple[str, Severity]:
    """Why it should have been refused; empty where everybody may well work on everything."""
    looks = [one for one in readings if one.identity == change.identity and not one.changes]
    by_key = [one for one in looks if theirs.key in one.given and one.answered is not Answered.FAILED]
    if by_key and not any(one.shows(theirs.type, theirs.key) for one in looks):
        return "who may not even read it", Severity.FAULT
    if hiding_list(readings, change.identity, owner, theirs) is not None:
        return "though no list shows it to them", Severity.SUSPICION
    for other in readings:
        is_other = other.changes and other.identity == change.identity and other.way != change.way
        is_refused = other.answered in (Answered.REFUSED, Answered.NOTHING)
        if is_other and is_refused and theirs.key in other.given:
            return f"which {other.way} refuses them", Severity.SUSPICION
    return "", Severity.SUSPICION


RULE = AccessRule("write-access", "what one has created is not changed or deleted by another", _check)
