"""What has been learned about one argument: which values brought data, and which sources such values come from.

What fits is not assumed: ``userProjects(id:)`` takes a user's identifier though it gives projects. Every source that
may fit is tried; those whose values brought data are drawn from more often, those whose values did not, less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.values.chance import Chance
    from querious.values.pool import Group

_KEPT = 32
"""Values that worked, kept for one argument."""
_WORKED = 0.5
"""How often a value that has worked before is taken again."""
_HEAD_START = 3.0
"""How much the likeliest source counts for before anything is known; each later one a third less."""


class Learned:
    """Draws for one argument, and is told what came of it."""

    __slots__ = ("_failures", "_groups", "_successes", "_worked")

    def __init__(self, groups: Sequence[Group]) -> None:
        self._groups = groups
        self._worked: list[str] = []
        self._successes = [_HEAD_START * (2 / 3) ** place for place in range(len(groups))]
        self._failures = [1.0] * len(groups)

    def draw(self, chance: Chance) -> str | int | None:
        """A value that may fit; None if no source has shown any."""
        if self._worked and chance.rarely(_WORKED):
            return chance.choose(self._worked)
        chosen: Group | None = None
        highest = 0.0
        for place, group in enumerate(self._groups):
            if group.values:
                share = self._successes[place] / (self._successes[place] + self._failures[place])
                weight = share * chance.draw()
                if chosen is None or weight > highest:
                    chosen, highest = group, weight
        return None if chosen is None else chance.choose(chance.choose(chosen.values))

    def tell(self, value: str, shown_at: frozenset[str], *, worked: bool) -> None:
        """Count a value that was sent; ``shown_at`` are the coordinates that have shown it."""
        if worked and len(self._worked) < _KEPT and value not in self._worked:
            self._worked.append(value)
        counts = self._successes if worked else self._failures
        for place, group in enumerate(self._groups):
            if not shown_at.isdisjoint(group.coordinates):
                counts[place] += 1
