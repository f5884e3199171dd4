"""An opened target with everything that is worked out once per schema."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from querious.answers.fault.triage import ErrorKind
from querious.answers.response import errors_of, is_limit, message_of
from querious.baseline import BASELINE, INVARIANT
from querious.coverage import CoverageRecorder, Universe
from querious.errors import ConfigError, SchemaError
from querious.graphql.cases import CaseLimits, Generator, Tables
from querious.graphql.oracles import (
    CATALOGUE,
    Expectation,
    Memory,
    RefusalWordings,
    Remark,
    ScalarTrial,
    outcome,
    remarks_of,
    scalar_trials,
)
from querious.graphql.schema import Loaded, introspection, missing_in, names_of, reachable, read_files
from querious.graphql.shape import Shapes
from querious.graphql.values import Makers, plant, read_lessons
from querious.model import Finding
from querious.model.patterns import Patterns, Permissions
from querious.oracles import Oracle, own
from querious.pipeline.endpoints import graphql_elsewhere
from querious.pipeline.graphql.baseline_findings import findings_against
from querious.pipeline.graphql.blames import blames_of
from querious.pipeline.graphql.created import Created
from querious.pipeline.graphql.moved_schema import MovedSchema
from querious.pipeline.graphql.unmatched_patterns import check_patterns
from querious.pipeline.obstacles import WRONG_PATH, obstacle_of
from querious.pipeline.own_errors import CAUGHT, OwnErrors
from querious.pipeline.redacted_results import RedactedResults
from querious.pipeline.run.collapse import COLLAPSE, collapse_findings
from querious.pipeline.run.mutation_order import MutationOrder
from querious.relations import RELATIONS, Observations, QueryAnswer, Relation
from querious.text.display import listing
from querious.values import Lessons, Pool, load_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLNamedType, GraphQLSchema

    from querious.baseline import BaselineCheck
    from querious.execute import Target
    from querious.model import Case, Exchange, Operation, SelectionShape, Settings
    from querious.pipeline.graphql.blames import Blame


_DEPTH = 6
"""Levels of a random operation, where nobody says otherwise."""
_NAMED = 20
"""Fields named in one note."""
_NOTED = 64 * 1024
"""Bytes of an answer that is kept until its batch is done, for relations to learn from."""
_ALL_RELATIONS = "relations"


class Judged(NamedTuple):
    """What is kept of an exchange once it is judged."""

    findings: list[Finding]
    lessons: Lessons | None
    asked: QueryAnswer | None
    """For the world that relations know; None where it is too large or says nothing."""
    outcome: str
    """In one word, see ``querious.graphql.oracles.outcome``."""
    remarks: Sequence[Remark] = ()
    """What it adds to what is known of the API's way of refusing."""
    scalars: Sequence[ScalarTrial] = ()
    """What custom scalars took and refused."""
    missing: tuple[str, ...] = ()
    """What the API says that it does not have although the schema does."""


class Session:
    """Sends, judges and measures cases of one API. Everything that has state during a run is in here."""

    def __init__(self, target: Target, loaded: Loaded, settings: Settings, errors: OwnErrors | None = None) -> None:
        self.target = target
        self._begun = target.sent()
        self.errors = errors or OwnErrors(lambda _: None)
        self.errors.hide = target.mask.text
        self.schema = loaded.schema
        target.mask.spare(names_of(self.schema))
        self.settings = settings
        self.pool = Pool(learning=settings.learning)
        self._permitted = Permissions(settings.allow, settings.deny).match
        introspected = not settings.schema and target.schema is None
        self.moved = MovedSchema(self.schema, self._read_again if introspected else None)
        self._makers = makers = Makers(self.schema, self.pool, settings.generators, self._generator_failed)
        self.tables = Tables(self.schema, makers, self._permitted)
        self.order = MutationOrder(self.schema, self._permitted, mutations=settings.mutations)
        self.created = Created(self.pool)
        self._bounds = settings.max_depth or _DEPTH, settings.max_nodes
        self.generator = self._generator()
        self.universe = universe_of(self.schema, settings)
        self.recorder = CoverageRecorder(self.universe)
        given = {str(value): (place,) for place, values in settings.seed_values.items() for value in values}
        self.redacted = RedactedResults(lambda value: self.pool.seen.where(value) or given.get(str(value), ()))
        known = plant(self.schema, self.pool, settings.seed_values)
        known += load_file(settings.learned, self.pool) if settings.learned and settings.learning else []
        self.notes = [*loaded.notes, *makers.notes, *_unaskable(self.tables), *known]
        self.holding: BaselineCheck | None = None
        """The baseline that answers are held against, if there is one."""
        self._changed = False
        """Whether a mutation was sent: what a baseline says of the data counts no more."""
        self.outcomes: Counter[str] = Counter()
        self.tallies: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.observed = Observations(self.schema, self.allowed)
        self._shapes = Shapes(self.schema)
        self._memory = Memory(left_out=makers.left_out)
        self.wordings = RefusalWordings()
        self._oracles, self.relations = _judges(settings)

    def hold(self, holding: BaselineCheck) -> None:
        """Hold answers against a baseline from now on."""
        self.holding = holding

    def tally(self, rule: str, verdict: str, times: int = 1) -> None:
        """Count a verdict of an oracle or a relation: ``passed``, ``failed`` or ``not applicable``."""
        self.tallies[rule][verdict] += times

    def note(self, text: str) -> None:
        """Something the user should know, told in the report."""
        self.notes.append(text)

    def allowed(self, coordinate: str) -> bool:
        """Whether ``Type.field`` may be asked: it is permitted, and the API has not said that it is not there."""
        return coordinate not in self.moved and self._permitted(coordinate)

    async def leave_out(self, missing: Sequence[str]) -> list[Finding]:
        """Ask no more for what the API says it does not have; gives the findings that this leads to."""
        findings = await self.moved.learn(missing)
        if findings is None:
            return []
        self.tables = Tables(self.schema, self._makers, self.allowed, without=self.moved)
        self.refresh_generator()
        return findings

    async def _read_again(self) -> GraphQLSchema:
        return (await load(self.target, self.settings)).schema

    def _generator(self) -> Generator:
        settings = self.settings
        held_back = self.order.held_back()
        return Generator(
            self.schema,
            self.tables.without(held_back) if held_back else self.tables,
            settings.seed,
            CaseLimits(settings.max_fields, *self._bounds),
            mutations=settings.mutations,
            invalid=settings.invalid,
            late=self.order.late,
        )

    def refresh_generator(self) -> None:
        """Let random cases ask what may be asked now, see ``MutationOrder``."""
        self.generator = self._generator()

    def limit(self, fields: int, depth: int | None) -> None:
        """Make random operations no larger than this; ``depth`` counts the leaf."""
        settings = self.settings
        deepest = settings.max_depth or _DEPTH
        deepest = deepest if depth is None else max(1, min(deepest, depth - 1))
        nodes = min(settings.max_nodes, fields)
        if (deepest, nodes) != (settings.max_depth or _DEPTH, settings.max_nodes):
            self._bounds = deepest, nodes
            self.generator = self._generator()

    @property
    def requests(self) -> int:
        """How many requests went out, whoever sent them; one that waits for its turn counts already."""
        return max(self._begun, self.target.sent())

    async def send(self, case: Case) -> Exchange:
        """Send a case."""
        self._begun = self.requests + 1
        self._changed = self._changed or case.operation.kind == "mutation"
        return await self.target.client.send(case)

    @property
    def renewable(self) -> bool:
        """Whether there is a hook that logs in again."""
        return self.target.credentials is not None and self.target.credentials.renewable

    async def renew(self) -> bool:
        """Log in again; says whether that can be done at all."""
        credentials = self.target.credentials
        if credentials is None or not credentials.renewable:
            return False
        await credentials.renew(credentials.generation)
        return True

    def word(self, exchange: Exchange) -> str:
        """What came of a question, in one word; it is counted nowhere."""
        return outcome(exchange, self._memory.triage)

    def shape(self, case: Case) -> SelectionShape | None:
        """What the answer must look like; None for a deliberately invalid case."""
        return self.shape_of(case.operation) if case.valid else None

    def shape_of(self, operation: Operation) -> SelectionShape:
        """What the answer to a valid operation must look like."""
        return self._shapes.of(operation)

    def blames(self, exchange: Exchange) -> list[Blame]:
        """The errors of an answer, each with its place and with who is to blame."""
        return blames_of(exchange, self._memory.triage)

    def judge(self, exchange: Exchange) -> list[Finding]:
        """Everything that is wrong with an answer; one that only says "not so fast" is never wrong."""
        return [] if is_limit(exchange) else self._findings(exchange, self.shape(exchange.case))

    def take_in(self, exchange: Exchange) -> Judged:
        """Judge an answer of the run, count it in the coverage, and note what it teaches."""
        if is_limit(exchange):  # it says: not so fast, and nothing of the operation
            self.outcomes[ErrorKind.LIMIT.value] += 1
            return Judged([], None, None, ErrorKind.LIMIT.value)
        shape = self.shape(exchange.case)
        findings = self._findings(exchange, shape, tally=True)
        if self.holding is not None and shape is not None and not self._changed:
            findings += self._broken_invariants(self.holding, exchange, shape)
        missing = self._missing(exchange)
        if missing:
            findings = self.moved.hold_back(missing, findings)
        word = outcome(exchange, self._memory.triage)
        self.outcomes[word] += 1
        lessons = None
        if shape is not None:
            payload = exchange.payload if isinstance(exchange.payload, dict) else {}
            data = payload.get("data")
            with self.errors.guard("coverage", "of responses"):
                self.recorder.request(exchange.case.operation)
                if isinstance(data, dict):
                    self.recorder.answer(shape, data)
            with self.errors.guard("learning", "from responses"):
                lessons = read_lessons(self.pool, shape, payload) if payload else None
                if lessons is not None and self.order.creates(exchange.case.operation):
                    self.created.note(lessons)
        small = len(exchange.body) <= _NOTED
        related = shape is not None and small and self.relations and not exchange.masked
        asked = _asked(exchange, shape) if shape is not None and related else None
        judged = Judged(findings, lessons, asked, word, missing=missing)
        return self._with_refusals(judged, exchange, shape)

    def _missing(self, exchange: Exchange) -> tuple[str, ...]:
        payload = exchange.payload
        if not exchange.case.valid or not isinstance(payload, dict) or payload.get("data") is not None:
            return ()
        messages = [message_of(error) for error in errors_of(payload)]
        return missing_in(messages, exchange.case.operation, self.schema)

    def _with_refusals(self, judged: Judged, exchange: Exchange, shape: SelectionShape | None) -> Judged:
        """The same, with what the answer tells of the API's way of refusing."""
        with self.errors.guard("learning", "how the API refuses"):
            expectation = Expectation(self.schema, shape, self._memory)
            remarks = remarks_of(exchange, expectation, self.pool.seen.where)
            return judged._replace(remarks=remarks, scalars=scalar_trials(exchange, expectation))
        return judged

    def learn_refusals(self, judged: Judged) -> None:
        """Take in how the API refuses; to be called in the order of the cases."""
        for remark in judged.remarks:
            self.wordings.note(remark)
        for scalar, value, taken in judged.scalars:
            self.pool.kinds.note(scalar, value, taken=taken)

    def _broken_invariants(self, holding: BaselineCheck, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        if not self.errors.is_off("oracle", INVARIANT):
            with self.errors.guard("oracle", INVARIANT):
                return holding.broken_invariants(exchange, shape)
        return []

    def asked(self, exchange: Exchange) -> QueryAnswer:
        """An exchange as relations read it."""
        return _asked(exchange, self.shape_of(exchange.case.operation))

    def findings_in(self, trace: Sequence[Exchange], oracle: str) -> list[Finding]:
        """What an oracle or relation of this name holds against exchanges."""
        if any(map(is_limit, trace)):
            return []
        relation = next((relation for relation in RELATIONS if relation.name == oracle), None)
        if relation is not None:
            return self.relate(relation, trace)
        if oracle in {BASELINE, INVARIANT} and self.holding is not None:
            found: list[Finding] = []
            for exchange in trace:
                found += findings_against(self.holding, exchange, self.shape(exchange.case), oracle)
            return found
        if oracle == COLLAPSE:
            return collapse_findings(trace, self.word)
        return [finding for exchange in trace for finding in self.judge(exchange)]

    def relate(self, relation: Relation, trace: Sequence[Exchange]) -> list[Finding]:
        """What a relation holds against a trace; nothing where a step had no answer but "not so fast"."""
        if not trace or any(map(is_limit, trace)) or self.errors.is_off("relation", relation.name):
            return []
        with self.errors.guard("relation", relation.name):
            asked = [self.asked(exchange) for exchange in trace]
            return [
                Finding(
                    relation.name,
                    mismatch.coordinate,
                    mismatch.message,
                    trace[mismatch.step],
                    mismatch.severity,
                    mismatch.path,
                    mismatch.excerpt,
                    trace=tuple(trace),
                )
                for mismatch in relation.check(asked, self.observed.types)
            ]
        return []

    def _findings(self, exchange: Exchange, shape: SelectionShape | None, *, tally: bool = False) -> list[Finding]:
        found: list[Finding] = []
        expectation = Expectation(self.schema, shape, self._memory)
        for oracle in self._oracles:
            if self.errors.is_off("oracle", oracle.name):
                continue
            try:
                verdict = oracle.judge(exchange, expectation)
            except CAUGHT as error:  # a hook's error too, which is the user's: it must cost no finding either
                self.errors.add("oracle", oracle.name, error)
                continue
            if tally:
                word = "not applicable" if verdict is None else "failed" if verdict else "passed"
                self.tally(oracle.name, word)
            if verdict:
                found.extend(verdict)
        return found

    def _generator_failed(self, name: str, error: BaseException) -> None:
        self.errors.add("hook", f"generators[{name!r}]", error)


def _asked(exchange: Exchange, shape: SelectionShape) -> QueryAnswer:
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    data = payload.get("data")
    # What stands for a credential has neither its order nor its letters: relations cannot judge it.
    found = data if isinstance(data, dict) and not exchange.masked else None
    return QueryAnswer(exchange.case.operation, shape, found, clean=not payload.get("errors") and not exchange.masked)


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
        timeout = case.request.timeout
        if timeout is not None:
            case = replace(case, request=case.request._replace(timeout=max(timeout, settings.timeout)))
        exchange = await target.client.send(case)
        try:
            case = conversation.send(exchange)
        except StopIteration as stop:
            loaded: Loaded = stop.value
            return loaded
        except SchemaError as error:
            raise await _with_address(error, exchange, target.url, settings) from None


async def _with_address(error: SchemaError, exchange: Exchange, url: str, settings: Settings) -> SchemaError:
    """The error with the address that would have answered, where another path of the host does."""
    elsewhere = await graphql_elsewhere(url, settings) if obstacle_of(exchange) in WRONG_PATH else ""
    return SchemaError(f"{error} ({elsewhere} answers GraphQL: use that URL)") if elsewhere else error


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


def _judges(settings: Settings) -> tuple[tuple[Oracle[Expectation], ...], tuple[Relation, ...]]:
    """Oracles and relations that are not switched off."""
    names = {oracle.name for oracle in CATALOGUE} | {relation.name for relation in RELATIONS}
    skipped = frozenset(settings.skip_oracles)
    unknown = [name for name in settings.skip_oracles if name not in names | {_ALL_RELATIONS}]
    if unknown:
        known = ", ".join([*sorted(names), _ALL_RELATIONS])
        raise ConfigError(f"There is no oracle {unknown[0]!r}; there are {known}.")
    kept = tuple(oracle for oracle in CATALOGUE if oracle.name not in skipped)
    relations = () if _ALL_RELATIONS in skipped else tuple(one for one in RELATIONS if one.name not in skipped)
    return (*kept, *(own(function) for function in settings.oracles)), relations


def _unaskable(tables: Tables) -> tuple[str, ...]:
    if not tables.unaskable:
        return ()
    return (f"Left out, because a required argument cannot be made: {listing(tables.unaskable, _NAMED)}.",)
