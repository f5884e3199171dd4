"""When to stop. Limits are values that compose, ``Seconds(60) | Requests(10_000) | Covered(0.95)``, and have parts.

``RunBudget`` is such a limit while it is being spent. A command makes one and hands it down; phases get parts of it,
and nothing else decides when to stop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

from querious.model.run import Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Settings


class Budget:
    """Limits on a run. This one has no end; the others limit one thing each."""

    __slots__ = ()

    def spent(self, progress: Progress) -> str:  # noqa: ARG002 - the limits below ask it
        """Why it has ended, in words such as ``10,000 requests``; empty: go on."""
        return ""

    def share(self, progress: Progress) -> float | None:  # noqa: ARG002 - likewise
        """How much of it is spent, from 0 to 1; None where that says nothing about how long it will take."""
        return None

    def describe(self) -> str:
        """What will end it, in words; empty if nothing will."""
        return ""

    def part(self, share: float) -> Budget:  # noqa: ARG002 - likewise
        """This share of the time and of the requests; coverage and findings are wanted whole."""
        return self

    @property
    def limits(self) -> tuple[Budget, ...]:
        """What it is composed of."""
        return ()

    def __or__(self, other: Budget) -> Budget:
        """Whichever comes first."""
        return FirstOf((*self.limits, *other.limits))


class _Limit(Budget):
    __slots__ = ()

    @property
    def limits(self) -> tuple[Budget, ...]:
        """See ``Budget``."""
        return (self,)


@dataclass(frozen=True, slots=True)
class Seconds(_Limit):
    """So much time."""

    limit: float
    portion: float = 1.0
    """How much of it may be taken, from 0 to 1."""

    def spent(self, progress: Progress) -> str:
        """See ``Budget``."""
        return self.describe() if progress.elapsed >= self.portion * self.limit else ""

    def share(self, progress: Progress) -> float | None:
        """See ``Budget``."""
        return _share(progress.elapsed, self.portion * self.limit)

    def describe(self) -> str:
        """See ``Budget``."""
        return f"{self.limit:,.10g} s"

    def part(self, share: float) -> Budget:
        """See ``Budget``."""
        return replace(self, portion=self.portion * share)


@dataclass(frozen=True, slots=True)
class Requests(_Limit):
    """So many requests."""

    limit: int
    portion: float = 1.0
    """As of ``Seconds``."""

    def spent(self, progress: Progress) -> str:
        """See ``Budget``."""
        return self.describe() if progress.requests >= self.portion * self.limit else ""

    def share(self, progress: Progress) -> float | None:
        """See ``Budget``."""
        return _share(progress.requests, self.portion * self.limit)

    def describe(self) -> str:
        """See ``Budget``."""
        return _count(self.limit, "request")

    def part(self, share: float) -> Budget:
        """See ``Budget``."""
        return replace(self, portion=self.portion * share)


@dataclass(frozen=True, slots=True)
class Covered(_Limit):
    """This share of the (object, field) tuples witnessed, from 0 to 1. Never spent while no tuple is known."""

    limit: float

    def spent(self, progress: Progress) -> str:
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
class Findings(_Limit):
    """So many distinct findings."""

    limit: int

    def spent(self, progress: Progress) -> str:
        """See ``Budget``."""
        return self.describe() if progress.findings >= self.limit else ""

    def describe(self) -> str:
        """See ``Budget``."""
        return _count(self.limit, "finding")


class Interruption(_Limit):
    """Ends when it is told to, from any thread."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event = Event()

    def interrupt(self) -> None:
        """End it now."""
        self._event.set()

    def spent(self, progress: Progress) -> str:  # noqa: ARG002 - asks nobody how far it is
        """See ``Budget``."""
        return "interrupted" if self._event.is_set() else ""


@dataclass(frozen=True, slots=True)
class FirstOf(Budget):
    """Several limits: the first that is spent ends it, and the one furthest on tells the share."""

    parts: tuple[Budget, ...]

    def spent(self, progress: Progress) -> str:
        """See ``Budget``."""
        return next((why for one in self.parts if (why := one.spent(progress))), "")

    def share(self, progress: Progress) -> float | None:
        """See ``Budget``."""
        return max((share for part in self.parts if (share := part.share(progress)) is not None), default=None)

    def describe(self) -> str:
        """See ``Budget``."""
        return " or ".join(words for part in self.parts if (words := part.describe()))

    def part(self, share: float) -> Budget:
        """See ``Budget``."""
        return FirstOf(tuple(one.part(share) for one in self.parts))

    @property
    def limits(self) -> tuple[Budget, ...]:
        """See ``Budget``."""
        return self.parts


def budget_of(settings: Settings) -> Budget:
    """The limits that the settings ask for."""
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


class Clock:
    """How long a command has run, from its start to its last line, and how long it may."""

    def __init__(
        self, seconds: float | None, started: float | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        self._now = now
        self._started = now() if started is None else started
        self.seconds = seconds
        """What ``--time`` allows for the whole command; None: any time."""

    @property
    def elapsed(self) -> float:
        """Seconds since the command began."""
        return self._now() - self._started

    def left(self, part: float = 1.0) -> float:
        """Seconds until this part of the time is over, at least 0."""
        return inf if self.seconds is None else max(0.0, part * self.seconds - self.elapsed)


@dataclass(frozen=True, slots=True)
class RunBudget:
    """Limits while they are being spent.

    Parts are measured from the beginning: ``part(0.6)`` ends when six tenths are spent, whoever spent them.
    """

    limits: Budget
    clock: Clock
    progress: Callable[[], Progress] | None = None
    """How far the run is; None: nothing but time is spent so far."""
    portion: float = 1.0
    deadline: float = inf
    """Seconds since the beginning, at most."""

    @classmethod
    def of(cls, settings: Settings, started: float | None = None) -> RunBudget:
        """That of a command, which began at ``started`` by ``time.monotonic``."""
        return cls(budget_of(settings), Clock(settings.seconds, started))

    @classmethod
    def unlimited(cls) -> RunBudget:
        """One that never ends."""
        return cls(Budget(), Clock(None))

    def part(self, share: float) -> RunBudget:
        """This share of the time and of the requests; more than 1 is a grace for what is under way."""
        return replace(self, limits=self.limits.part(share), portion=self.portion * share)

    def unless(self, limit: Budget) -> RunBudget:
        """The same, with one more limit."""
        return replace(self, limits=self.limits | limit)

    def within(self, seconds: float) -> RunBudget:
        """The same, from now on for no longer than this."""
        return replace(self, deadline=min(self.deadline, self.elapsed + seconds))

    @property
    def effort(self) -> RunBudget:
        """The same without coverage and findings: for phases that go on when enough is covered or found."""
        limits = tuple(one for one in self.limits.limits if not isinstance(one, Covered | Findings))
        return replace(self, limits=FirstOf(limits))

    @property
    def elapsed(self) -> float:
        """Seconds since the command began."""
        return self.clock.elapsed

    @property
    def seconds(self) -> float | None:
        """The time of the whole command; None: any time."""
        return self.clock.seconds

    def spent(self, requests: int = 0, seconds: float = 0.0) -> str:
        """Why it has ended, in words; empty: go on. So much is kept back, as for what has to be cleaned up."""
        if self.elapsed + seconds >= self.deadline:
            return f"{self.deadline:,.10g} s"
        now = self.now()
        if requests or seconds:
            now = replace(now, requests=now.requests + requests, elapsed=now.elapsed + seconds)
        return self.limits.spent(now)

    def share(self) -> float | None:
        """How much of it is spent, from 0 to 1; None where it has no end."""
        return self.limits.share(self.now())

    def allows(self, requests: int) -> bool:
        """Whether so many more requests may be sent."""
        return not self.spent(requests=requests - 1)

    def left(self) -> float:
        """Seconds until its time is over, at least 0."""
        return max(0.0, min(self.clock.left(self.portion), self.deadline - self.elapsed))

    def timeout(self) -> float | None:
        """The same for ``asyncio.timeout``: None where there is no end."""
        left = self.left()
        return None if left == inf else left

    def describe(self) -> str:
        """What will end it, in words; empty if nothing will."""
        return self.limits.describe()

    def now(self) -> Progress:
        """How far the run is."""
        return Progress(elapsed=self.elapsed) if self.progress is None else self.progress()


def _share(done: float, limit: float) -> float:
    return min(done / limit, 1.0) if limit > 0 else 1.0


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
