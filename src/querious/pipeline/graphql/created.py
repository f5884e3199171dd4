"""What mutations of this run have created: values that no answer had shown before, by the field that showed them.

What is deleted or locked on purpose should be something of our own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.model import Value
    from querious.values import Lessons, Pool

    Arguments: TypeAlias = Callable[[str, str, str], Sequence[tuple[str, Value]]]

_KEPT: Final = 16
"""Values of one field; the latest, since earlier ones may have been removed again."""


class Created:
    """Fed with what creating mutations show, before the pool learns it."""

    def __init__(self, pool: Pool) -> None:
        self._seen = pool.seen
        self._values: dict[str, list[str | int | float]] = {}

    def note(self, lessons: Lessons) -> None:
        """Keep what is new in the answer to a mutation that creates."""
        for coordinate, value, _ in lessons.seen:
            if not self._seen.where(value):
                values = self._values.setdefault(coordinate, [])
                values.append(value)
                del values[:-_KEPT]

    def filled(self, arguments: Arguments) -> Arguments:
        """Arguments in which what was there before the run gives way to what it created."""

        def fill(parent: str, name: str, target: str = "") -> Sequence[tuple[str, Value]]:
            return [(argument, self.instead_of(value)) for argument, value in arguments(parent, name, target)]

        return fill

    def instead_of(self, value: Value) -> Value:
        """The latest created value of a field that has shown this one; the value itself where there is none."""
        if isinstance(value, dict):
            return {name: self.instead_of(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self.instead_of(item) for item in value]
        if type(value) in {str, int, float}:  # enum values are texts of a kind, and stay
            for coordinate in self._seen.where(value):
                values = self._values.get(coordinate)
                if values:
                    latest = values[-1]
                    return str(latest) if isinstance(value, str) else latest
        return value
