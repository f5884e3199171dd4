"""diff: two versions of an API are asked the same, and what they answer and promise is held against each other.

A is walked and explored as in a run; every query goes to B too, and to A once more. Mutations are never sent: two
versions that share a database would see each other's changes, and A would be changed twice as often as B.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from querious.errors import QueriousError
from querious.model import Progress, Severity
from querious.model.diff import Diff, Difference, Steadiness
from querious.model.patterns import Patterns
from querious.pipeline.budget import RunBudget
from querious.pipeline.detection import find_api
from querious.pipeline.diff.confirmation import CONFIRMING, Confirming
from querious.pipeline.diff.graphql_versions import GraphqlVersions
from querious.pipeline.diff.questions import Both, Pair, QuestionReading
from querious.pipeline.graphql.protocol import GRAPHQL
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
from querious.version import __version__
from querious.versions import Tallies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.execute import Target
    from querious.model import Settings
    from querious.pipeline.detection import FoundApi
    from querious.pipeline.diff.both_versions import BothVersions
    from querious.versions import Candidate

_CONFIRMING = 0.3
"""The part of the budget that is kept for asking again what differs, at most."""
_LOOK = 16
"""Cases from one look at the differences to the next."""


def diff(
    a: str | object,
    b: str | object,
    settings: Settings,
    of_b: Settings | None = None,
    observer: Observer | None = None,
    *,
    started: float | None = None,
) -> Diff:
    """Compare B with A. Ctrl-C ends it early: what was found so far is returned.

    ``of_b`` says how to send to B, and where its schema is, if that is not as for A. ``include`` and ``exclude`` of the
    settings choose the coordinates whose differences count. ``started`` is as for ``querious.pipeline.run``.
    """
    started = wait_until_ready(a, settings, started)
    budget = RunBudget.of(settings, wait_until_ready(b, of_b or settings, started))
    sides = [_found(name, target, chosen) for name, target, chosen in (("A", a, settings), ("B", b, of_b or settings))]
    if sides[0].protocol.name != sides[1].protocol.name:
        from querious.pipeline.diff.parity_use_case import compare_faces  # noqa: PLC0415 - needs the packages of an extra

        chosen = settings, of_b or settings
        return run_to_end(lambda: compare_faces(sides, chosen, observer or Silent(), budget))
    return run_to_end(lambda: _diff(sides, settings, of_b or settings, observer or Silent(), budget=budget))


def _found(name: str, target: str | object, settings: Settings) -> FoundApi:
    try:
        return find_api(target, settings)
    except QueriousError as error:
        raise type(error)(f"{name}: {error}") from error


async def _diff(
    sides: Sequence[FoundApi], settings: Settings, of_b: Settings, observer: Observer, *, budget: RunBudget
) -> Diff:
    async with (
        Ticker(observer, lambda: Progress(READING, elapsed=budget.elapsed)) as ticker,
        AsyncExitStack() as stack,
    ):
        targets: list[Target] = []
        descriptions: list[Any] = []
        for name, side, chosen in zip("AB", sides, (settings, of_b), strict=True):
            try:
                targets.append(await side.protocol.open(side.target, chosen))
                stack.push_async_callback(targets[-1].client.close)
                descriptions.append(await opened_in_time(side.protocol.load(targets[-1], chosen), budget))
            except QueriousError as error:
                raise type(error)(f"{name}: {error}") from error
        versions = _versions(sides, targets, descriptions, settings)
        diffing = _Diffing(versions, targets, settings, observer, budget)
        interrupted = False
        try:
            await diffing.ask(ticker)
            await diffing.stop_if_nothing_compared(of_b)
            await diffing.confirm(ticker)
        except asyncio.CancelledError:
            interrupted = True
        found = diffing.found()
        return replace(found, elapsed=budget.elapsed, interrupted=interrupted)


def _versions(
    sides: Sequence[FoundApi], targets: Sequence[Target], descriptions: Sequence[Any], settings: Settings
) -> BothVersions:
    """Both, by their protocol."""
    if sides[0].protocol.name == GRAPHQL.name:
        return GraphqlVersions(targets, descriptions, settings)
    from querious.pipeline.diff.rest_versions import RestVersions  # noqa: PLC0415 - needs the packages of an extra

    return RestVersions(descriptions, settings)


class _Diffing:
    """One comparison, with everything that has state during it."""

    def __init__(
        self,
        versions: BothVersions,
        targets: list[Target],
        settings: Settings,
        observer: Observer,
        budget: RunBudget,
    ) -> None:
        self._errors = OwnErrors(observer.note)
        self._differing = 0
        """Differences so far, as the last look at them told."""
        self._looked = 0
        """Cases that had been compared by then."""
        self._targets = targets
        self._names = [target.name for target in targets]
        self._settings = settings
        self._versions = versions
        self._counted = Patterns(settings.include, settings.exclude).match
        self._tallies = Tallies(versions.is_left_out)
        self._pair = Pair(targets[0].client, targets[1].client, versions)
        reading = QuestionReading(versions, self._tallies)
        both = Both(self._pair, versions, self._tallies, reading)
        target = replace(targets[0], client=both, sent=lambda: sum(target.sent() for target in targets))
        self._context = RunContext(target, _as_asked(settings, versions.oracles), self._errors, Notes(observer.note))
        self._session = Session(self._context, versions.bind(self._context))
        self._observer = observer
        watch = _Watch(observer, lambda: self._differing)
        self._sender = BatchSender(self._session, Ledger(), watch, budget=budget, reserve=self._reserve)
        self._confirming = Confirming(self._pair, self._tallies, reading, versions, self._over)

    async def ask(self, ticker: Ticker) -> None:
        """What a run would ask of A."""
        ticker.follow(self._progress)
        for name, phase in self._versions.phases(self._sender):
            with self._errors.guard("phase", name):
                await phase()

    def _reserve(self) -> float:
        """The part of the budget that is kept for asking again what differs."""
        if self._tallies.cases - self._looked >= _LOOK:
            self._looked, self._differing = self._tallies.cases, len(self._tallies.candidates())
        return self._sender.kept_for(self._differing, _CONFIRMING)

    def _over(self) -> bool:
        """Whether time or requests are used up."""
        return bool(self._sender.budget.effort.spent())

    def _progress(self) -> Progress:
        """Tells of differences instead of findings, and looks whether B is still there."""
        if self._pair.lost:
            self._sender.end(f"{self._names[1]} could no longer be reached")
        elif self._targets[1].throttle.ended:
            self._sender.end(self._targets[1].throttle.ended)
        elif self._pair.answers[1].is_hopeless:
            self._sender.end(f"no answer of {self._names[1]} told anything")
        self._differing = len(self._tallies.candidates())
        return replace(self._sender.progress(), findings=self._differing)

    async def stop_if_nothing_compared(self, of_b: Settings) -> None:
        """A TargetError where one of the two tells nothing: every answer would differ, or none."""
        for name, target, settings, answers in zip(
            "AB", self._targets, (self._settings, of_b), self._pair.answers, strict=True
        ):
            try:
                await stop_if_nothing_judged(target, settings, answers)
            except QueriousError as error:
                raise type(error)(f"{name}: {_for_b(str(error)) if name == 'B' else error}") from error

    async def confirm(self, ticker: Ticker) -> None:
        """Ask again for what differs."""
        reached = self._progress()
        ticker.show(
            lambda: replace(
                self._confirming.progress(reached), requests=self._session.requests, elapsed=self._sender.budget.elapsed
            )
        )
        with self._errors.guard("phase", CONFIRMING), suppress(TimeoutError):
            async with asyncio.timeout(self._sender.budget.timeout()):
                await self._confirming.confirm(self._candidates(), self._settings.shrink)

    def _candidates(self) -> list[Candidate]:
        return [one for one in self._tallies.candidates() if not one.key[0] or self._counted(one.key[0])]

    def found(self) -> Diff:
        """What is known so far."""
        confirming = self._confirming
        known = confirming.kept.keys() | confirming.dropped.keys()
        untried = [
            confirming.difference(one, one.examples[0], Steadiness.UNTRIED)
            for one in self._candidates()
            if one.key not in known
        ]
        differences = sorted([*confirming.kept.values(), *untried], key=_rank)
        noise = self._tallies.noise({key: reason for key, reason in confirming.dropped.items() if reason})
        diff = Diff(
            self._names[0],
            self._names[1],
            seed=self._settings.seed,
            differences=tuple(differences),
            noise=tuple(one for one in noise if (one.coordinate, one.kind) not in confirming.kept),
            changes=self._versions.changes,
            broken=tuple(self._versions.broken()),
            protocol=self._versions.protocol,
            requests=self._session.requests,
            cases=self._tallies.cases,
            coordinates=self._tallies.coordinates,
            notes=(*self._context.notes.texts, *self._notes()),
            unjudged="; ".join(self._shortfalls()),
            ended=self._sender.ended,
            version=__version__,
            errors=self._errors.errors,
        )
        return self._session.redacted.diff(diff)

    def _notes(self) -> list[str]:
        notes = []
        for name, target in zip("AB", self._targets, strict=True):
            notes += [f"{name}: {note}"] if (note := target.throttle.note()) else []
        missed = self._pair.incomparable
        if missed:
            notes.append(
                f"{missed:,} answers could not be compared: no answer, or too many requests; see --rate and --timeout."
            )
        return notes

    def _shortfalls(self) -> list[str]:
        """Of each side, which of its answers told nothing of it."""
        told = []
        for name, target, answers in zip("AB", self._targets, self._pair.answers, strict=True):
            short = shortfall(answers, self._settings, target.url)
            told += [f"{name}: {_for_b(short) if name == 'B' else short}"] if short else []
        return told


class _Watch(Silent):
    """Tells of differences instead of findings: what is wrong with A is not asked here."""

    def __init__(self, observer: Observer, differing: Callable[[], int]) -> None:
        self._observer = observer
        self._differing = differing

    def progress(self, progress: Progress) -> None:
        """See ``Observer``."""
        self._observer.progress(replace(progress, findings=self._differing()))

    def note(self, text: str) -> None:
        """See ``Observer``."""
        self._observer.note(text)


def _as_asked(settings: Settings, oracles: Sequence[str]) -> Settings:
    """How A is explored: queries that are meant to be valid, unjudged."""
    return replace(
        settings,
        mutations=False,
        invalid=0.0,
        coverage=None,
        stop_after=None,
        oracles=(),
        skip_oracles=(*oracles, "relations"),
        include=(),
        exclude=(),
    )


def _for_b(advice: str) -> str:
    """Advice with the options that concern B alone."""
    return re.sub(r"--(header|bearer|cookie)\b", r"--\1-b", advice)


def _rank(one: Difference) -> tuple[bool, int, str, str]:
    """Certain ones first, then frequent ones, then by name, so that equal comparisons read alike."""
    return one.severity is not Severity.FAULT, -one.count, one.coordinate, one.kind
