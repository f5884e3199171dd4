"""What of the API was asked for, what was reached and what answered with a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """How far a tuple (object, field) was exercised; each level includes the ones before."""

    REQUESTED = "requested"
    """A document asked for it."""
    REACHED = "reached"
    """An object of the type was there, so the field was really resolved."""
    WITNESSED = "witnessed"
    """The field had a value: not null, not an empty list."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Sets of coordinates: ``Type.field``, ``Type.field(argument:)``, ``Input.field``, ``Enum.VALUE``.

    ``tuples``, ``arguments``, ``inputs`` and ``enums`` are all there are under the patterns in force; the others are
    the parts of them that were seen.
    """

    tuples: frozenset[str] = frozenset()
    requested: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()
    witnessed: frozenset[str] = frozenset()
    arguments: frozenset[str] = frozenset()
    arguments_used: frozenset[str] = frozenset()
    inputs: frozenset[str] = frozenset()
    inputs_used: frozenset[str] = frozenset()
    enums: frozenset[str] = frozenset()
    enums_used: frozenset[str] = frozenset()
    """Enum values sent as arguments or seen in answers."""
    notes: tuple[str, ...] = field(default=())

    def share(self, level: Level) -> float:
        """The part of all tuples seen at this level, from 0 to 1; 1 where there are none."""
        return len(self.at(level)) / len(self.tuples) if self.tuples else 1.0

    def at(self, level: Level) -> frozenset[str]:
        """The tuples seen at this level."""
        return {
            Level.REQUESTED: self.requested,
            Level.REACHED: self.reached,
            Level.WITNESSED: self.witnessed,
        }[level]
