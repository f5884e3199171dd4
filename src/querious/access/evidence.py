"""What several readings together say of one object and one who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from querious.access.names import is_relative
from querious.access.reading import Answered
from querious.model.identity import ANONYMOUS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading, ShownObject


class ForeignSight(NamedTuple):
    """An object of one identity that another is shown."""

    step: int
    reading: Reading
    shown: ShownObject
    owner: str


def sights(readings: Sequence[Reading]) -> Iterator[ForeignSight]:
    """Every object that one is shown and that another, who asked the same, has in a list of their own.

    It is theirs because a list shows it to them and not to the one, whose list was read to its end.
    """
    for step, reading in enumerate(readings):
        for shown in reading.objects if reading.answered is Answered.DATA else ():
            if not shown.facts:
                continue  # the key alone, which may have been sent
            owner = _owner(readings, reading, shown)
            if owner:
                yield ForeignSight(step, reading, shown, owner)


def _owner(readings: Sequence[Reading], reading: Reading, shown: ShownObject) -> str:
    asked_too = (one for one in readings if one.question == reading.question and one.identity != reading.identity)
    for other in asked_too:
        is_theirs = other.identity != ANONYMOUS and other.shows(shown.type, shown.key) is not None
        if is_theirs and hiding_list(readings, reading.identity, other.identity, shown) is not None:
            return other.identity
    return ""


def hiding_list(readings: Sequence[Reading], identity: str, owner: str, shown: ShownObject) -> str | None:
    """The way of a list that shows an object to its owner and not to this one, who was answered to its end."""
    for way in dict.fromkeys(one.way for one in readings if one.lists() and one.identity == owner):
        theirs = (one.shows(shown.type, shown.key) for one in _of_list(readings, owner, way))
        if not any(one is not None and one.is_row for one in theirs):
            continue
        asked = _of_list(readings, identity, way)
        is_read = any(one.complete for one in asked) and all(_tells(one, identity) for one in asked)
        if is_read and not any(one.shows(shown.type, shown.key) for one in asked):
            return way
    return None


def _of_list(readings: Sequence[Reading], identity: str, way: str) -> list[Reading]:
    return [one for one in readings if one.lists() and one.identity == identity and one.way == way]


def _tells(reading: Reading, identity: str) -> bool:
    """Whether it says what its list holds for who asks. Who brings no credentials may well be refused the list."""
    if reading.answered is Answered.REFUSED:
        return identity == ANONYMOUS
    return reading.answered is not Answered.FAILED


def is_listed(readings: Sequence[Reading], identity: str, shown: ShownObject) -> bool:
    """Whether any answer to a question that named no object shows it to this one."""
    return any(one.shows(shown.type, shown.key) for one in readings if one.lists() and one.identity == identity)


def refusing(readings: Sequence[Reading], identity: str, sight: ForeignSight) -> Reading | None:
    """Another way in that keeps the object from this one, although it shows it to the owner.

    One that gives what belongs to whoever asks does not count.
    """
    shown = sight.shown
    for one in readings:
        is_other = one.identity == identity and not one.changes and shown.key in one.given and not is_relative(one.way)
        if not is_other or one.answered in (Answered.FAILED, Answered.DATA) or one.question == sight.reading.question:
            continue
        if shows_to(readings, one.question, sight.owner, shown):
            return one
    return None


def shows_to(readings: Sequence[Reading], question: str, identity: str, shown: ShownObject) -> bool:
    """Whether this question shows an object to this one."""
    asked = (one for one in readings if one.question == question and one.identity == identity)
    return any(one.shows(shown.type, shown.key) is not None for one in asked)


def is_public(readings: Sequence[Reading], sight: ForeignSight) -> bool | None:
    """Whether the same question shows it to whoever brings no credentials; None if nobody tried."""
    asked = [one for one in readings if one.question == sight.reading.question and one.identity == ANONYMOUS]
    if not asked:
        return None
    return any(one.shows(sight.shown.type, sight.shown.key) is not None for one in asked)


def is_checked(readings: Sequence[Reading], sight: ForeignSight) -> bool:
    """Whether the same way refuses somebody else who is known: then it looks at who asks, and what it shows is shared.

    Or whether it refuses the same one another object that the owner is shown: then it is shared object by object.
    """
    reading = sight.reading
    for one in readings:
        refused = one.answered in (Answered.REFUSED, Answered.NOTHING) and one.identity not in (ANONYMOUS, sight.owner)
        if not refused or one.way != reading.way or one.lists():
            continue
        is_same = one.question == reading.question or one.identity == reading.identity
        if is_same and _is_answered(readings, one.question, sight.owner):
            return True
    return False


def _is_answered(readings: Sequence[Reading], question: str, identity: str) -> bool:
    """Whether the question brings this one anything."""
    return any(
        one.answered is Answered.DATA and one.objects
        for one in readings
        if (one.question, one.identity) == (question, identity)
    )
