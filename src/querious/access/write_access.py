"""A change that one makes to what another has created.

The entry was created by the owner just before; the owner reads it, another changes or deletes it by its key, and the
owner reads it again. That no list shows it to the other makes it theirs alone. It is a fault where the other may not
even read it; where they may, it may be shared with all who are known: a suspicion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.access.reading import Answered
from querious.access.rule import AccessRule, Breach
from querious.model.identity import ANONYMOUS
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading, Shown


def _check(readings: Sequence[Reading]) -> Iterator[Breach]:
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
        if what:
            yield _breach(readings, step, change, theirs, what, before.identity)


def _around(readings: Sequence[Reading], step: int, change: Reading) -> tuple[Reading | None, Reading | None]:
    """What the owner was shown before and after, by the same question."""
    others = [one for one in readings[:step] if not one.changes and one.identity != change.identity]
    before = next((one for one in reversed(others) if _named(one, change) is not None), None)
    if before is None:
        return None, None
    later = (one for one in readings[step + 1 :] if not one.changes)
    same = (one for one in later if (one.question, one.identity) == (before.question, before.identity))
    return before, next(same, None)


def _named(reading: Reading, change: Reading) -> Shown | None:
    """The object of a reading that a change names by its key."""
    return next((one for one in reading.objects if one.key in change.given and one.facts), None)


def _effect(theirs: Shown, after: Reading) -> str:
    if after.answered is Answered.FAILED or after.answered is Answered.REFUSED:
        return ""
    left = after.shows(theirs.type, theirs.key)
    if left is None:
        return "deletes"
    changed = [name for name in theirs.facts if name in left.facts and left.facts[name] != theirs.facts[name]]
    return "changes" if changed else ""


def _breach(readings: Sequence[Reading], step: int, change: Reading, theirs: Shown, what: str, owner: str) -> Breach:
    looks = [one for one in readings if one.identity == change.identity and not one.changes]
    by_key = [one for one in looks if theirs.key in one.given and one.answered is not Answered.FAILED]
    may_read = any(one.shows(theirs.type, theirs.key) for one in looks)
    is_kept_back = bool(by_key) and not may_read
    whom = "anybody without credentials" if change.identity == ANONYMOUS else f'"{change.identity}"'
    why = "who may not even read it" if is_kept_back else f'which "{owner}" has created'
    message = f'lets {whom} {what.rstrip("s")} {theirs.type} "{theirs.key}", {why}'
    return Breach(change.way, message, step, Severity.FAULT if is_kept_back else Severity.SUSPICION)


RULE = AccessRule("write-access", "what one has created is not changed or deleted by another", _check)
