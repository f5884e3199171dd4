"""Sending cases in batches, within the budget of the run.

Within a batch answers come in any order; what they teach is taken in when the batch is done, in the order of the cases.
So the cases of a run depend on the seed and on the API's answers, never on their timing.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from querious.execute import budget_of
from querious.model import Failure, Kept, Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.execute import Budget
    from querious.model import Case, Exchange, Finding
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.observer import Observer
    from querious.pipeline.reaching import Followed
    from querious.pipeline.session import Judged, Session

Look: TypeAlias = "Callable[[Exchange, Judged], Followed | None]"
"""Sees each answer as it comes; what it follows is kept with the exchange."""
_GIVING_UP = 25
"""Requests in a row without a connection, after which the API is taken to be gone."""


class Volley:
    """What all phases that ask share: the budget, the count of cases, the findings. ``ended`` says why it is over."""

    def __init__(
        self, session: Session, ledger: Ledger, observer: Observer, keep: Callable[[Kept], None] | None = None
    ) -> None:
        self._session = session
        self._ledger = ledger
        self._observer = observer
        self._keep = keep
        self._started = monotonic()
        self._budget: Budget = budget_of(session.settings)
        self._unreachable = 0
        self._latest = Progress(stop=self._budget.describe())
        self._phase = ""
        self._paths: Callable[[], tuple[int, int]] = _no_paths
        self.cases = 0
        self.ended = ""

    def enter(self, phase: str, paths: Callable[[], tuple[int, int]] | None = None) -> None:
        """Begin a phase. ``paths``, for one that walks a plan, tells how many there are and how many are gone."""
        self._phase, self._paths = phase, paths or _no_paths
        self._observer.progress(self.progress())

    @property
    def elapsed(self) -> float:
        """Seconds since the first phase began."""
        return monotonic() - self._started

    @property
    def share(self) -> float | None:
        """The part of the budget that is spent, from 0 to 1; None where it has no end."""
        return self._budget.share(self._now())

    def note(self, text: str) -> None:
        """Something the user should know, now and in the report."""
        self._session.notes.append(text)
        self._observer.note(text)

    async def send(self, cases: Iterator[Case], look: Look | None = None) -> None:
        """Send a batch; ``look`` sees each answer as it comes. May be cancelled: what was judged so far is kept."""
        judged: dict[int, Judged] = {}
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._session.settings.connections):
                    group.create_task(self._work(cases, judged, look))
        finally:
            self._take_in(judged)

    async def _work(self, cases: Iterator[Case], judged: dict[int, Judged], look: Look | None) -> None:
        session = self._session
        while not self.ended:
            self.ended = self._budget.spent(self._now())
            case = None if self.ended else next(cases, None)
            if case is None:
                return
            self.cases += 1
            exchange = await session.send(case)
            judged[case.number] = session.take_in(exchange)
            followed = look(exchange, judged[case.number]) if look is not None else None
            if self._keep is not None:
                self._keep(self._kept(exchange, judged[case.number], followed))
            self._watch(exchange.failure)

    def _kept(self, exchange: Exchange, judged: Judged, followed: Followed | None) -> Kept:
        fingerprints = tuple(finding.fingerprint for finding in judged.findings)
        if followed is None:
            return Kept(self._phase, exchange, judged.outcome, fingerprints)
        lengths = followed.expected, followed.actual
        return Kept(self._phase, exchange, judged.outcome, fingerprints, *lengths, followed.classes)

    def _watch(self, failure: Failure | None) -> None:
        self._unreachable = self._unreachable + 1 if failure is Failure.UNREACHABLE else 0
        if self._unreachable >= _GIVING_UP:
            self.ended = self.ended or "the API could no longer be reached"

    def _take_in(self, judged: dict[int, Judged]) -> None:
        """Learn from a batch, in the order of its cases."""
        for number in sorted(judged):
            findings, lessons, asked, _ = judged[number]
            if lessons is not None:
                self._session.pool.learn(lessons)
            if asked is not None:
                self._session.world.note(asked)
            self.count(findings)
        self.progress()

    def count(self, findings: Iterable[Finding]) -> None:
        """Take in findings of one exchange or scenario."""
        for finding in self._ledger.add(findings):
            self._observer.found(finding)

    def _now(self) -> Progress:
        """The latest progress with requests and time brought up; cheap enough to ask before every case."""
        return replace(self._latest, phase=self._phase, requests=self.cases, elapsed=self.elapsed)

    def progress(self) -> Progress:
        """How far it is."""
        requested, reached, witnessed = self._session.recorder.counts()
        paths, perfect = self._paths()
        self._latest = replace(
            self._now(),
            findings=len(self._ledger) if self._session.settings.fail_on == "suspicion" else self._ledger.faults,
            tuples=len(self._session.universe.tuples),
            requested=requested,
            reached=reached,
            witnessed=witnessed,
            paths=paths,
            perfect=perfect,
        )
        return replace(self._latest, done=self._budget.share(self._latest))


def _no_paths() -> tuple[int, int]:
    return 0, 0
