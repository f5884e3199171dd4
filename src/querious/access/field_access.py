"""A field that is refused on one way, and shown to the same identity on another.

The value must be the one that the owner is shown. The same identity, the same object, the same field: no design answers
both yes and no, so it is a fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.access.rule import AccessBreach, AccessRule
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading, ShownObject


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    denied = {
        (reading.identity, shown.type, shown.key, name): shown.way
        for reading in readings
        for shown in reading.objects
        for name in shown.denied
    }
    told: set[tuple[str, str]] = set()
    for step, reading in enumerate(readings):
        for shown in reading.objects:
            for name, value in shown.facts.items():
                straight = denied.get((reading.identity, shown.type, shown.key, name))
                if straight is None or (shown.type, name) in told:
                    continue
                owner = _owner(readings, reading.identity, shown, name, value)
                if owner:
                    told.add((shown.type, name))
                    yield _breach(step, reading, shown, name, straight, owner)


def _owner(readings: Sequence[Reading], identity: str, shown: ShownObject, name: str, value: object) -> str:
    """Somebody else who is shown the same value."""
    for one in readings:
        theirs = one.shows(shown.type, shown.key) if one.identity != identity else None
        if theirs is not None and theirs.facts.get(name) == value:
            return one.identity
    return ""


def _breach(step: int, reading: Reading, shown: ShownObject, name: str, straight: str, owner: str) -> AccessBreach:
    way = "another selection of it" if straight == shown.way else shown.way
    message = (
        f'is refused to "{reading.identity}" by {straight}, and shown by {way}: {shown.type} "{shown.key}" '
        f'has the value that "{owner}" is shown'
    )
    return AccessBreach(f"{shown.type}.{name}", message, step, Severity.FAULT)


RULE = AccessRule("field-access", "a field that is refused on one way is not shown on another", _check)
