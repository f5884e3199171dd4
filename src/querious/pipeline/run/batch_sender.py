"""Sending cases in batches, within the budget of the run.

Within a batch answers come in any order; what they teach is taken in when the batch is done, in the order of the cases.
So the cases of a run depend on the seed and on the API's answers, never on their timing.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from querious.model import Failure, Kept, Progress, Severity
from querious.model.identity import is_own
from querious.pipeline.budget import RunBudget
from querious.pipeline.ledger import failing
from querious.pipeline.nothing_judged import AnswerTally
from querious.pipeline.obstacles import Obstacle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from querious.model import Case, Exchange, Finding
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.observer import Observer
    from querious.pipeline.run.session import Judged, Session

Look: TypeAlias = "Callable[[Exchange, Judged], FollowedPaths | None]"
"""Sees each answer as it comes; what it follows is kept with the exchange."""
_QUOTED = re.compile("`[^`]*`")
_GIVING_UP = 25
"""Requests in a row without a connection, after which the API is taken to be gone."""
_SHRINKING = 0.3
"""The part of the budget that is kept for shrinking, at most."""
_FOR_ONE = 0.05
_REQUESTS_FOR_ONE = 80
_ANSWERS_FOR_ONE = 8
"""The part that is kept for shrinking one finding; or so many requests, or the time of so many answers, if that is
more."""
_WEIGHT = 0.1
"""Of the latest answer in the mean of their times."""
_GRACE = 0.05
"""The part of the time that requests under way get, when asking is over."""


class FollowedPaths(Protocol):
    """How far planned paths were followed by one answer."""

    @property
    def expected(self) -> int:
        """The length of all its paths."""

    @property
    def actual(self) -> int:
        """How much of it had data."""

    @property
    def classes(self) -> dict[str, int]:
        """How many of its paths are of which class."""


class Watch(Protocol):
    """Looks at all answers of a run, and after each batch."""

    def watched(self, cases: Iterator[Case]) -> Iterator[Case]:
        """The cases, for as long as more may be sent."""

    def note(self, exchange: Exchange, judged: Judged) -> None:
        """Take in an answer, as it comes."""

    async def check(self, judged: dict[int, Judged]) -> None:
        """After a batch, before it is taken in."""


class BatchSender:
    """What all phases that ask share: the budget, the count of cases, the findings. ``ended`` says why it is over."""

    def __init__(
        self,
        session: Session,
        ledger: Ledger,
        observer: Observer,
        keep: Callable[[Kept], None] | None = None,
        *,
        budget: RunBudget | None = None,
        reserve: Callable[[], float] | None = None,
    ) -> None:
        """``reserve`` tells which part of the budget is kept for what comes after asking.

        None: as much as shrinking what is found may take.
        """
        self.session = session
        self._ledger = ledger
        self._observer = observer
        self._keep = keep
        self._reserve = reserve
        self.budget = replace(budget or RunBudget.of(session.settings), progress=self._now)
        """All of it; what asks gets ``asking``, phases get parts."""
        self._unreachable = 0
        self.latency = 0.0
        """Seconds that an answer takes, about."""
        self._latest = Progress(stop=self.budget.describe())
        self._phase = "planning"
        self._paths: Callable[[], tuple[int, int]] = _no_paths
        self.cases = 0
        self.ended = ""
        self.watch: Watch | None = None
        """Watches over the answers where mutations are asked."""
        self.kept_last: Callable[[], float] = lambda: 0.0
        """The part of the budget that is kept for what comes after shrinking."""
        self._shrunk = 0
        """Causes that have had their turn in shrinking: nothing more is kept for them."""
        self.answers = AnswerTally()

    def enter(self, phase: str, paths: Callable[[], tuple[int, int]] | None = None) -> None:
        """Begin a phase. ``paths``, for one that walks a plan, tells how many there are and how many are gone."""
        self._phase, self._paths = phase, paths or _no_paths
        self._observer.progress(self.progress())

    @property
    def asking(self) -> RunBudget:
        """The part of the budget that asking may take: the more there is to shrink, the more is kept for that."""
        return self.budget.part(self._asking_share())

    def _asking_share(self) -> float:
        if self._reserve is not None:
            return 1.0 - self._reserve()
        if not self.session.settings.shrink:
            return 1.0 - self.kept_last()
        return 1.0 - self.kept_last() - self.kept_for(self._waiting(), _SHRINKING)

    def _waiting(self) -> int:
        """Causes that are still to be shrunk; shrinking may show that several were one."""
        return max(0, len(self._ledger.causes) - self._shrunk)

    def kept_for(self, findings: int, most: float) -> float:
        """The part of the budget, ``most`` at the most, that is kept for asking again what so many findings need."""
        requests, seconds = self.session.settings.requests, self.budget.seconds
        for_one = _FOR_ONE
        if requests:
            for_one = max(for_one, _REQUESTS_FOR_ONE / requests)
        if seconds:
            for_one = max(for_one, _ANSWERS_FOR_ONE * self.latency / seconds)
        return min(most, for_one * findings)

    def spent(self) -> bool:
        """Whether nothing more may be asked."""
        self.end(self.asking.spent())
        return bool(self.ended)

    def end(self, reason: str, *, instead: bool = False) -> None:
        """Ask nothing more. The first reason is told, unless this one is to be told ``instead``."""
        self.ended = reason if instead else self.ended or reason

    def next_number(self) -> int:
        """The number of a case that is sent outside of a batch; it counts as sent."""
        self.cases += 1
        return self.cases - 1

    def resume(self) -> bool:
        """Let what shrinking did not need be spent on asking; gives whether there is any."""
        if self._has_ended_otherwise():
            return False
        self._shrunk = len(self._ledger.causes)
        self.progress()
        self.ended = self.asking.spent()
        return not self.ended

    def reopen(self) -> None:
        """Let what was kept for the last phase be spent."""
        if not self._has_ended_otherwise():
            self._reserve = self.kept_last = lambda: 0.0
            self.ended = self.budget.spent()

    def _has_ended_otherwise(self) -> bool:
        """Whether asking is over for another reason than the budget."""
        of_budget = {self.budget.describe(), *(limit.describe() for limit in self.budget.limits.limits)}
        return bool(self.ended) and self.ended not in of_budget

    def note(self, text: str) -> None:
        """Something the user should know, now and in the report."""
        self.session.notes.add(text)

    async def send(self, cases: Iterator[Case], look: Look | None = None) -> None:
        """Send a batch; ``look`` sees each answer as it comes. May be cancelled: what was judged so far is kept.

        What is under way when the time for asking is over, and a little more, is not waited for.
        """
        judged: dict[int, Judged] = {}
        if self.watch is not None:
            cases = self.watch.watched(cases)
        try:
            async with asyncio.timeout(self._timeout()) as limit, asyncio.TaskGroup() as group:
                for _ in range(self.session.settings.connections):
                    group.create_task(self._work(cases, judged, look))
            if self.watch is not None:
                await self.watch.check(judged)
        except TimeoutError:
            if not limit.expired():
                raise
            self.end(self.budget.spent() or self.budget.describe())
        finally:
            self._take_in(judged)
        await self._settle([judged[number].lesson for number in sorted(judged)])

    async def ask(self, case: Case) -> Exchange | None:
        """Send one case, which is judged by whoever asks; None where nothing more may be asked, or in time."""
        self.ended = self.ended or self.asking.spent()
        if self.ended:
            return None
        self.cases += 1
        try:
            async with asyncio.timeout(self._timeout()) as limit:
                exchange = await self.session.send(case)
        except TimeoutError:
            if not limit.expired():
                raise
            self.end(self.budget.spent() or self.budget.describe())
            return None
        self.session.outcomes[self._phase] += 1
        if self._keep is not None and not self.session.errors.is_off("report", "kept exchanges"):
            with self.session.errors.guard("report", "kept exchanges"):
                self._keep(self.session.redacted.kept(Kept(self._phase, exchange, self._phase)))
        self.end(self.session.target.throttle.ended)
        self.end(self.session.target.lost_login)
        return exchange

    def _timeout(self) -> float | None:
        """Seconds until asking is over, and a little more for what is under way."""
        return self.budget.part(self._asking_share() + _GRACE).timeout()

    async def _settle(self, lessons: Sequence[Any]) -> None:
        """What the answers of a batch show only together."""
        told = [lesson for lesson in lessons if lesson is not None]
        if not told or self.ended:
            return
        try:
            async with asyncio.timeout(self._timeout()):
                self.count(await self.session.api.settle(told))
        except TimeoutError:
            self.end(self.budget.describe())

    async def _work(self, cases: Iterator[Case], judged: dict[int, Judged], look: Look | None) -> None:
        session = self.session
        while not self.ended:
            self.ended = self.asking.spent()
            case = None if self.ended else next(cases, None)
            if case is None:
                return
            self.cases += 1
            exchange = await session.send(case)
            self.latency += _WEIGHT * (exchange.elapsed - self.latency)
            judged[case.number] = session.take_in(exchange)
            if self.watch is not None:
                self.watch.note(exchange, judged[case.number])
            followed = look(exchange, judged[case.number]) if look is not None else None
            if self._keep is not None and not session.errors.is_off("report", "kept exchanges"):
                with session.errors.guard("report", "kept exchanges"):
                    kept = self._kept(exchange, judged[case.number], followed)
                    self._keep(session.redacted.kept(kept))
            self._watch(exchange, judged[case.number].outcome)

    def _kept(self, exchange: Exchange, judged: Judged, followed: FollowedPaths | None) -> Kept:
        fingerprints = tuple(self.session.redacted.finding(one).fingerprint for one in judged.findings)
        if followed is None:
            return Kept(self._phase, exchange, judged.outcome, fingerprints)
        lengths = followed.expected, followed.actual
        return Kept(self._phase, exchange, judged.outcome, fingerprints, *lengths, followed.classes)

    def _watch(self, exchange: Exchange, outcome: str) -> None:
        """Stop where asking on is in vain: nobody is there, nothing is told, or the API wants us to wait too long."""
        self._unreachable = self._unreachable + 1 if exchange.failure is Failure.UNREACHABLE else 0
        if is_own(exchange.case.identity):  # that others are refused says nothing of what can be judged
            seen = self.session.api.obstacle(exchange)
            self.answers.note(exchange, outcome, wants_page=seen is None, lacks_body=seen is Obstacle.EMPTY)
        if self._unreachable >= _GIVING_UP:
            self.end("the API could no longer be reached")
        if self.answers.is_hopeless:
            self.end("no answer told anything")
        self.end(self.session.target.throttle.ended)
        self.end(self.session.target.lost_login)

    def _take_in(self, judged: dict[int, Judged]) -> None:
        """Learn from a batch, in the order of its cases."""
        for number in sorted(judged):
            self.count(judged[number].findings)
            if judged[number].lesson is not None:
                self.session.api.learn(judged[number].lesson)
        self.progress()

    def take(self, exchange: Exchange) -> Judged:
        """Judge and count an answer that came outside of a batch. What it teaches is the caller's to hand on."""
        judged = self.session.take_in(exchange)
        if self._keep is not None and not self.session.errors.is_off("report", "kept exchanges"):
            with self.session.errors.guard("report", "kept exchanges"):
                self._keep(self.session.redacted.kept(self._kept(exchange, judged, None)))
        return judged

    def count(self, findings: Iterable[Finding]) -> None:
        """Take in findings of one exchange or scenario."""
        for finding in self._ledger.add(findings):
            self.session.target.record.note_finding(finding.severity)
            with self.session.errors.guard("report", "findings as they are found"):
                self._observer.found(self.session.redacted.finding(finding))

    def count_unless_told(self, findings: Iterable[Finding]) -> None:
        """Take in what no earlier phase has told in the same words; of suspicions, whatever operation it was of."""
        known = [finding for group in self._ledger.causes for finding in group]
        told = {finding.message for finding in known} | {_QUOTED.sub("", finding.message) for finding in known}
        for finding in findings:
            is_suspicion = finding.severity is Severity.SUSPICION
            words = _QUOTED.sub("", finding.message) if is_suspicion else finding.message
            if words not in told:
                self.count([finding])

    def _now(self) -> Progress:
        """The latest progress with requests and time brought up; cheap enough to ask before every case."""
        return replace(self._latest, phase=self._phase, requests=self.session.requests, elapsed=self.budget.elapsed)

    def progress(self) -> Progress:
        """How far it is."""
        tuples, requested, reached, witnessed = self.session.api.coverage.counts()
        paths, perfect = self._paths()
        causes = self._ledger.causes
        counted = failing(causes, self.session.settings)
        self._latest = replace(
            self._now(),
            findings=counted,
            suspicions=len(causes) - counted,
            tuples=tuples,
            requested=requested,
            reached=reached,
            witnessed=witnessed,
            paths=paths,
            perfect=perfect,
        )
        return replace(self._latest, done=self.budget.limits.share(self._latest))


def _no_paths() -> tuple[int, int]:
    return 0, 0
