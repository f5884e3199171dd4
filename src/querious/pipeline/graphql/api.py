"""A GraphQL API under test: what is worked out once per schema, and what its answers have taught so far."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.access import ACCESS_RULES, needed
from querious.answers.order import PromisedOrder
from querious.answers.response import errors_of, is_limit, message_of
from querious.audit.catalogue import AUDIT_RULES
from querious.audit.rule import BrokenRule, finding_of, judge
from querious.baseline import BASELINE, INVARIANT
from querious.coverage import CoverageRecorder
from querious.graphql.access import AccessReader
from querious.graphql.cases import ArgumentFiller, CaseLimits, Generator, LateFields, Tables, problems
from querious.graphql.federation import FEDERATION_RULES, read_subgraph
from querious.graphql.graph import type_graph
from querious.graphql.hazards import mutation_hazards
from querious.graphql.oracles import (
    Expectation,
    Memory,
    RefusalWordings,
    Remark,
    ScalarTrial,
    outcome,
    remarks_of,
    scalar_trials,
)
from querious.graphql.plan import PlanLimits, measure, plan_tuples
from querious.graphql.schema import missing_in, names_of, reachable
from querious.graphql.shape import Shapes
from querious.graphql.shrink import shrink_cases
from querious.graphql.uploads import in_variables, upload_fields, upload_scalars, with_files
from querious.graphql.values import UPLOADS_LEFT_OUT, Makers, plant, read_lessons
from querious.model import Finding
from querious.model.definitions import fields_of, is_list
from querious.model.document_text import write_case
from querious.model.graphql_forms import is_usual
from querious.model.hazards import Grade
from querious.model.operation import Field, fields
from querious.oracles.message import excerpt
from querious.pipeline.audit.auditor import Auditor
from querious.pipeline.baseline.findings import findings_against
from querious.pipeline.graphql.blames import blames_of, needs_credentials
from querious.pipeline.graphql.canaries import alive, canaries
from querious.pipeline.graphql.created import Created
from querious.pipeline.graphql.federation_steps import federation_step, walked
from querious.pipeline.graphql.form_answers import form_answer
from querious.pipeline.graphql.load import load, universe_of
from querious.pipeline.graphql.moved_schema import MovedSchema
from querious.pipeline.graphql.rules import kept_rules
from querious.pipeline.notes import left_out_login
from querious.pipeline.obstacles import Obstacle, obstacle_of
from querious.pipeline.recorded import fields_used
from querious.pipeline.run.api_under_test import ApiUnderTest
from querious.pipeline.run.mutation_order import MutationOrder
from querious.pipeline.run.session import added_rules
from querious.relations import Contradictions, Observations, QueryAnswer, ReadAnswer, Relation
from querious.text.display import listing
from querious.values import Lessons, Pool, load_file
from querious.variants import VARIANTS, FormKnowledge, FormVariant, UploadPromise
from querious.variants.uploads import NAME as UPLOAD
from querious.variants.uploads import check_uploads, numbered, plain_file, promise_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Generator as Conversation

    from graphql import GraphQLSchema

    from querious.access import AccessRule, Reading
    from querious.audit.rule import AuditRule
    from querious.baseline import BaselineCheck
    from querious.graphql.federation import FederationRule
    from querious.graphql.schema import Loaded
    from querious.graphql.uploads import UploadField
    from querious.model import JSON, Case, Exchange, Operation, Reach, SelectionShape, Settings, Step
    from querious.model.hazards import Hazard
    from querious.pipeline.graphql.blames import Blame
    from querious.pipeline.recorded import Asked
    from querious.pipeline.run.api_under_test import Scenario
    from querious.pipeline.run.context import RunContext
    from querious.variants import FormAnswer, VariantMismatch

_DEPTH = 6
"""Levels of a random operation, where nobody says otherwise."""
_NAMED = 20
"""Fields named in one note."""
_NOTED = 64 * 1024
"""Bytes of an answer that is kept until its batch is done, for relations to learn from."""
_UPLOAD_FIELDS = 20
"""Fields of an operation that sends files: what its answer says of them is what it is for."""
_MUTATION_FIELDS = 12
"""Fields of an operation that asks one dangerous mutation."""


_HoldTrace: TypeAlias = "Callable[[Sequence[Exchange]], list[Finding]]"


class GraphqlLesson(NamedTuple):
    """What one answer teaches."""

    values: Lessons | None
    asked: QueryAnswer | None
    """For what relations observe; None where it is too large or says nothing."""
    missing: tuple[str, ...]
    """What the API says that it does not have although the schema does."""
    remarks: Sequence[Remark] = ()
    """What it adds to what is known of the API's way of refusing."""
    scalars: Sequence[ScalarTrial] = ()
    """What custom scalars took and refused."""


class GraphqlApi:
    """The state of a run that GraphQL needs; ``bound`` gives the record through which the walk sees it."""

    def __init__(self, context: RunContext, loaded: Loaded) -> None:
        self.settings = settings = context.settings
        self.asking = context.asking
        """Everybody who can ask, and whose login works."""
        self.target = context.target
        self.errors = context.errors
        self.notes = context.notes
        self.tallies = context.tallies
        self.schema = loaded.schema
        self.target.mask.spare(names_of(self.schema))
        self.subgraph = read_subgraph(loaded.sdl, self.schema) if loaded.sdl else None
        """What the API says of itself as a subgraph of Apollo Federation; None where it is none."""
        self._permitted = walked(settings.permits, self.schema, self.subgraph)
        introspected = not settings.schema and self.target.schema is None
        self.moved = MovedSchema(self.schema, self._read_again if introspected else None)
        self.pool = Pool(learning=settings.learning)
        self._makers = Makers(self.schema, self.pool, settings.generators, self._generator_failed)
        self.tables = Tables(self.schema, self._makers, self._permitted)
        self.order = MutationOrder(self._hazards(), _coordinates)
        self.created = Created(self.pool)
        self._bounds = settings.max_depth or _DEPTH, settings.max_nodes
        self._allowed_depth: int | None = None
        """Levels that the server is known to accept, the leaf among them; None: any number."""
        self._generator = self._new_generator()
        self.production: dict[str, int] = {}
        """How often users ask for each (object, field) tuple, as recordings tell."""
        self.recorder = CoverageRecorder(universe_of(self.schema, settings, self.subgraph))
        self._noting = Lock()
        self._given = {str(value): (place,) for place, values in settings.seed_values.items() for value in values}
        self.uploads = upload_fields(self.schema) if settings.mutations else []
        """The mutations that take files."""
        made = [note for note in self._makers.notes if not (self.uploads and note.startswith(UPLOADS_LEFT_OUT))]
        self.notes.extend([*loaded.notes, *made, *_unaskable(self.tables, self.uploads)])
        self.notes.extend(left_out_login(_logins(self.schema, settings), settings))
        self.notes.extend(plant(self.schema, self.pool, settings.seed_values))
        if settings.learned and settings.learning:
            self.notes.extend(load_file(settings.learned, self.pool))
        self.baseline: BaselineCheck | None = None
        """The baseline that answers are held against, if there is one."""
        self._changes = 0
        """Mutations that were sent: after the first, what a baseline says of the data counts no more."""
        self._settled_changes = 0
        """Those of them that had been sent when the latest batch was done."""
        self.observed = Observations(self.schema, self.allowed)
        if self.subgraph is not None:
            self.observed.types.ambiguous.update(self.subgraph.known_together)
        self._shapes = Shapes(self.schema)
        self._memory = Memory(left_out=self._makers.left_out)
        self._wordings = RefusalWordings()
        kept = kept_rules(settings.skip_oracles)
        self.auditor: Auditor | None = None
        """What holds the server to GraphQL over HTTP, if that is asked for."""
        if settings.audit and kept.audit:
            self.auditor = Auditor(self.errors, self.tallies, skipped=kept.not_audited, writes=settings.mutations)
        self.tests_state = settings.mutations and kept.state
        """Whether collections are tested by sequences."""
        self._oracles = kept.oracles
        self.stream_rules = kept.streams
        self._subscribes = False
        self.relations = kept.relations
        self.federation_rules = kept.federation
        self.variants = kept.variants
        self.uploads = self.uploads if kept.uploads else []
        self.upload_promises = {one.coordinate: promise_of(one.told) for one in self.uploads}
        self._order_promises = PromisedOrder(self.schema)
        self.access_rules = kept.access
        """Those that hold what several identities are answered against each other."""
        self._access = AccessReader(self.schema, self.shape_of, self._memory.triage.kinds, _lesser(settings))
        self.resource_rules = kept.resources
        """What may be told of the cost of answers."""
        self._over_traces = self._rules_over_traces(kept.every_relation)
        self.contradictions = Contradictions(self.observed, self.relations)

    def bound(self, reach: Callable[[], tuple[Reach, ...]] = tuple) -> ApiUnderTest:
        """The record of functions that a run takes."""
        root = self.schema.query_type
        return ApiUnderTest(
            coverage=self.recorder,
            reach=reach,
            graph=self._graph,
            random_case=self._random_case,
            mutations=self.order,
            mutation_case=self._mutation_case,
            sending=self._sending,
            smaller=self._smaller,
            oracles=[*self._oracles, *added_rules(self.settings)],
            expect=self._expect,
            judge_trace=self._judge_trace,
            outcome=self._outcome,
            obstacle=self.obstacle,
            has_data=_has_data,
            read=self._read,
            learn=self._learn,
            settle=self._settle,
            canaries=canaries,
            alive=alive(root.name) if root is not None else None,
            refusals=self._wordings,
            pool=self.pool,
            told_at=lambda value: self.pool.seen.where(value) or self._given.get(str(value), ()),
            operation_of=_root_field,
            audit=lambda: self.auditor.section if self.auditor is not None and self.auditor.audited else None,
            production=lambda: self.production,
        )

    def _graph(self) -> tuple[Step, ...]:
        """Every field that leads from an object type to another, from the roots that are asked."""
        roots = [self.schema.query_type, self.schema.mutation_type if self.settings.mutations else None]
        roots += [self.schema.subscription_type] if self._subscribes else []
        found: dict[Step, None] = {}
        for root in filter(None, roots):
            graph = type_graph(self.schema, root, allowed=self.allowed)
            found.update(dict.fromkeys(map(graph.step, range(len(graph.targets)))))
        return tuple(found)

    def subscription_tables(self) -> Tables:
        """What of the subscription type may be asked."""
        return Tables(self.schema, self._makers, self.allowed, without=self.moved, kinds=("subscription",))

    def count_subscriptions(self) -> None:
        """Let the coverage count what subscriptions lead to: something can carry them."""
        self._subscribes = True
        if self.schema.subscription_type is not None:
            self.recorder.extend(reachable(self.schema, self.schema.subscription_type, self._permitted).values())

    def note_production(self, asked: Iterable[Asked]) -> None:
        """Note what users ask for, whether this run may ask for it or not."""
        every = replace(self.settings, mutations=True, allow=(), deny=(), include=(), exclude=())
        self.production = fields_used(universe_of(self.schema, every), asked)

    def allowed(self, coordinate: str) -> bool:
        """Whether ``Type.field`` may be asked: it is permitted, and the API has not said that it is not there."""
        return coordinate not in self.moved and self._permitted(coordinate)

    def allowed_now(self, coordinate: str) -> bool:
        """Whether it may be asked in a sequence: it is allowed, not dangerous, and the API has survived it."""
        dangerous = self.order.of(Grade.DANGEROUS)
        return self.allowed(coordinate) and coordinate not in {*dangerous, *self.order.left_out}

    def shape(self, case: Case) -> SelectionShape | None:
        """What the answer must look like; None for a deliberately invalid case."""
        return self.shape_of(case.operation) if case.valid else None

    def shape_of(self, operation: Operation) -> SelectionShape:
        """What the answer to a valid operation must look like."""
        return self._shapes.of(operation)

    def blames(self, exchange: Exchange) -> list[Blame]:
        """The errors of an answer, each with its place and with who is to blame."""
        return blames_of(exchange, self._memory.triage)

    def obstacle(self, exchange: Exchange) -> Obstacle | None:
        """What hides the API from an answer."""
        obstacle = obstacle_of(exchange)
        if obstacle is None and needs_credentials(self.blames(exchange)):
            return Obstacle.CREDENTIALS
        return obstacle

    # what is asked

    def limit(self, nodes: int, depth: int | None) -> None:
        """Make random operations no larger than this; ``depth`` counts the leaf."""
        deepest = self.settings.max_depth or _DEPTH
        self._allowed_depth = depth
        if depth is not None:
            deepest = max(1, min(deepest, depth - 1))
        bounds = deepest, min(self.settings.max_nodes, nodes)
        if bounds != self._bounds:
            self._bounds = bounds
            self._generator = self._new_generator()

    def is_too_deep(self, operation: Operation) -> bool:
        """Whether the server is known to refuse an operation for its depth."""
        return self._allowed_depth is not None and measure(self.schema, operation).depth > self._allowed_depth

    def _new_generator(self) -> Generator:
        settings, order = self.settings, self.order
        held_back = order.held_back()
        late = None
        if order.late_from is not None:
            late = LateFields(frozenset(order.of(Grade.DELETING)), order.late_from)
        self._generated_for = order.version
        return Generator(
            self.schema,
            self.tables.without(held_back) if held_back else self.tables,
            settings.seed,
            CaseLimits(settings.max_fields, *self._bounds),
            mutations=settings.mutations,
            invalid=settings.invalid,
            late=late,
        )

    def _random_case(self, number: int, before: int) -> Case | None:
        if self._generated_for != self.order.version:
            self._generator = self._new_generator()
        return self._generator.case(number, before) if self._generator.askable else None

    def _mutation_case(self, coordinate: str, number: int) -> Case | None:
        """Little of its payload is asked, which might be refused for something else.

        Where the mutation takes an identifier, it gets that of an entry which this run created, if there is one.
        """
        filler = ArgumentFiller(self.tables, self.settings.seed << 40)

        def allowed(name: str) -> bool:
            return filler.can_ask(name) and (name == coordinate or name not in self.order.hazards)

        limits = PlanLimits(min(_MUTATION_FIELDS, self.settings.max_nodes))
        arguments = self.created.filled(filler.arguments)
        for operation in plan_tuples(self.schema, "mutation", limits, arguments, allowed=allowed).operations:
            case = write_case(number, operation)
            if coordinate in self.order.asked_by(case):
                return case
        return None

    def _sending(self, case: Case) -> None:
        if case.operation.kind == "mutation":
            self.note_change()

    def note_change(self) -> None:
        """Something may be another way from now on: answers before and after are not held against each other."""
        self._changes += 1

    def _smaller(
        self, cases: Scenario, is_over: Callable[[], bool], about: str
    ) -> Conversation[Scenario, bool, Scenario]:
        if not all(case.is_graphql for case in cases):
            return _as_it_is(cases)  # a request of the audit, in which every byte is meant

        def is_as_meant(case: Case) -> bool:
            """Validating large candidates takes its time too: when the time is over, none is taken any more."""
            written = case if is_usual(case) else write_case(case.number, case.operation, case.flaw)
            return not is_over() and case.valid is (not problems(self.schema, written))

        return shrink_cases(cases, is_as_meant, about)

    # what is expected of an answer

    def _expect(self, case: Case) -> Expectation:
        return Expectation(self.schema, self.shape(case), self._memory)

    def _outcome(self, exchange: Exchange) -> str:
        return outcome(exchange, self._memory.triage)

    def _judge_trace(self, trace: Sequence[Exchange], oracle: str) -> list[Finding] | None:
        hold = self._over_traces.get(oracle)
        if hold is not None:
            return hold(trace)
        if oracle not in {BASELINE, INVARIANT} or self.baseline is None:
            return None
        found: list[Finding] = []
        for exchange in trace:
            found += findings_against(self.baseline, exchange, self.shape(exchange.case), oracle)
        return found

    def _rules_over_traces(self, relations: Sequence[Relation]) -> dict[str, _HoldTrace]:
        """Every rule over several exchanges by its name, switched off or not: what was found is replayed."""
        return {
            **{one.name: partial(self.relate, one) for one in relations},
            **{one.name: partial(self.federate, one) for one in FEDERATION_RULES},
            **{one.name: partial(self.hold_variant, one) for one in VARIANTS},
            **{one.name: partial(self.access_findings, one) for one in ACCESS_RULES},
            **{one.name: partial(_audit, one) for one in AUDIT_RULES},
            UPLOAD: self.hold_uploads,
        }

    def relate(self, relation: Relation, trace: Sequence[Exchange]) -> list[Finding]:
        """What a relation holds against a trace; nothing where a step had no answer but "not so fast"."""
        if not trace or any(map(is_limit, trace)) or self.errors.is_off("relation", relation.name):
            return []
        found: list[Finding] = []
        with self.errors.guard("relation", relation.name):
            asked = [self.asked(exchange) for exchange in trace]
            for mismatch in relation.check(asked, self.observed.types):
                found.append(
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
                )
        return found

    def federate(self, rule: FederationRule, trace: Sequence[Exchange]) -> list[Finding]:
        """What a rule of federation holds against a trace; nothing where a step had no answer but "not so fast"."""
        if self.subgraph is None or any(map(is_limit, trace)) or self.errors.is_off("oracle", rule.name):
            return []
        found: list[Finding] = []
        with self.errors.guard("oracle", rule.name):
            steps = [federation_step(exchange, self.shape_of(exchange.case.operation)) for exchange in trace]
            for breach in rule.judge(steps, self.subgraph, self.schema):
                shown, told = trace[breach.step], breach.excerpt
                text = excerpt(told) if told else ""
                found.append(
                    Finding(
                        rule.name, breach.coordinate, breach.message, shown, breach.severity, breach.path, text,
                        trace=tuple(trace),
                    )
                )  # fmt: skip
        return found

    def knowledge(self) -> FormKnowledge:
        """What answers to operations in several forms are held against each other with."""
        root = self.schema.query_type

        def gives_list(coordinate: str) -> bool:
            parent, _, name = coordinate.partition(".")
            field = fields_of(self.schema, parent).get(name)
            return field is not None and is_list(field.type)

        return FormKnowledge(
            root.name if root is not None else "",
            self.shape_of,
            self._order_promises,
            self.observed.types.volatile,
            self.observed.types.unordered,
            frozenset(directive.name for directive in self.schema.directives),
            gives_list,
            lambda coordinate: self.upload_promises.get(coordinate, UploadPromise()),
        )

    def hold_variant(self, variant: FormVariant, trace: Sequence[Exchange]) -> list[Finding]:
        """What the rule of a variant holds against a trace; nothing where a step had no answer but "not so fast"."""
        if (
            not trace
            or any(is_limit(one) or one.masked for one in trace)
            or self.errors.is_off("variant", variant.name)
        ):
            return []
        return self._held(variant.name, variant.check, trace)

    def hold_uploads(self, trace: Sequence[Exchange]) -> list[Finding]:
        """What answers to uploads say that is not so."""
        if not trace or self.errors.is_off("variant", UPLOAD) or any(is_limit(one) or one.masked for one in trace):
            return []
        return self._held(UPLOAD, check_uploads, trace)

    def _held(
        self,
        name: str,
        check: Callable[[Sequence[FormAnswer], FormKnowledge], Iterator[VariantMismatch]],
        trace: Sequence[Exchange],
    ) -> list[Finding]:
        found: list[Finding] = []
        with self.errors.guard("variant", name):
            answers = [form_answer(exchange) for exchange in trace]
            for one in check(answers, self.knowledge()):
                step = trace[one.step]
                told = one.coordinate, one.message, step, one.severity, one.path, one.excerpt
                found.append(Finding(name, *told, trace=tuple(trace)))
        return found

    def reading(self, exchange: Exchange) -> Reading:
        """An exchange as rules of access read it."""
        return self._access.reading(exchange)

    def access_findings(self, rule: AccessRule, trace: Sequence[Exchange]) -> list[Finding]:
        """What a rule of access holds against a trace; nothing where a step had no answer but "not so fast"."""
        if not trace or any(map(is_limit, trace)) or self.errors.is_off("rule", rule.name):
            return []
        found: list[Finding] = []
        with self.errors.guard("rule", rule.name):
            for breach in rule.check([self.reading(exchange) for exchange in trace]):
                at, severity = trace[breach.step], breach.severity
                found.append(Finding(rule.name, breach.coordinate, breach.message, at, severity, trace=tuple(trace)))
        return found

    def shortest_access_trace(self, rule: AccessRule, trace: Sequence[Exchange], finding: Finding) -> list[Exchange]:
        """What of a trace shows a finding of this rule; nothing is asked for that."""
        readings = [self.reading(exchange) for exchange in trace]
        for breach in rule.check(readings):
            if (breach.coordinate, breach.message) == (finding.coordinate, finding.message):
                return [trace[place] for place in needed(rule, readings, breach)]
        return list(trace)

    def upload_operation(self, coordinate: str) -> Operation | None:
        """A mutation with a plain file in every place that takes one; None where nothing can be made of it."""
        known = self.pool.schema
        plain = plain_file(self.upload_promises[coordinate])
        scalars = {name: [plain] for name in upload_scalars(self.schema)}
        makers = Makers(self.schema, self.pool, {**scalars, **self.settings.generators})
        self.pool.schema = known
        filler = ArgumentFiller(Tables(self.schema, makers, self._permitted), self.settings.seed)
        limits = PlanLimits(min(_UPLOAD_FIELDS, self.settings.max_nodes))

        def allowed(name: str) -> bool:
            return filler.can_ask(name) and (name == coordinate or name not in self.order.hazards)

        planned = plan_tuples(self.schema, "mutation", limits, filler.arguments, allowed=allowed)
        for operation in planned.operations:
            if any(node.coordinate == coordinate for node in fields(operation.selections)):
                return with_files(in_variables(self.schema, operation), lambda place: numbered(plain, place))
        return None

    def asked(self, exchange: Exchange) -> QueryAnswer:
        """An exchange as relations read it."""
        return _asked(exchange, self.shape_of(exchange.case.operation))

    # what an answer teaches

    def _read(
        self, exchange: Exchange, expectation: Expectation, findings: list[Finding]
    ) -> tuple[list[Finding], GraphqlLesson]:
        shape = expectation.shape
        missing = self._missing(exchange)
        if shape is not None:
            findings = findings + self._broken_invariants(exchange, shape)
        if missing:
            findings = self.moved.hold_back(missing, findings)
        values = asked = None
        if shape is not None:
            with self.errors.guard("coverage", "of responses"):
                self._cover(exchange, shape)
            values = self._values_in(exchange, shape)
            if self.relations and len(exchange.body) <= _NOTED and not exchange.masked:
                asked = _asked(exchange, shape)
        lesson = GraphqlLesson(values, asked, missing)
        with self.errors.guard("learning", "how the API refuses"):
            remarks = remarks_of(exchange, expectation, self.pool.seen.where)
            lesson = lesson._replace(remarks=remarks, scalars=scalar_trials(exchange, expectation))
        return findings, lesson

    def note_sequence(self, exchange: Exchange) -> None:
        """Count what a step of a sequence on a collection asked and showed; parallel branches have threads."""
        with self._noting, self.errors.guard("coverage", "of sequences"):
            self._cover(exchange, self.shape_of(exchange.case.operation))

    def _cover(self, exchange: Exchange, shape: SelectionShape) -> None:
        self.recorder.request(exchange.case.operation)
        data = _data(exchange)
        if isinstance(data, dict):
            self.recorder.answer(shape, data)

    def _values_in(self, exchange: Exchange, shape: SelectionShape) -> Lessons | None:
        payload = exchange.payload
        if not isinstance(payload, dict) or not payload:
            return None
        with self.errors.guard("learning", "from responses"):
            values = read_lessons(self.pool, shape, payload)
            if self.order.creates(exchange.case):
                self.created.note(values)
            return values
        return None

    def _missing(self, exchange: Exchange) -> tuple[str, ...]:
        payload = exchange.payload
        if not exchange.case.valid or not isinstance(payload, dict) or payload.get("data") is not None:
            return ()
        messages = [message_of(error) for error in errors_of(payload)]
        return missing_in(messages, exchange.case.operation, self.schema)

    def _broken_invariants(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        if self.baseline is not None and not self._changes and not self.errors.is_off("oracle", INVARIANT):
            with self.errors.guard("oracle", INVARIANT):
                return self.baseline.broken_invariants(exchange, shape)
        return []

    def _learn(self, lesson: GraphqlLesson) -> None:
        if lesson.values is not None:
            with self.errors.guard("learning", "from responses"):
                self.pool.learn(lesson.values)
        if lesson.asked is not None:
            with self.errors.guard("learning", "for relations"):
                self._relate_to_others(lesson.asked)
        with self.errors.guard("learning", "how the API refuses"):
            for remark in lesson.remarks:
                self._wordings.note(remark)
            for scalar, value, taken in lesson.scalars:
                self.pool.kinds.note(scalar, value, taken=taken)

    def _relate_to_others(self, answer: QueryAnswer) -> None:
        """Hold an answer against what was answered before, if nothing was changed in between or meanwhile."""
        answer = ReadAnswer(*answer)
        self.observed.note(answer, steady=self._changes == self._settled_changes)
        for relation in self.contradictions.concerned(answer):
            if not self.errors.is_off("relation", relation.name):
                with self.errors.guard("relation", relation.name):
                    self.contradictions.note(relation, answer)

    def _settle_changes(self) -> None:
        """What was asked together with a mutation is held against nothing that comes later."""
        if self._changes != self._settled_changes:
            self._settled_changes = self._changes
            self.observed.forget_values()

    async def _settle(self, lessons: Sequence[GraphqlLesson]) -> list[Finding]:
        """Ask no more for what the API says it does not have, and say so once, in a note that grows."""
        self._settle_changes()
        missing = [name for lesson in lessons for name in lesson.missing]
        if not missing:
            return []
        before = self.moved.note if self.moved else ""
        findings = await self.moved.learn(missing)
        if findings is None:
            return []
        self.tables = Tables(self.schema, self._makers, self.allowed, without=self.moved)
        self._generator = self._new_generator()
        if self.moved.note != before:
            self.notes.revise(before, self.moved.note)
        return findings

    async def _read_again(self) -> GraphQLSchema:
        return (await load(self.target, self.settings)).schema

    def _generator_failed(self, name: str, error: BaseException) -> None:
        self.errors.add("hook", f"generators[{name!r}]", error)

    def _hazards(self) -> dict[str, Hazard]:
        if not self.settings.mutations:
            return {}
        return {name: hazard for name, hazard in mutation_hazards(self.schema).items() if self._permitted(name)}


def _audit(rule: AuditRule, trace: Sequence[Exchange]) -> list[Finding]:
    judgement = judge(rule, trace)
    return [finding_of(rule, judgement, trace)] if isinstance(judgement, BrokenRule) else []


def _coordinates(case: Case) -> list[str]:
    if case.operation.kind != "mutation":
        return []
    return [node.coordinate for node in fields(case.operation.selections)]


def _asked(exchange: Exchange, shape: SelectionShape) -> QueryAnswer:
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    data = payload.get("data")
    # What stands for a credential has neither its order nor its letters: relations cannot judge it.
    found = data if isinstance(data, dict) and not exchange.masked else None
    return QueryAnswer(exchange.case.operation, shape, found, clean=not payload.get("errors") and not exchange.masked)


def _root_field(case: Case) -> str:
    """``Query.book``; several fields cannot be told apart by the time that they take together."""
    root, selections = case.operation.root, case.operation.selections
    if not selections:
        return ""
    first = selections[0]
    if len(selections) > 1 or not isinstance(first, Field):
        return f"several fields of {root}"
    return first.coordinate


def _data(exchange: Exchange) -> JSON:
    return exchange.payload.get("data") if isinstance(exchange.payload, dict) else None


def _as_it_is(cases: Scenario) -> Conversation[Scenario, bool, Scenario]:
    """Nothing smaller is tried."""
    return cases
    yield


def _has_data(exchange: Exchange) -> bool:
    data = _data(exchange)
    return isinstance(data, dict) and any(value is not None for value in data.values())


def _logins(schema: GraphQLSchema, settings: Settings) -> list[str]:
    """The mutations of the schema that are left out because they log in."""
    mutations = schema.mutation_type
    login = settings.login
    if mutations is None or login is None or login.tested:
        return []
    return [name for name in (f"{mutations.name}.{field}" for field in mutations.fields) if login.logs_in(name)]


def _lesser(settings: Settings) -> frozenset[str]:
    """Those who have fewer rights than somebody who is called privileged."""
    if not any(one.privileged for one in settings.identities):
        return frozenset()
    return frozenset(one.name for one in settings.asking if not one.privileged and not one.is_anonymous)


def _unaskable(tables: Tables, uploads: Iterable[UploadField]) -> list[str]:
    sent_files = {one.coordinate for one in uploads}
    names = [name for name in tables.unaskable if name not in sent_files]
    if not names:
        return []
    return [f"Left out, because no value can be generated for a required argument: {listing(names, _NAMED)}."]
