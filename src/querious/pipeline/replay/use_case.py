"""Recordings sent again, many at a time, and judged by all oracles: each is one test."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from graphql import GraphQLObjectType

from querious.coverage import OF_EVERY_ANSWER, count_assertions
from querious.execute import open_target
from querious.export.documents import read as read_document
from querious.export.tuples import study_universe, tuples_of
from querious.model import Case, Metrics, Run, Severity, graphql_case
from querious.pipeline.graphql.api import GraphqlApi
from querious.pipeline.graphql.load import load
from querious.pipeline.ledger import Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.nothing_judged import shortfall, stop_if_nothing_judged
from querious.pipeline.observer import Silent
from querious.pipeline.obstacles import Obstacle, told_of
from querious.pipeline.readiness import wait_until_ready
from querious.pipeline.recorded import Asked, Unused, usable
from querious.pipeline.run.batch_sender import BatchSender
from querious.pipeline.run.context import RunContext
from querious.pipeline.run.session import Session
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model import Exchange, Settings
    from querious.model.recording import Recording
    from querious.pipeline.observer import Observer
    from querious.pipeline.run.session import Judged

_BATCH = 256


class Failing(NamedTuple):
    """A recording whose answer was not right."""

    name: str
    key: str
    reason: str


class Replayed(NamedTuple):
    """What came of recordings."""

    run: Run
    metrics: Metrics
    failing: tuple[Failing, ...]
    unused: tuple[Unused, ...]
    untold: tuple[Failing, ...] = ()
    """Recordings of which nobody can tell: the API refused, or somebody else answered."""


def replay_recordings(
    recordings: Iterable[Recording], target: str | object, settings: Settings, observer: Observer | None = None
) -> Replayed:
    """Ask each recording once, many at a time, and judge the answers by all oracles."""
    wait_until_ready(target, settings)
    return run_to_end(lambda: _replay(recordings, target, settings, observer or Silent()))


async def _replay(
    recordings: Iterable[Recording], target: str | object, settings: Settings, observer: Observer
) -> Replayed:
    opened = await open_target(target, settings)
    try:
        context = RunContext(opened, settings)
        api = GraphqlApi(context, await load(opened, settings))
        session = Session(context, api.bound())
        ledger = Ledger()
        sender = BatchSender(session, ledger, observer)
        tests = _Tests(api)
        sender.enter("recordings")
        stream = usable(api.schema, recordings, mutations=settings.mutations)
        while not sender.ended:
            batch = list(islice(stream, _BATCH))
            if not batch:
                break
            await sender.send(tests.cases(batch, sender.cases), tests.look)
        await stop_if_nothing_judged(opened, settings, sender.answers, ledger.findings)
        run = Run(
            target=opened.name,
            seed=settings.seed,
            findings=ledger.told,
            coverage=api.recorder.coverage(),
            requests=session.requests,
            cases=sender.cases,
            elapsed=sender.budget.elapsed,
            outcomes=dict(session.outcomes.most_common()),
            oracles=context.tallies.as_dict(),
            ended=sender.ended,
            notes=(note,) if (note := opened.throttle.note()) else (),
            version=__version__,
            unjudged=shortfall(sender.answers, settings, opened.url),
        )
        return Replayed(run, tests.metrics(run), tuple(tests.failing), tuple(tests.unused), tuple(tests.untold))
    finally:
        await opened.client.close()


class _Tests:
    """Counts what came of each recording."""

    def __init__(self, api: GraphqlApi) -> None:
        self._api = api
        self._asked: dict[int, Asked] = {}
        self._documents: set[str] = set()
        self._studied: frozenset[str] = frozenset()
        self._assertions = 0
        self._passing = 0
        self.failing: list[Failing] = []
        self.untold: list[Failing] = []
        self.unused: list[Unused] = []

    def cases(self, batch: Iterable[Asked | Unused], first: int) -> Iterator[Case]:
        """The recordings of a batch as they were asked."""
        number = first
        for one in batch:
            if isinstance(one, Unused):
                self.unused.append(one)
                continue
            self._asked[number] = one
            self._study(one.recording)
            yield graphql_case(number, one.operation, one.recording.document, one.recording.variables)
            number += 1

    def _study(self, recording: Recording) -> None:
        if recording.kind == "query" and recording.document not in self._documents:
            self._documents.add(recording.document)
            asked = read_document(recording.document, recording.operation_name)
            self._studied |= tuples_of(self._api.schema, asked, {}).studied

    def look(self, exchange: Exchange, judged: Judged) -> None:
        """Judge one test: it fails by a fault, or by errors that were not there when it was recorded."""
        asked = self._asked.pop(exchange.case.number)
        recording = asked.recording
        name = recording.operation_name or recording.document[:60]
        obstacle = self._obstacle(exchange, recording)
        if obstacle is not None:
            told = told_of(obstacle, exchange, self._api.target.url, self._api.settings)
            self.untold.append(Failing(name, recording.key, told))
            return
        data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
        self._assertions += OF_EVERY_ANSWER + count_assertions(self._api.shape_of(asked.operation), data)
        faults = [finding for finding in judged.findings if finding.severity is Severity.FAULT]
        reason = faults[0].message if faults else ""
        if not reason and judged.outcome != "data" and not _was_so(asked.recording):
            reason = f"{judged.outcome}: {_first_message(exchange)}"
        if reason:
            self.failing.append(Failing(name, recording.key, reason))
        else:
            self._passing += 1

    def _obstacle(self, exchange: Exchange, recording: Recording) -> Obstacle | None:
        """What hides the API from a recording; nothing where it was answered like this when it was recorded."""
        if str(exchange.status) in recording.statuses and _was_so(recording):
            return None
        return self._api.obstacle(exchange)

    def metrics(self, run: Run) -> Metrics:
        """The study's ten."""
        schema = self._api.schema
        query = schema.query_type
        universe = study_universe(schema)
        return Metrics(
            types=sum(isinstance(kind, GraphQLObjectType) and kind.name[0] != "_" for kind in schema.type_map.values()),
            entry_points=sum(field.deprecation_reason is None for field in query.fields.values()) if query else 0,
            unique_queries=run.cases,
            assertions=self._assertions,
            passing=self._passing,
            failing=len(self.failing),
            faults=len(run.faults),
            tuples=len(universe),
            covered=len(self._studied & universe),
        )


def _was_so(recording: Recording) -> bool:
    """Whether its answers were no plain data when it was recorded."""
    return bool(recording.statuses) and not any(status.startswith("2") for status in recording.statuses)


def _first_message(exchange: Exchange) -> str:
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    errors = payload.get("errors")
    first = errors[0] if isinstance(errors, list) and errors else None
    told = first.get("message") if isinstance(first, dict) else None
    return str(told or exchange.detail or f"status {exchange.status}")[:300]
