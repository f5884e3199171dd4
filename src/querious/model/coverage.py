"""What of the API was asked for, what was reached and what answered with a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Level(StrEnum):
    """How far a tuple (object, field) was exercised; each level includes the ones before."""

    REQUESTED = "requested"
    """A document asked for it."""
    REACHED = "reached"
    """An object of the type was there, so the field was really resolved."""
    WITNESSED = "witnessed"
    """The field had a value: not null, not an empty list."""


@dataclass(frozen=True, slots=True)
class CoveredPlaces:
    """The places of one kind, such as the parameters of a REST API, and those of them seen at each level."""

    every: frozenset[str] = frozenset()
    requested: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()
    witnessed: frozenset[str] = frozenset()

    def at(self, level: Level) -> frozenset[str]:
        """The places seen at this level."""
        return {
            Level.REQUESTED: self.requested,
            Level.REACHED: self.reached,
            Level.WITNESSED: self.witnessed,
        }[level]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Sets of coordinates: ``Type.field``, ``Type.field(argument:)``, ``Input.field``, ``Enum.VALUE``.

    ``tuples``, ``arguments``, ``inputs`` and ``enums`` are all there are under the patterns in force; the others are
    the parts of them that were seen. In REST, ``tuples`` are operations, and what else is counted stands in ``places``.
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
    places: Mapping[str, CoveredPlaces] = field(default_factory=dict)
    """What else is counted at all levels, by kind: ``parameters``, ``status codes`` …"""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why something was not witnessed, or was left out of the test altogether, by coordinate."""
    notes: tuple[str, ...] = field(default=())

    def share(self, level: Level) -> float:
        """The part of all tuples seen at this level, from 0 to 1; 1 where there are none."""
        return len(self.at(level)) / len(self.tuples) if self.tuples else 1.0

    def at(self, level: Level) -> frozenset[str]:
        """The tuples seen at this level."""
        return CoveredPlaces(self.tuples, self.requested, self.reached, self.witnessed).at(level)
