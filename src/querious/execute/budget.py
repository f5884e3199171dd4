"""When to stop, as values that compose: ``Seconds(60) | Requests(10_000) | Covered(0.95)``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from querious.model import Progress, Settings


class Budget:
    """Asked after every answer whether to go on. This one has no end; the others limit one thing each."""

    __slots__ = ()

    def spent(self, progress: Progress, part: float = 1.0) -> str:  # noqa: ARG002 - the limits below ask them
        """Why it has ended, in words such as ``10,000 requests``; empty: go on.

        ``part`` is how much of the time and of the requests may be taken, from 0 to 1, where some is kept for later.
        """
        return ""

    def share(self, progress: Progress) -> float | None:  # noqa: ARG002 - likewise
        """The part that is spent, from 0 to 1; None where that says nothing about how long it will take."""
        return None

    def describe(self) -> str:
        """What will end it, in words; empty if nothing will."""
        return ""

    def __or__(self, other: Budget) -> Budget:
        """Whichever comes first."""
        return FirstOf((*_parts(self), *_parts(other)))


@dataclass(frozen=True, slots=True)
class Seconds(Budget):
    """So much time."""

    limit: float

    def spent(self, progress: Progress, part: float = 1.0) -> str:
        """See ``Budget``."""
        return self.describe() if progress.elapsed >= part * self.limit else ""

    def share(self, progress: Progress) -> float | None:
        """See ``Budget``."""
        return _share(progress.elapsed, self.limit)

    def describe(self) -> str:
        """See ``Budget``."""
        return f"{self.limit:,.10g} s"


@dataclass(frozen=True, slots=True)
class Requests(Budget):
    """So many requests."""

    limit: int

    def spent(self, progress: Progress, part: float = 1.0) -> str:
        """See ``Budget``."""
        return self.describe() if progress.requests >= part * self.limit else ""

    def share(self, progress: Progress) -> float | None:
        """See ``Budget``."""
        return _share(progress.requests, self.limit)

    def describe(self) -> str:
        """See ``Budget``."""
        return _count(self.limit, "request")


@dataclass(frozen=True, slots=True)
class Covered(Budget):
    """This share of the (object, field) tuples witnessed, from 0 to 1. Never spent while no tuple is known."""

    limit: float

    def spent(self, progress: Progress, part: float = 1.0) -> str:  # noqa: ARG002 - coverage is wanted whole
        """See ``Budget``."""
        enough = progress.tuples > 0 and progress.witnessed / progress.tuples >= self.limit
        return self.describe() if enough else ""

    def share(self, progress: Progress) -> float | None:
        """See ``Budget``."""
        return _share(progress.witnessed / progress.tuples, self.limit) if progress.tuples else 0.0

    def describe(self) -> str:
        """See ``Budget``."""
        return f"{100 * self.limit:.10g}% coverage"


@dataclass(frozen=True, slots=True)
class Findings(Budget):
    """So many distinct findings."""

    limit: int

    def spent(self, progress: Progress, part: float = 1.0) -> str:  # noqa: ARG002 - likewise
        """See ``Budget``."""
        return self.describe() if progress.findings >= self.limit else ""

    def describe(self) -> str:
        """See ``Budget``."""
        return _count(self.limit, "finding")


@dataclass(frozen=True, slots=True)
class FirstOf(Budget):
    """Several budgets: the first that is spent ends it, and the one furthest on tells the share."""

    parts: tuple[Budget, ...]

    def spent(self, progress: Progress, part: float = 1.0) -> str:
        """See ``Budget``."""
        return next((why for one in self.parts if (why := one.spent(progress, part))), "")

    def share(self, progress: Progress) -> float | None:
        """See ``Budget``."""
        return max((share for part in self.parts if (share := part.share(progress)) is not None), default=None)

    def describe(self) -> str:
        """See ``Budget``."""
        return " or ".join(words for part in self.parts if (words := part.describe()))


def budget_of(settings: Settings) -> Budget:
    """The budget that the settings ask for."""
    limits: list[Budget] = []
    if settings.seconds is not None:
        limits.append(Seconds(settings.seconds))
    if settings.requests is not None:
        limits.append(Requests(settings.requests))
    if settings.coverage is not None:
        limits.append(Covered(settings.coverage))
    if settings.stop_after is not None:
        limits.append(Findings(settings.stop_after))
    return limits[0] if len(limits) == 1 else FirstOf(tuple(limits))


def _parts(budget: Budget) -> tuple[Budget, ...]:
    return budget.parts if isinstance(budget, FirstOf) else (budget,)


def _share(done: float, limit: float) -> float:
    return min(done / limit, 1.0) if limit > 0 else 1.0


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
