"""Two versions of an API held against each other, as values: what reports are made of."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from querious.model.severity import Severity

if TYPE_CHECKING:
    from querious.model.exchange import Exchange
    from querious.model.own_error import OwnError


class Kind(StrEnum):
    """In what two answers differ at one place."""

    VALUE = "value"
    NULL = "null"
    """One has a value where the other has none."""
    TYPE = "type"
    """A value, or an object, of another type."""
    OTHER = "other object"
    LOST = "items lost"
    ADDED = "items added"
    OTHERS = "other items"
    ORDER = "order"
    ERROR = "error"
    """One has an error that the other has not."""
    MESSAGE = "message"
    """Both have an error there, in other words."""
    STATUS = "status"


class Steadiness(StrEnum):
    """What came of asking for a difference again."""

    STEADY = "steady"
    """It showed every time."""
    FLICKERS = "flickers"
    """It showed sometimes: B does not agree with itself, and A does."""
    GONE = "gone"
    """It did not show again, but was seen too often for chance."""
    UNTRIED = "untried"
    """There was no time to ask again."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What B answers otherwise than A, at one coordinate."""

    coordinate: str
    """``Type.field``, or the empty string where the whole answer differs."""
    kind: Kind
    count: int
    """Cases that showed it."""
    cases: int
    """Cases in which the coordinate was compared."""
    path: str
    """Where in the answers of the example, such as ``data.project.members``."""
    said_a: str
    """The telling part of A's answer, in JSON or in words."""
    said_b: str
    a: Exchange
    """The smallest case that shows it, with what A answered."""
    b: Exchange
    severity: Severity = Severity.FAULT
    """A suspicion where the API promised nothing: the order of an unsorted list, the words of an error."""
    steadiness: Steadiness = Steadiness.STEADY
    noise: int = 0
    """Cases in which A differed so from itself."""
    shrunk: bool = False
    also: tuple[str, ...] = ()
    """Coordinates below it that differ only where this one does: what follows from it, most likely."""

    @property
    def fingerprint(self) -> str:
        """The same for the same place and kind."""
        return hashlib.sha256(f"{self.coordinate}\0{self.kind}".encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Noise:
    """A coordinate at which A is inconsistent with itself, or for which no difference could be confirmed."""

    coordinate: str
    kind: Kind
    count: int
    """Cases in which A differed from itself."""
    cases: int
    reason: str
    """In words: why differences there are set aside."""


class Weight(StrEnum):
    """What a change of the schema means for those who ask."""

    BREAKING = "breaking"
    DANGEROUS = "dangerous"
    ADDED = "added"


class SchemaChange(NamedTuple):
    """One change from the schema of A to that of B."""

    weight: Weight
    about: str
    """One sentence."""


class Broken(NamedTuple):
    """Operations that A's schema allows and B's does not, for one cause."""

    cause: str
    origin: str
    """``recorded`` or ``planned``."""
    operations: int
    calls: int
    """How often users asked them; 0 for planned ones."""
    examples: tuple[str, ...] = ()
    """Names or documents of some of them."""


@dataclass(frozen=True, slots=True)
class Diff:
    """What was asked of both versions, and what came of it."""

    a: str
    """The name of the target, without user, password and query."""
    b: str
    seed: int
    differences: tuple[Difference, ...] = ()
    noise: tuple[Noise, ...] = ()
    changes: tuple[SchemaChange, ...] = ()
    broken: tuple[Broken, ...] = ()
    requests: int = 0
    """To both together, all included."""
    cases: int = 0
    """Cases whose answers were compared."""
    coordinates: int = 0
    """Coordinates that had a value in both and were compared."""
    elapsed: float = 0.0
    notes: tuple[str, ...] = ()
    ended: str = ""
    interrupted: bool = False
    version: str = ""
    errors: tuple[OwnError, ...] = ()
    """Parts of querious that raised, and were switched off."""
    unjudged: str = ""
    """Which answers of one side told nothing of it, and what to do about it; empty where it is not worth a word."""
    protocol: str = "GraphQL"
    """What both speak: ``GraphQL`` or ``REST``; ``REST and GraphQL`` where each speaks another."""

    def differs(self, least: Severity = Severity.SUSPICION) -> bool:
        """Whether something is at least so severe; a breaking change of the schema is as severe as a fault."""
        if any(change.weight is Weight.BREAKING for change in self.changes):
            return True
        return any(least is Severity.SUSPICION or one.severity is Severity.FAULT for one in self.differences)
