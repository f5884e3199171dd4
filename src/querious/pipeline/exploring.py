"""The random phase: case after case until the budget is spent.

Cases go out in batches. Within a batch answers come in any order; what they teach is taken in when the batch is done,
in the order of the cases. So the cases of a run depend on the seed and on the API's answers, never on their timing.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from querious.execute import budget_of
from querious.model import Failure, Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.execute import Budget
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.observer import Observer
    from querious.pipeline.session import Judged, Session

_FIRST_BATCH = 32
_LARGEST_BATCH = 512
_GIVING_UP = 25
"""Requests in a row without a connection, after which the API is taken to be gone."""


class Exploration:
    """One random phase; ``ended`` says why it stopped."""

    def __init__(self, session: Session, ledger: Ledger, observer: Observer, started: float) -> None:
        self._session = session
        self._ledger = ledger
        self._observer = observer
        self._started = started
        self._budget: Budget = budget_of(session.settings)
        self._unreachable = 0
        self._latest = Progress(phase="random", stop=self._budget.describe())
        self.cases = 0
        self.ended = ""

    async def explore(self) -> None:
        """Run until the budget is spent; may be cancelled at any time, what was judged so far is kept."""
        session = self._session
        if not session.generator.askable:
            self.ended = "nothing may be asked"
            return
        size = _FIRST_BATCH
        while not self.ended:
            judged: dict[int, Judged] = {}
            try:
                await self._batch(size, judged)
            finally:
                self._take_in(judged)
            size = min(2 * size, _LARGEST_BATCH)

    async def _batch(self, size: int, judged: dict[int, Judged]) -> None:
        numbers = iter(range(self.cases, self.cases + size))
        async with asyncio.TaskGroup() as group:
            for _ in range(min(size, self._session.settings.connections)):
                group.create_task(self._work(numbers, judged))

    async def _work(self, numbers: Iterator[int], judged: dict[int, Judged]) -> None:
        session = self._session
        for number in numbers:
            self.ended = self.ended or self._budget.spent(self._now())
            if self.ended:
                return
            self.cases += 1
            exchange = await session.send(session.generator.case(number))
            judged[number] = session.take_in(exchange)
            self._watch(exchange.failure)

    def _watch(self, failure: Failure | None) -> None:
        self._unreachable = self._unreachable + 1 if failure is Failure.UNREACHABLE else 0
        if self._unreachable >= _GIVING_UP:
            self.ended = self.ended or "the API could no longer be reached"

    def _take_in(self, judged: dict[int, Judged]) -> None:
        """Learn from a batch, in the order of its cases."""
        for number in sorted(judged):
            findings, lessons = judged[number]
            if lessons is not None:
                self._session.pool.learn(lessons)
            for finding in self._ledger.add(findings):
                self._observer.found(finding)
        self.progress()

    def _now(self) -> Progress:
        """The latest progress with requests and time brought up; cheap enough to ask before every case."""
        return replace(self._latest, requests=self.cases, elapsed=monotonic() - self._started)

    def progress(self) -> Progress:
        """How far it is."""
        requested, reached, witnessed = self._session.recorder.counts()
        self._latest = replace(
            self._now(),
            findings=self._ledger.faults,
            tuples=len(self._session.universe.tuples),
            requested=requested,
            reached=reached,
            witnessed=witnessed,
        )
        return replace(self._latest, done=self._budget.share(self._latest))
