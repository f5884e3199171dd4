"""How far the API really went down the planned paths, after Lorenz 2023, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from querious.model.path import Path  # noqa: TC001 (a field's type is asked for at runtime)


class Class(StrEnum):
    """What became of one path: of all that was tried, the best."""

    PERFECT = "perfect"
    """No error, and the whole path was gone."""
    GOOD = "good"
    """No error, but the data ended before the path did."""
    MALFORMED = "malformed"
    """The request was refused or blamed: it tells nothing about the path."""
    FAILED = "confirmed failure"
    """The server was at fault."""


class Walked(NamedTuple):
    """One path and how far it was gone."""

    path: Path
    actual: int
    result: Class
    unauthorised: bool = False
    """Whether only missing credentials ended it: then it is malformed, and nothing is wrong with the request."""

    @property
    def expected(self) -> int:
        """How long it is."""
        return len(self.path.steps)


@dataclass(frozen=True, slots=True)
class Reach:
    """The paths of one plan, and what became of them."""

    plan: str
    """What the paths are: ``tuples``, or the name of a criterion."""
    paths: int = 0
    """How many were planned."""
    known: str = ""
    """How many there are, in words: never a total that nobody knows."""
    operations: int = 0
    """How many operations hold them."""
    bound: int = 0
    """How many any plan would need at least; 0 if nobody knows."""
    asked: int = 0
    """How many paths were asked before the budget was spent."""
    classes: dict[Class, int] = field(default_factory=dict)
    expected: int = 0
    """The length of all paths that were asked, in fields."""
    actual: int = 0
    """How much of it had data."""
    missed: tuple[Walked, ...] = ()
    """Some of the paths that were not gone to their end, the shortest way gone first."""
    unauthorised: int = 0
    """How many of the malformed ones only missing credentials ended."""

    @property
    def ratio(self) -> float:
        """The study's metric: actual to expected length, from 0 to 1; 1 where there was no path."""
        return self.actual / self.expected if self.expected else 1.0

    @property
    def perfect(self) -> float:
        """The share of the planned paths that were gone to their end."""
        return self.classes.get(Class.PERFECT, 0) / self.paths if self.paths else 1.0
