"""Recordings as cases: sent again all at once with every oracle, and changed a little as one more source of a run."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graphql import GraphQLError, GraphQLObjectType, OperationDefinitionNode, parse, validate
from graphql.execution.values import get_variable_values

from querious.cases import deviations, read_documents
from querious.coverage import OF_EVERY_ANSWER, Recorder, count_assertions
from querious.errors import ConfigError
from querious.execute import open_target
from querious.export.documents import read as read_document
from querious.export.tuples import study_universe, tuples_of
from querious.harvest.importing import read_any
from querious.model import Case, Metrics, Run, Severity, Variable
from querious.model.operation import fields
from querious.model.writing import write_case
from querious.pipeline.ledger import Ledger
from querious.pipeline.loop import run_to_end
from querious.pipeline.observer import Silent
from querious.pipeline.session import Session, load, universe_of
from querious.pipeline.volley import Volley
from querious.store import open_store
from querious.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.model import Coverage, Exchange, Operation, Settings
    from querious.model.recording import Recording
    from querious.pipeline.observer import Observer
    from querious.pipeline.session import Judged

_BATCH = 256
_SQLITE = b"SQLite format 3\0"
_IDENTIFIERS = 64
"""Of one argument name, kept for swapping."""
_PART = 0.2
"""The part of the budget that deviations may take in a run."""


class Asked(NamedTuple):
    """A recording that can be asked of this schema."""

    recording: Recording
    operation: Operation


class Unused(NamedTuple):
    """A recording that cannot be asked."""

    name: str
    reason: str


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


def usable(schema: GraphQLSchema, recordings: Iterable[Recording], *, mutations: bool) -> Iterator[Asked | Unused]:
    """Each recording as an operation of this schema, or why it is none."""
    known: dict[str, str] = {}
    for recording in recordings:
        name = recording.operation_name or recording.document[:60] or recording.document_hash
        reason = _reason(schema, recording, known, mutations=mutations)
        if reason:
            yield Unused(name, reason)
            continue
        operations = read_documents(schema, recording.document, name, recording.variables)
        chosen = [one for one in operations if one.name == recording.operation_name] or operations
        yield Asked(recording, chosen[0])


def _reason(schema: GraphQLSchema, recording: Recording, known: dict[str, str], *, mutations: bool) -> str:
    if not recording.document:
        return "only its hash is known"
    if recording.kind == "subscription":
        return "subscriptions are not asked"
    if recording.kind == "mutation" and not mutations:
        return "mutations are sent only with --mutations"
    if recording.document not in known:
        try:
            errors = validate(schema, parse(recording.document, no_location=True))
            known[recording.document] = errors[0].message if errors else ""
        except GraphQLError as error:
            known[recording.document] = error.message
        except RecursionError:
            known[recording.document] = "it is nested too deeply"
    wrong = known[recording.document]
    if wrong:
        return f"it does not fit the schema: {wrong}"
    refused = _wrong_variables(schema, recording)
    return f"its variables do not fit the schema: {refused}" if refused else ""


def _wrong_variables(schema: GraphQLSchema, recording: Recording) -> str:
    operations = [
        node
        for node in parse(recording.document, no_location=True).definitions
        if isinstance(node, OperationDefinitionNode)
    ]
    named = [node for node in operations if node.name and node.name.value == recording.operation_name]
    definitions = (named or operations)[0].variable_definitions or ()
    coerced = get_variable_values(schema, definitions, recording.variables)
    errors = coerced if isinstance(coerced, list) else getattr(coerced, "errors", None)
    return errors[0].message if errors else ""


def replay_recordings(
    recordings: Iterable[Recording], target: str | object, settings: Settings, observer: Observer | None = None
) -> Replayed:
    """Ask each recording once, many at a time, and judge the answers by all oracles."""
    return run_to_end(lambda: _replay(recordings, target, settings, observer or Silent()))


async def _replay(
    recordings: Iterable[Recording], target: str | object, settings: Settings, observer: Observer
) -> Replayed:
    opened = await open_target(target, settings)
    try:
        session = Session(opened, await load(opened, settings), settings)
        ledger = Ledger()
        volley = Volley(session, ledger, observer)
        tests = _Tests(session)
        volley.enter("recordings")
        stream = usable(session.schema, recordings, mutations=settings.mutations)
        while not volley.ended:
            batch = list(islice(stream, _BATCH))
            if not batch:
                break
            await volley.send(tests.cases(batch, volley.cases), tests.look)
        run = Run(
            target=opened.name,
            seed=settings.seed,
            findings=ledger.findings,
            coverage=session.recorder.coverage(),
            requests=session.requests,
            cases=volley.cases,
            elapsed=volley.elapsed,
            outcomes=dict(session.outcomes.most_common()),
            oracles={name: dict(tally) for name, tally in session.tallies.items()},
            ended=volley.ended,
            version=__version__,
        )
        return Replayed(run, tests.metrics(run), tuple(tests.failing), tuple(tests.unused))
    finally:
        await opened.client.close()


class _Tests:
    """Counts what came of each recording."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._asked: dict[int, Asked] = {}
        self._documents: set[str] = set()
        self._studied: frozenset[str] = frozenset()
        self._assertions = 0
        self._passing = 0
        self.failing: list[Failing] = []
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
            yield Case(number, one.operation, one.recording.document, one.recording.variables)
            number += 1

    def _study(self, recording: Recording) -> None:
        if recording.kind == "query" and recording.document not in self._documents:
            self._documents.add(recording.document)
            asked = read_document(recording.document, recording.operation_name)
            self._studied |= tuples_of(self._session.schema, asked, {}).studied

    def look(self, exchange: Exchange, judged: Judged) -> None:
        """Judge one test: it fails by a fault, or by errors that were not there when it was recorded."""
        asked = self._asked.pop(exchange.case.number)
        data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
        self._assertions += OF_EVERY_ANSWER + count_assertions(self._session.shape_of(asked.operation), data)
        faults = [finding for finding in judged.findings if finding.severity is Severity.FAULT]
        reason = faults[0].message if faults else ""
        if not reason and judged.outcome != "data" and not _was_so(asked.recording):
            reason = f"{judged.outcome}: {_first_message(exchange)}"
        if reason:
            recording = asked.recording
            self.failing.append(Failing(recording.operation_name or recording.document[:60], recording.key, reason))
        else:
            self._passing += 1

    def metrics(self, run: Run) -> Metrics:
        """The study's ten."""
        schema = self._session.schema
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


async def deviate(session: Session, volley: Volley, recordings: Iterable[Recording]) -> None:
    """The phase of a run that starts from what users asked: their values are learned, then each is changed a little."""
    volley.enter("recordings")
    found = list(usable(session.schema, recordings, mutations=session.settings.mutations))
    asked = [one for one in found if isinstance(one, Asked)]
    unused = len(found) - len(asked)
    if unused:
        volley.note(f"{unused:,} of {len(found):,} recordings are not asked: {_reasons(found)}")
    if not asked:
        return
    known = _identifiers(asked)
    await volley.send(
        Case(volley.cases + place, one.operation, one.recording.document, one.recording.variables)
        for place, one in enumerate(asked)
    )
    changed = (
        (deviation.operation, deviation.flaw)
        for one in asked
        for deviation in deviations(session.schema, one.operation, known)
        if session.settings.invalid or not deviation.flaw
    )
    budget = _PART * (session.settings.requests or len(asked) * 50)
    while not volley.ended and budget > 0:
        batch = list(islice(changed, _BATCH))
        if not batch:
            return
        budget -= len(batch)
        first = volley.cases
        await volley.send(write_case(first + place, operation, flaw) for place, (operation, flaw) in enumerate(batch))


def _identifiers(asked: Iterable[Asked]) -> dict[str, list[str]]:
    """Values of string arguments by name of the argument."""
    known: dict[str, list[str]] = {}
    for _, operation in asked:
        for node in fields(operation.selections):
            for name, value in node.arguments:
                plain = value.value if isinstance(value, Variable) else value
                values = known.setdefault(name, [])
                if isinstance(plain, str) and plain not in values and len(values) < _IDENTIFIERS:
                    values.append(plain)
    return known


def _reasons(found: Iterable[Asked | Unused]) -> str:
    reasons = {one.reason: None for one in found if isinstance(one, Unused)}
    return "; ".join(list(reasons)[:3])


class Compared(NamedTuple):
    """What production uses beside what documents cover, by (object, field) tuple."""

    covered: frozenset[str]
    used: dict[str, int]
    """How often each was asked for."""
    unused: tuple[Unused, ...]

    @property
    def missing(self) -> list[tuple[str, int]]:
        """Used and not covered, the most used first."""
        return sorted(
            ((name, calls) for name, calls in self.used.items() if name not in self.covered),
            key=lambda pair: (-pair[1], pair[0]),
        )


def compare(schema: GraphQLSchema, covered: Coverage, recordings: Iterable[Recording], settings: Settings) -> Compared:
    """Hold what documents cover against what users asked; nothing is sent."""
    universe = universe_of(schema, settings)
    used: dict[str, int] = {}
    unused: list[Unused] = []
    for one in usable(schema, recordings, mutations=settings.mutations):
        if isinstance(one, Unused):
            unused.append(one)
            continue
        recorder = Recorder(universe)
        recorder.request(one.operation)
        for coordinate in recorder.coverage().requested:
            used[coordinate] = used.get(coordinate, 0) + one.recording.times_called
    return Compared(covered.requested, used, tuple(unused))


def read_recordings(place: str) -> Iterator[Recording]:
    """The recordings of a store, or of any file that can be imported; a ConfigError if there are none."""
    if is_store(place):
        with open_store(place, create=False) as store:
            yield from store.recordings()
        return
    path = Path(place)
    if not path.exists():
        raise ConfigError(f"there are no recordings at {place}: name a store, or a file to be imported")
    try:
        yield from read_any(path)
    except ValueError as error:
        raise ConfigError(str(error)) from None


def is_store(place: str) -> bool:
    """Whether this is the place of a store, rather than of a file of another kind."""
    if "://" in place:
        return True
    try:
        with Path(place).open("rb") as stream:
            return stream.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False
