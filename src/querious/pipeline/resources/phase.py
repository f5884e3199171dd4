"""The phase that measures what answers cost as questions grow: one question at a time, none after the first harm.

Growth is measured a second time before it is told. Nothing of it is shrunk or sent again later: what loads a service is
sent as seldom as can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.response import SERVER_ERROR, is_limit
from querious.growth import GROWTH, Bounds, Sample, Series, judge_series, measure
from querious.model import Failure, Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from querious.growth import Dimension, GrowthVerdict
    from querious.model import Case, Exchange
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.run.batch_sender import BatchSender

RESOURCES: Final = "resources"
TIMEOUT: Final = 5.0
"""Seconds for one answer."""
_SECONDS: Final = 60.0
_REQUESTS: Final = 1_500
_BYTES: Final = 128 * 1024 * 1024
"""For the whole phase."""
_HARM: Final = frozenset({Failure.TIMEOUT, Failure.LOST, Failure.UNREACHABLE, Failure.CRASH})


class MeasuredAnswer(NamedTuple):
    """What an answer says beside what it costs."""

    refused: bool = False
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class GrowingQuestion:
    """One question that can be asked at any size."""

    dimension: Dimension
    coordinate: str
    case_of: Callable[[int, int], Case]
    """Of a number and a size."""
    read: Callable[[Exchange], MeasuredAnswer]
    shown: Callable[[int], Case] | None = None
    """The case of a number that stands in the report, where the one that was sent cannot be shown."""


class ResourcesPhase:
    """Asks the questions that a protocol has for it, as far as the budget and the service go."""

    def __init__(self, sender: BatchSender, rules: frozenset[str], timeout: float) -> None:
        """``rules`` are those that are told; ``timeout`` is that of the settings."""
        self._sender = sender
        self._rules = rules
        self._timeout = min(TIMEOUT, timeout)
        self._requests = 0
        self._bytes = 0
        self._harm = ""
        self._steep: set[str] = set()
        """Coordinates of texts that are known to take ever longer."""

    async def measure(self, questions: Iterable[GrowingQuestion], budget: RunBudget) -> None:
        """Measure one question after the other."""
        self._sender.enter(RESOURCES)
        budget = budget.within(_SECONDS)
        asked = 0
        for question in questions:
            if self._over(budget):
                break
            if question.coordinate in self._steep:
                continue  # a larger one of its kind would do harm
            asked += 1
            await self._ask(question, budget)
        if self._harm:
            self._sender.note(f"Resources: stopped at the first sign of harm: {self._harm}.")
            self._sender.end("the service was harmed by what was measured")
        elif asked and self._over(budget):
            self._sender.note(f"Resources: {asked} questions were measured before the bounds of this phase were met.")
        elif not asked and not self._over(budget):
            self._sender.note("Resources: nothing was measured, as no answer has shown what could be asked for.")

    def _over(self, budget: RunBudget) -> bool:
        is_spent = self._requests >= _REQUESTS or self._bytes >= _BYTES
        return bool(self._sender.ended or self._harm or is_spent or budget.spent())

    async def _ask(self, question: GrowingQuestion, budget: RunBudget) -> None:
        series, last = await self._series(question, budget)
        verdicts = [one for one in judge_series(series, question.dimension) if one.rule in self._rules]
        if last is None or not verdicts:
            return
        if any(one.rule == GROWTH for one in verdicts) and not series.harm:
            again, latest = await self._series(question, budget)
            grows = [one for one in judge_series(again, question.dimension) if one.rule == GROWTH]
            series, last = (again, latest) if grows and latest is not None else (series, last)
            verdicts = [*grows, *(one for one in verdicts if one.rule != GROWTH)]
        if question.dimension.in_steps and any(one.rule == GROWTH for one in verdicts):
            self._steep.add(question.coordinate)
        self._sender.count([self._finding(question, series, last, one) for one in verdicts if one.rule in self._rules])

    async def _series(self, question: GrowingQuestion, budget: RunBudget) -> tuple[Series, Exchange | None]:
        """All sizes of one question, and the last answer."""
        conversation = measure(question.dimension, Bounds())
        last: Exchange | None = None
        try:
            size = next(conversation)
            while True:
                if self._over(budget) or self._sender.spent():
                    conversation.close()
                    return Series(), None
                last = await self._send(question, size)
                reading = question.read(last)
                harm = self._harm_of(last)
                if harm:
                    self._harm = f"{question.coordinate} with {size:,} {question.dimension.about}: {harm}"
                refused = reading.refused or is_limit(last)
                size = conversation.send(Sample(last.elapsed, len(last.body), refused, harm, reading.rows))
        except StopIteration as stop:
            return stop.value, last

    async def _send(self, question: GrowingQuestion, size: int) -> Exchange:
        case = question.case_of(self._sender.next_number(), size)
        self._requests += 1
        timed = case.request._replace(timeout=self._timeout)
        exchange = await self._sender.session.send(case.__class__(case.number, case.asked, timed, case.flaw))
        self._bytes += len(exchange.body)
        return exchange

    @staticmethod
    def _harm_of(exchange: Exchange) -> str:
        if exchange.failure in _HARM:
            return exchange.failure.value if exchange.failure is not None else ""
        return f"status {exchange.status}" if exchange.status >= SERVER_ERROR and not is_limit(exchange) else ""

    def _finding(self, question: GrowingQuestion, series: Series, last: Exchange, verdict: GrowthVerdict) -> Finding:
        shown = last
        if question.shown is not None:
            shown = last.__class__(question.shown(last.case.number), last.status, last.headers, elapsed=last.elapsed)
        return Finding(
            verdict.rule,
            question.coordinate,
            verdict.message,
            shown,
            Severity.SUSPICION,
            excerpt=series.table(),
            shrunk=True,  # as far as may be: the sizes below are in the table
            reproduced=True,
        )
