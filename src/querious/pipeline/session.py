"""An opened target with everything that is worked out once per schema."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from querious.cases import Generator, Limits, Tables
from querious.coverage import Recorder, Universe
from querious.errors import ConfigError
from querious.model.patterns import Patterns, Permissions
from querious.oracles import CATALOGUE, Expectation, Memory, Oracle, judge, outcome, own
from querious.pipeline.checking import check_patterns
from querious.schema import Loaded, introspection, reachable, read_files
from querious.shape import Shapes
from querious.values import Lessons, Makers, Pool

if TYPE_CHECKING:
    from graphql import GraphQLNamedType, GraphQLSchema

    from querious.execute import Target
    from querious.model import Case, Exchange, Finding, SelectionShape, Settings


class Judged(NamedTuple):
    """What is kept of an exchange once it is judged."""

    findings: list[Finding]
    lessons: Lessons | None


class Session:
    """Sends, judges and measures cases of one API. Everything that has state during a run is in here."""

    def __init__(self, target: Target, loaded: Loaded, settings: Settings) -> None:
        self.target = target
        self.loaded = loaded
        self.schema = loaded.schema
        self.settings = settings
        self.pool = Pool()
        makers = Makers(self.schema, self.pool, settings.generators)
        self.tables = Tables(self.schema, makers, Permissions(settings.allow, settings.deny).match)
        self.generator = Generator(
            self.schema,
            self.tables,
            settings.seed,
            Limits(settings.max_fields, settings.max_depth, settings.max_nodes),
            mutations=settings.mutations,
            invalid=settings.invalid,
        )
        self.universe = universe_of(self.schema, settings)
        self.recorder = Recorder(self.universe)
        self.notes = (*loaded.notes, *makers.notes, *_unaskable(self.tables))
        self.requests = 0
        self.outcomes: Counter[str] = Counter()
        self.tallies: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._shapes = Shapes(self.schema)
        self._memory = Memory()
        self._oracles = _oracles(settings)

    async def send(self, case: Case) -> Exchange:
        """Send a case and count it."""
        self.requests += 1
        return await self.target.client.send(case)

    def shape(self, case: Case) -> SelectionShape | None:
        """What the answer must look like; None for a deliberately invalid case."""
        return self._shapes.of(case.operation) if case.valid else None

    def judge(self, exchange: Exchange) -> list[Finding]:
        """Everything that is wrong with an answer."""
        return self._findings(exchange, self.shape(exchange.case))

    def take_in(self, exchange: Exchange) -> Judged:
        """Judge an answer of the run, count it in the coverage, and note what it teaches."""
        shape = self.shape(exchange.case)
        findings = self._findings(exchange, shape, tally=True)
        self.outcomes[outcome(exchange, self._memory.triage)] += 1
        lessons = None
        if shape is not None:
            self.recorder.request(exchange.case.operation)
            data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
            if isinstance(data, dict):
                self.recorder.answer(shape, data)
                lessons = self.pool.lessons(shape, data)
        return Judged(findings, lessons)

    def _findings(self, exchange: Exchange, shape: SelectionShape | None, *, tally: bool = False) -> list[Finding]:
        found: list[Finding] = []
        for name, verdict in judge(exchange, Expectation(self.schema, shape, self._memory), self._oracles):
            if tally:
                word = "not applicable" if verdict is None else "failed" if verdict else "passed"
                self.tallies[name][word] += 1
            if verdict:
                found.extend(verdict)
        return found


async def load(target: Target | None, settings: Settings) -> Loaded:
    """The schema: from a file if one is given, from the target if it carries one, else by introspection."""
    if settings.schema:
        return read_files(settings.schema)
    if target is None:
        raise ConfigError("There is no schema: give one with --schema FILE.")
    if target.schema is not None:
        return Loaded(target.schema, (), target.name)
    conversation = introspection()
    case = next(conversation)
    while True:
        exchange = await target.client.send(case)
        try:
            case = conversation.send(exchange)
        except StopIteration as stop:
            loaded: Loaded = stop.value
            return loaded


def universe_of(schema: GraphQLSchema, settings: Settings) -> Universe:
    """What there is to cover, from the roots that are asked."""
    check_patterns(schema, settings)
    allowed = Permissions(settings.allow, settings.deny).match
    counted = Patterns(settings.include, settings.exclude).match
    types: dict[str, GraphQLNamedType] = {}
    for root in (schema.query_type, schema.mutation_type if settings.mutations else None):
        if root is not None:
            types |= reachable(schema, root, allowed)
    return Universe(schema, types.values(), lambda coordinate: counted(coordinate) and allowed(coordinate))


def _oracles(settings: Settings) -> tuple[Oracle, ...]:
    names = {oracle.name for oracle in CATALOGUE}
    unknown = [name for name in settings.skip_oracles if name not in names]
    if unknown:
        raise ConfigError(f"There is no oracle {unknown[0]!r}; there are {', '.join(sorted(names))}.")
    kept = tuple(oracle for oracle in CATALOGUE if oracle.name not in settings.skip_oracles)
    return (*kept, *(own(function) for function in settings.oracles))


def _unaskable(tables: Tables) -> tuple[str, ...]:
    if not tables.unaskable:
        return ()
    return (f"Left out, because a required argument cannot be made: {', '.join(tables.unaskable)}.",)
