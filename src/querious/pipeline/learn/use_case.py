"""learn: a trusted version of an API → its baseline.

The API is asked as in a run, queries only; every answer without errors is mined. Then the operations are chosen that
the baseline holds, and asked again, now and some seconds later: what differs is volatile.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from querious.baseline import (
    VOLATILE,
    AnsweredOperation,
    Baseline,
    BaselineAnswer,
    BaselineChanges,
    BaselineUpdate,
    Invariants,
    Miner,
    RenewedAnswer,
    by_coordinate,
    changing,
    dump,
    near_now,
    read_answer,
    stored_answer,
    volatile_changes,
)
from querious.model import Operation, Progress
from querious.pipeline.baseline.entries import read_baseline, redactor, refuse_other_protocol
from querious.pipeline.budget import RunBudget
from querious.pipeline.detection import find_api
from querious.pipeline.heartbeat import Ticker
from querious.pipeline.ledger import Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.notes import Notes
from querious.pipeline.nothing_judged import shortfall, stop_if_nothing_judged
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.readiness import wait_until_ready
from querious.pipeline.run.batch_sender import BatchSender
from querious.pipeline.run.context import RunContext
from querious.pipeline.run.session import Session
from querious.pipeline.run.walk import READING, opened_in_time
from querious.report.files import write_file
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from querious.baseline import Asked
    from querious.model import JSON, Coverage, Finding, Kept, Settings
    from querious.model.own_error import OwnError
    from querious.pipeline.detection import FoundApi
    from querious.pipeline.learn.learnable import LearnableApi

_SECONDS = 3.0
"""From the first to the last asking of an operation, so that clocks show."""
_DATA = "data"
"""The outcome of an answer without errors."""
_CLEAN = frozenset((_DATA, "not found"))
"""Outcomes that are worth asking for again."""
_BATCH = 32
_RESERVE = 0.25
"""The part of the budget that is kept for choosing what the baseline holds, and asking that again."""
_PAUSE = 0.4
"""The part of the time that is left at most, that is waited before the last asking."""


@dataclass(frozen=True, slots=True)
class Learning:
    """How a baseline is learned."""

    answers: bool = True
    """Whether answers are recorded, or only what always holds: for data that will be another next time."""
    wanted: Callable[[str], bool] = lambda _: True
    """At which coordinates an old baseline may change."""
    is_volatile: Callable[[str], bool] = lambda _: False
    """Coordinates that the user says are volatile."""
    seconds: float = _SECONDS


@dataclass(frozen=True, slots=True)
class Learned:
    """A baseline, and what became of the old one."""

    baseline: Baseline
    changes: BaselineChanges
    coverage: Coverage
    findings: tuple[Finding, ...] = ()
    """What is wrong with the version that is trusted."""
    requests: int = 0
    notes: tuple[str, ...] = ()
    errors: tuple[OwnError, ...] = ()
    """Parts of querious that raised, and were switched off."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was learned."""
        return not self.baseline.answers and not self.baseline.invariants

    @property
    def by_coordinate(self) -> list[tuple[str, str, int]]:
        """What changed, one line for each coordinate: the coordinate, one of its changes, and how many there are."""
        return [(change.coordinate, change.about, count) for change, count in by_coordinate(self.changes.changed)]


def save_baseline(learned: Learned, before: Baseline | None, place: str) -> bool:
    """Write the baseline to its file; says whether it is what it was."""
    text = dump(learned.baseline)
    write_file(place, text)
    return before is not None and text == dump(before)


def read_before(place: str) -> Baseline | None:
    """The baseline that is to be brought up to date; None if there is none yet."""
    return read_baseline(place) if Path(place).exists() else None


def learn(
    target: str | object,
    settings: Settings,
    before: Baseline | None = None,
    how: Learning | None = None,
    observer: Observer | None = None,
    *,
    started: float | None = None,
    place: str = "the baseline",
) -> Learned:
    """Learn the baseline of a target; ``before`` is brought up to date, if it is given. No mutations are sent.

    ``started`` is as for ``querious.pipeline.run``; ``place`` is where ``before`` was read from.
    """
    budget = RunBudget.of(settings, wait_until_ready(target, settings, started))
    api = find_api(target, settings)
    if before is not None:
        refuse_other_protocol(before, api.protocol.name, place)
    known = before or Baseline(protocol=api.protocol.name)
    return run_to_end(lambda: _learn(api, settings, known, how or Learning(), observer or Silent(), budget=budget))


async def _learn(
    found: FoundApi, settings: Settings, before: Baseline, how: Learning, observer: Observer, *, budget: RunBudget
) -> Learned:
    protocol = found.protocol
    skipped = (*settings.skip_oracles, "relations")
    quiet = replace(settings, mutations=False, invalid=0.0, stop_after=None, recordings="", skip_oracles=skipped)
    errors = OwnErrors(observer.note)
    async with Ticker(observer, lambda: Progress(READING, elapsed=budget.elapsed)) as ticker:
        opened = await protocol.open(found.target, quiet)
        try:
            context = RunContext(opened, quiet, errors, Notes(observer.note))
            learnable = protocol.learnable(context, await opened_in_time(protocol.load(opened, quiet), budget))
            session = Session(context, learnable.api)
            school = _School(learnable, session, before, how, budget)
            ledger = Ledger()
            sender = BatchSender(session, ledger, observer, school.hear, budget=budget, reserve=lambda: _RESERVE)
            ticker.follow(sender.progress)
            for name, phase in learnable.phases(sender):
                with errors.guard("phase", name):
                    await phase()
            await stop_if_nothing_judged(opened, settings, sender.answers, ledger.findings)
            sender.enter("learning")
            baseline, changes = await school.finish()
            notes = [*context.notes.texts, opened.throttle.note(), shortfall(sender.answers, settings, opened.url)]
            return Learned(
                baseline,
                changes,
                learnable.api.coverage.coverage(),
                ledger.told,
                session.requests,
                tuple(note for note in notes if note),
                errors.errors,
            )
        finally:
            await opened.client.close()


class _School:
    """What is learned while the API is asked."""

    def __init__(
        self, learnable: LearnableApi, session: Session, before: Baseline, how: Learning, budget: RunBudget
    ) -> None:
        self._learnable = learnable
        self._entries = learnable.entries
        self._terms = learnable.entries.terms
        self._session = session
        self._budget = budget
        self._before = before
        self._how = how
        self._redaction = Redaction()
        self._redact = redactor(self._redaction)
        self._mining = Miner(self._terms.identity)
        self._old = Invariants(before.invariants, self._terms.identity, before.volatile)
        self._broken: dict[tuple[str, str, str], tuple[str, str, JSON]] = {}
        self._volatile = set(before.volatile)

    def hear(self, kept: Kept) -> None:
        """Take in an answer of the run."""
        case = kept.exchange.case
        answer = read_answer(kept.exchange)
        if not case.valid or not answer.is_clean or answer.data is None or kept.outcome not in _CLEAN:
            return
        shape = self._entries.shape_of(case.asked)
        self._learnable.observe(case, shape, answer.data)
        if kept.outcome == _DATA:
            self._mining.observe(shape, answer.data)
            known = self._old.broken(shape, answer.data) if self._before.invariants else ()
            for place, kind, about, _, _ in known:
                self._broken[place, kind, repr(about)] = (place, kind, about)

    async def finish(self) -> tuple[Baseline, BaselineChanges]:
        """Choose what to keep, find out what is volatile, and put the baseline together."""
        entries = self._before.answers if self._how.answers else ()
        operations = [self._entries.read(answer) for answer in entries]
        known = await self._ask([one for one in operations if not isinstance(one, str)])
        chosen = await self._choose([one for one in known if one.clean])
        steady = await self._watch([one for one in (*known, *chosen) if one.clean])
        said = {coordinate for coordinate in self._learnable.reached() if self._how.is_volatile(coordinate)}
        volatile = frozenset(self._volatile | said)
        updating = BaselineUpdate(self._terms, volatile, self._how.wanted)
        if entries:
            updating.changes.changed += volatile_changes(self._before, volatile)
        by_question = {self._question(one.operation): one for one in steady}
        renewed = [self._renewed(*one, by_question, volatile) for one in zip(entries, operations, strict=True)]
        recorded = set(map(id, chosen if self._how.answers else ()))
        new = [self._answer(one, volatile) for one in steady if id(one) in recorded]
        answers = updating.answers(renewed, filter(_says_something, new))
        mined = self._without_secrets(self._mining.invariants(volatile))
        invariants = updating.invariants(self._before.invariants, mined, self._broken.values())
        return Baseline(tuple(answers), invariants, volatile, self._entries.protocol), updating.changes

    async def _ask(self, operations: Sequence[Asked]) -> list[AnsweredOperation[Asked]]:
        """Some at once, in batches."""
        asked: list[AnsweredOperation[Asked]] = []
        for first in range(0, len(operations), _BATCH):
            batch = operations[first : first + _BATCH]
            asked += await asyncio.gather(*map(self._ask_one, batch))
        return asked

    async def _ask_one(self, operation: Asked) -> AnsweredOperation[Asked]:
        """What came of it; as if refused where the time is over."""
        data: dict[str, JSON] | None = None
        clean = False
        with suppress(TimeoutError):
            async with asyncio.timeout(self._budget.timeout()):
                answer = read_answer(await self._session.send(self._entries.case(0, operation)))
                data, clean = answer.data, answer.is_clean
        return AnsweredOperation(operation, self._entries.shape_of(operation), data or {}, clean)

    async def _choose(self, known: Iterable[AnsweredOperation[Asked]]) -> list[AnsweredOperation[Asked]]:
        conversation = self._learnable.choose(known, self._may_keep)
        try:
            operations = next(conversation)
            while True:
                operations = conversation.send(await self._ask(operations))
        except StopIteration as stop:
            chosen: list[AnsweredOperation[Asked]] = stop.value
            return chosen

    def _may_keep(self, operation: Asked) -> bool:
        """Whether an operation that is written to a file holds no secret, and the description allows it."""
        document, variables = self._entries.written(operation)
        if isinstance(self._entries.read(BaselineAnswer(document, variables, {})), str):
            return False
        text = document if isinstance(operation, Operation) else ""
        return self._redaction.both(text, variables) == (text, variables)

    def _question(self, operation: Asked) -> str:
        """The same text for the same question."""
        document, variables = self._entries.written(operation)
        return f"{document} {json.dumps(variables, sort_keys=True, default=str)}"

    async def _watch(self, asked: Sequence[AnsweredOperation[Asked]]) -> list[AnsweredOperation[Asked]]:
        """Ask everything again, now and some seconds later; gives those that are answered without errors each time."""
        started = self._budget.elapsed
        steady = list(asked)
        for pause in (0.0, min(self._how.seconds, _PAUSE * self._budget.left())):
            await asyncio.sleep(max(0.0, started + pause - self._budget.elapsed))
            again = await self._ask([one.operation for one in steady])
            answered = [(one, other.data) for one, other in zip(steady, again, strict=True) if other.clean]
            for one, data in answered:
                self._volatile |= changing(self._terms.order, one.shape, one.data, data)
            steady = [one for one, _ in answered]
        now = datetime.now(UTC)
        for one in steady:
            self._volatile |= near_now(one.shape, one.data, now)
        return steady

    def _renewed(
        self,
        old: BaselineAnswer,
        operation: Asked | str,
        steady: dict[str, AnsweredOperation[Asked]],
        volatile: frozenset[str],
    ) -> RenewedAnswer:
        if isinstance(operation, str):
            return RenewedAnswer(old, None, None)
        asked = steady.get(self._question(operation))
        data = None if asked is None else stored_answer(asked.shape, asked.data, volatile, self._redact)
        return RenewedAnswer(old, self._entries.shape_of(operation), data)

    def _answer(self, asked: AnsweredOperation[Asked], volatile: frozenset[str]) -> BaselineAnswer:
        document, variables = self._entries.written(asked.operation)
        return BaselineAnswer(document, variables, stored_answer(asked.shape, asked.data, volatile, self._redact))

    def _without_secrets(self, mined: dict[str, dict[str, JSON]]) -> dict[str, dict[str, JSON]]:
        """Without sets of values that redaction would touch. No other invariant names a value as it was answered."""
        for place, kinds in mined.items():
            values = kinds.get("one of", [])
            if any(self._redact(place.rpartition(".")[2], value) != value for value in values):
                del kinds["one of"]
        return {place: kinds for place, kinds in mined.items() if kinds}


def _says_something(answer: BaselineAnswer) -> bool:
    """Whether anything but volatile fields was answered."""
    return any(value != VOLATILE for value in answer.data.values())
