"""What answers have shown: the values of each coordinate, the first distinct ones only."""

from __future__ import annotations

from typing import Final

KEPT: Final = 64
"""Distinct values of one coordinate."""
_PLACES: Final = 12
"""Coordinates remembered of one value."""


class Shown:
    """The values of one coordinate."""

    __slots__ = ("found", "values")

    def __init__(self) -> None:
        self.values: list[str | int | float] = []
        self.found: dict[str | int | float, int] = {}
        """By value: what stood below the objects that showed it, see ``ArgumentTrial.found``."""


class SeenValues:
    """Values by coordinate, and coordinates by value. The same values in the same order give the same."""

    def __init__(self) -> None:
        self.shown: dict[str, Shown] = {}
        self.version = 0
        """Changes whenever a value is new, so that what is worked out from the values can be kept until then."""
        self._at: dict[str, tuple[str, ...]] = {}

    def add(self, coordinate: str, value: str | float, found: int = 0) -> None:
        """Keep the value if there is room for it."""
        shown = self.shown.get(coordinate)
        if shown is None:
            shown = self.shown[coordinate] = Shown()
        if value in shown.found:
            shown.found[value] |= found
        elif len(shown.values) < KEPT:
            shown.values.append(value)
            shown.found[value] = found
            self._at[str(value)] = (*self.where(value), coordinate)[:_PLACES]
            self.version += 1

    def would_gain(self, coordinate: str, value: str | float, found: int) -> bool:
        """Whether adding this would change anything."""
        shown = self.shown.get(coordinate)
        if shown is None or value not in shown.found:
            return self.count(coordinate) < KEPT
        return bool(found & ~shown.found[value])

    def count(self, coordinate: str) -> int:
        """How many values of a coordinate are kept."""
        shown = self.shown.get(coordinate)
        return len(shown.values) if shown is not None else 0

    def where(self, value: object) -> tuple[str, ...]:
        """The coordinates that have shown a value, whether as a number or as text."""
        return self._at.get(str(value), ())
