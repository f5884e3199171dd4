"""What a breach needs of a scenario: found out on the readings, without asking anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.access.reading import Reading
    from querious.access.rule import AccessBreach, AccessRule


def needed(rule: AccessRule, readings: Sequence[Reading], breach: AccessBreach) -> list[int]:
    """The places of the readings without any of which the same would not be held against them."""
    kept = list(range(len(readings)))
    for place in range(len(readings)):
        less = [one for one in kept if one != place]
        found = rule.check([readings[one] for one in less])
        if any(_what(one) == _what(breach) for one in found):
            kept = less
    return kept


def _what(breach: AccessBreach) -> tuple[object, ...]:
    return breach.coordinate, breach.message, breach.severity
