"""diff: two versions of an API are asked the same, and what they answer and promise is held against each other.

A is walked and explored as in a run; every query goes to B too, and to A once more. Mutations are never sent: two
versions that share a database would see each other's changes, and A would be changed twice as often as B.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from graphql import GraphQLObjectType

from querious.errors import QueriousError
from querious.execute import budget_of, open_target
from querious.model import Progress, Severity
from querious.model.diff import Broken, Diff, Difference, Steadiness, Weight
from querious.model.patterns import Patterns, Permissions
from querious.oracles import CATALOGUE
from querious.pipeline.checking import check_patterns
from querious.pipeline.deviating import deviate
from querious.pipeline.diff_asking import Both, Fitting, Pair, Reading
from querious.pipeline.diff_breaking import broken_recordings
from querious.pipeline.diff_confirming import CONFIRMING, Confirming
from querious.pipeline.diff_sweeping import Sweep
from querious.pipeline.exploring import Exploring
from querious.pipeline.ledger import Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.observer import Observer, Silent
from querious.pipeline.recorded import read_recordings
from querious.pipeline.session import Session, load
from querious.pipeline.ticking import Ticker
from querious.pipeline.volley import Volley
from querious.pipeline.walking import Walk
from querious.relations import World
from querious.version import __version__
from querious.versions import Tallies, schema_changes

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.execute import Target
    from querious.model import Finding, Settings
    from querious.schema import Loaded
    from querious.versions import Candidate

_EACH = 2
"""Requests for one case: A and B; A again only where they differ."""

_BEFORE_RANDOM = 0.75
"""The part of the budget after which arguments are no longer varied field by field."""


def diff(
    a: str | object,
    b: str | object,
    settings: Settings,
    of_b: Settings | None = None,
    observer: Observer | None = None,
) -> Diff:
    """Hold B against A. Ctrl-C ends it early: what was found so far is returned.

    ``of_b`` says how to send to B, and where its schema is, if that is not as for A. ``include`` and ``exclude`` of the
    settings choose the coordinates whose differences count.
    """
    return run_to_end(lambda: _diff(a, b, settings, of_b or settings, observer or Silent()))


async def _diff(a: str | object, b: str | object, settings: Settings, of_b: Settings, observer: Observer) -> Diff:
    started = monotonic()
    observer.progress(Progress(phase="reading"))
    async with AsyncExitStack() as stack:
        targets: list[Target] = []
        schemas: list[Loaded] = []
        for name, target, chosen in (("A", a, settings), ("B", b, of_b)):
            try:
                targets.append(await open_target(target, chosen))
                stack.push_async_callback(targets[-1].client.close)
                schemas.append(await load(targets[-1], chosen))
            except QueriousError as error:
                raise type(error)(f"{name}: {error}") from error
        diffing = _Diffing(targets, schemas, settings, observer)
        interrupted = False
        try:
            await diffing.ask()
            await diffing.confirm()
        except asyncio.CancelledError:
            interrupted = True
        found = diffing.found()
        return replace(found, elapsed=monotonic() - started, interrupted=interrupted)


class _Diffing:
    """One comparison, with everything that has state during it."""

    def __init__(self, targets: list[Target], loaded: list[Loaded], settings: Settings, observer: Observer) -> None:
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
        reading = Reading(self._schemas[0], self._tallies)
        self._world = World(self._schemas[0], Permissions(settings.allow, settings.deny).match)
        self._both = Both(self._pair, self._fitting, self._tallies, reading, self._world)
        self._session = Session(replace(targets[0], client=self._both), loaded[0], _as_asked(settings))
        budget = budget_of(settings).describe()
        self._observer = _Watch(observer, self._pair, self._tallies, budget)
        self._volley = Volley(self._session, Ledger(), self._observer)
        self._confirming = Confirming(self._pair, self._tallies, reading, self._schemas)
        self._recorded: list[Broken] = []
        for note in self._session.notes:
            observer.note(note)

    async def ask(self) -> None:
        """What a run would ask of A."""
        session, volley = self._session, self._volley
        async with Ticker(self._observer, self._progress):
            if self._settings.recordings:
                self._read_recordings(self._settings.recordings)
                await deviate(session, volley, read_recordings(self._settings.recordings))
            await Walk(session, volley).walk()
            await Sweep(session, volley, self._world, self._both.seen).sweep(_BEFORE_RANDOM)
            await Exploring(session, volley).explore()

    def _progress(self) -> Progress:
        """Looks at what the volley cannot know, too: it counts cases, and those that differ take more requests."""
        limit = self._settings.requests
        if self._pair.lost:
            self._volley.ended = self._volley.ended or f"{self._names[1]} could no longer be reached"
        elif limit is not None and self._pair.requests >= limit:
            self._volley.ended = self._volley.ended or "so many requests"
        return self._volley.progress()

    def _read_recordings(self, place: str) -> None:
        old, new = self._schemas
        self._recorded, fitting = broken_recordings(read_recordings(place), old, new)
        if not fitting:
            self._volley.note(f"No recording of {place} fits the schema of {self._names[0]}.")

    async def confirm(self) -> None:
        """Ask again for what differs."""
        reached = self._volley.progress()
        async with Ticker(self._observer, lambda: self._confirming.progress(reached)):
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
        return Diff(
            self._names[0],
            self._names[1],
            seed=self._settings.seed,
            differences=tuple(differences),
            noise=tuple(one for one in noise if (one.coordinate, one.kind) not in confirming.kept),
            changes=self._changes,
            broken=(*_by_number(self._recorded), *_by_number(self._fitting.broken())),
            requests=self._pair.requests,
            cases=self._tallies.cases,
            coordinates=self._tallies.coordinates,
            notes=(*self._session.notes, *self._notes()),
            ended=self._ended(),
            version=__version__,
        )

    def _ended(self) -> str:
        """Why the asking ended; by requests: those to both together."""
        limit, ended = self._settings.requests, self._volley.ended
        return f"{limit:,} requests" if limit is not None and ended.endswith((" request", " requests")) else ended

    def _notes(self) -> list[str]:
        missed = self._pair.incomparable
        if not missed:
            return []
        return [f"{missed:,} answers could not be compared: no answer, or too many requests; see --rate and --timeout."]


class _Watch(Silent):
    """Tells of requests to both, and of differences instead of findings."""

    def __init__(self, observer: Observer, pair: Pair, tallies: Tallies, budget: str) -> None:
        self._observer = observer
        self._budget = budget
        self._pair = pair
        self._tallies = tallies

    def note(self, text: str) -> None:
        """See ``Observer``."""
        self._observer.note(text)

    def progress(self, progress: Progress) -> None:
        """See ``Observer``."""
        found = len(self._tallies.candidates())
        stop = progress.stop if progress.phase == CONFIRMING else self._budget
        self._observer.progress(replace(progress, requests=self._pair.requests, findings=found, stop=stop))

    def found(self, finding: Finding) -> None:
        """What is wrong with A is not asked here."""


def _as_asked(settings: Settings) -> Settings:
    """How A is explored: queries that are meant to be valid, unjudged, in half of the requests."""
    return replace(
        settings,
        mutations=False,
        invalid=0.0,
        requests=None if settings.requests is None else max(1, settings.requests // _EACH),
        coverage=None,
        stop_after=None,
        oracles=(),
        skip_oracles=(*(oracle.name for oracle in CATALOGUE), "relations"),
        include=(),
        exclude=(),
    )


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
