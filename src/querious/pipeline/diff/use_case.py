"""diff: two versions of an API are asked the same, and what they answer and promise is held against each other.

A is walked and explored as in a run; every query goes to B too, and to A once more. Mutations are never sent: two
versions that share a database would see each other's changes, and A would be changed twice as often as B.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from graphql import GraphQLObjectType

from querious.errors import QueriousError
from querious.execute import open_target
from querious.graphql.oracles import CATALOGUE
from querious.graphql.schema import names_of
from querious.model import Progress, Severity
from querious.model.diff import Broken, Diff, Difference, Steadiness, Weight
from querious.model.patterns import Patterns, Permissions
from querious.pipeline.budget import RunBudget
from querious.pipeline.detection import refuse_description
from querious.pipeline.diff.broken_recordings import broken_recordings
from querious.pipeline.diff.confirmation import CONFIRMING, Confirming
from querious.pipeline.diff.questions import Both, Fitting, Pair, QuestionReading
from querious.pipeline.diff.sweep import Sweep
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.load import load
from querious.pipeline.graphql.plan_phase import PlanPhase
from querious.pipeline.graphql.recorded_phase import deviate
from querious.pipeline.graphql.unmatched_patterns import check_patterns
from querious.pipeline.heartbeat import Ticker
from querious.pipeline.ledger import Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.notes import Notes
from querious.pipeline.nothing_judged import shortfall, stop_if_nothing_judged
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.recorded import read_recordings
from querious.pipeline.run.batch_sender import BatchSender
from querious.pipeline.run.context import RunContext
from querious.pipeline.run.random_phase import RandomPhase
from querious.pipeline.run.session import Session
from querious.pipeline.run.walk import READING, opened_in_time
from querious.relations import Observations
from querious.version import __version__
from querious.versions import Tallies, schema_changes

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.execute import Target
    from querious.graphql.schema import Loaded
    from querious.model import Settings
    from querious.versions import Candidate

_CONFIRMING = 0.3
"""The part of the budget that is kept for asking again what differs, at most."""
_LOOK = 16
"""Cases from one look at the differences to the next."""
_BEFORE_RANDOM = 0.75
"""The part of the budget after which arguments are no longer varied field by field."""


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
    for target in (a, b):
        refuse_description(target, "diff")
    budget = RunBudget.of(settings, started)
    return run_to_end(lambda: _diff(a, b, settings, of_b or settings, observer or Silent(), budget=budget))


async def _diff(
    a: str | object, b: str | object, settings: Settings, of_b: Settings, observer: Observer, *, budget: RunBudget
) -> Diff:
    async with (
        Ticker(observer, lambda: Progress(READING, elapsed=budget.elapsed)) as ticker,
        AsyncExitStack() as stack,
    ):
        targets: list[Target] = []
        schemas: list[Loaded] = []
        for name, target, chosen in (("A", a, settings), ("B", b, of_b)):
            try:
                targets.append(await open_target(target, chosen))
                stack.push_async_callback(targets[-1].client.close)
                schemas.append(await opened_in_time(load(targets[-1], chosen), budget))
            except QueriousError as error:
                raise type(error)(f"{name}: {error}") from error
        diffing = _Diffing(targets, schemas, settings, observer, budget)
        interrupted = False
        try:
            await diffing.ask(ticker)
            await diffing.stop_if_nothing_compared(of_b)
            await diffing.confirm(ticker)
        except asyncio.CancelledError:
            interrupted = True
        found = diffing.found()
        return replace(found, elapsed=budget.elapsed, interrupted=interrupted)


class _Diffing:
    """One comparison, with everything that has state during it."""

    def __init__(
        self,
        targets: list[Target],
        loaded: list[Loaded],
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
        self._schemas = [one.schema for one in loaded]
        self._settings = settings
        check_patterns(self._schemas[0], settings)
        self._changes = schema_changes(*self._schemas)
        breaking = any(change.weight is Weight.BREAKING for change in self._changes)
        self._counted = Patterns(settings.include, settings.exclude).match
        self._tallies = Tallies(_left_out(self._schemas[0], settings))
        self._pair = Pair(targets[0].client, targets[1].client)
        self._fitting = Fitting(self._schemas[1], breaking=breaking)
        reading = QuestionReading(self._schemas[0], self._tallies)
        self._observed = Observations(self._schemas[0], Permissions(settings.allow, settings.deny).match)
        self._both = Both(self._pair, self._fitting, self._tallies, reading, self._observed)
        both = replace(targets[0], client=self._both, sent=lambda: sum(target.sent() for target in targets))
        self._context = RunContext(both, _as_asked(settings), self._errors, Notes(observer.note))
        self._api = GraphqlApi(self._context, loaded[0])
        self._session = Session(self._context, self._api.bound())
        self._observer = observer
        watch = _Watch(observer, lambda: self._differing)
        self._sender = BatchSender(self._session, Ledger(), watch, budget=budget, reserve=self._reserve)
        self._confirming = Confirming(self._pair, self._tallies, reading, self._schemas, self._over)
        targets[1].mask.spare(names_of(self._schemas[1]))
        self._recorded: list[Broken] = []

    async def ask(self, ticker: Ticker) -> None:
        """What a run would ask of A."""
        api, sender = self._api, self._sender
        ticker.follow(self._progress)
        if self._settings.recordings:
            self._read_recordings(self._settings.recordings)
            with self._errors.guard("phase", "recordings"):
                await deviate(api, sender, read_recordings(self._settings.recordings))
        with self._errors.guard("phase", "paths"):
            await PlanPhase(api, sender).walk()
        with self._errors.guard("phase", "arguments"):
            await Sweep(api, sender, self._observed, self._both.seen).sweep(sender.budget.part(_BEFORE_RANDOM))
        with self._errors.guard("phase", "random"):
            await RandomPhase(sender).explore()

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

    def _read_recordings(self, place: str) -> None:
        old, new = self._schemas
        self._recorded, fitting = broken_recordings(read_recordings(place), old, new)
        if not fitting:
            self._sender.note(f"No recording of {place} fits the schema of {self._names[0]}.")

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
            changes=self._changes,
            broken=(*_by_number(self._recorded), *_by_number(self._fitting.broken())),
            requests=self._session.requests,
            cases=self._tallies.cases,
            coordinates=self._tallies.coordinates,
            notes=(*self._context.notes.texts, *self._notes()),
            ended=self._sender.ended,
            version=__version__,
            errors=self._errors.errors,
        )
        return self._session.redacted.diff(diff)

    def _notes(self) -> list[str]:
        notes = []
        for name, target, answers in zip("AB", self._targets, self._pair.answers, strict=True):
            short = shortfall(answers, self._settings, target.url)
            notes += [f"{name}: {short}."] if short else []
            notes += [f"{name}: {note}"] if (note := target.throttle.note()) else []
        missed = self._pair.incomparable
        if missed:
            notes.append(
                f"{missed:,} answers could not be compared: no answer, or too many requests; see --rate and --timeout."
            )
        return notes


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


def _as_asked(settings: Settings) -> Settings:
    """How A is explored: queries that are meant to be valid, unjudged."""
    return replace(
        settings,
        mutations=False,
        invalid=0.0,
        coverage=None,
        stop_after=None,
        oracles=(),
        skip_oracles=(*(oracle.name for oracle in CATALOGUE), "relations"),
        include=(),
        exclude=(),
    )


def _for_b(advice: str) -> str:
    """Advice with the options that concern B alone."""
    return re.sub(r"--(header|bearer|cookie)\b", r"--\1-b", advice)


def _left_out(schema: GraphQLSchema, settings: Settings) -> set[str]:
    """Coordinates that nobody wants to hear of: they tell no objects apart either."""
    counted = Patterns((), settings.exclude).match
    types = [kind for kind in schema.type_map.values() if isinstance(kind, GraphQLObjectType)]
    names = (f"{kind.name}.{name}" for kind in types for name in kind.fields)
    return {name for name in names if not counted(name)}


def _rank(one: Difference) -> tuple[bool, int, str, str]:
    """Certain ones first, then frequent ones, then by name, so that equal comparisons read alike."""
    return one.severity is not Severity.FAULT, -one.count, one.coordinate, one.kind


def _by_number(broken: list[Broken]) -> list[Broken]:
    return sorted(broken, key=lambda one: (-one.operations, one.cause))
