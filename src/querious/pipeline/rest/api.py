"""A REST API under test: what is worked out once per description, and what its answers have taught so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING, Final

from querious.baseline import BASELINE, INVARIANT
from querious.growth import MEASURED
from querious.model import Case, Finding, Request, Step
from querious.model.request_body import is_json_media, media_of
from querious.model.rest_call import RestArgument
from querious.oracles.message import raw_excerpt
from querious.pipeline.baseline.findings import findings_against
from querious.pipeline.notes import left_out_login
from querious.pipeline.obstacles import Obstacle, is_empty_success, obstacle_of
from querious.pipeline.rest.unmatched_patterns import check_rest_patterns
from querious.pipeline.run.api_under_test import ApiUnderTest, Canary
from querious.pipeline.run.mutation_order import MutationOrder
from querious.pipeline.run.session import added_rules, chosen_rules
from querious.rest.access import REST_ACCESS_RULES
from querious.rest.actions import ACTION_RULES
from querious.rest.answer_shapes import AnswerShape
from querious.rest.call_requests import call_case
from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.generator import RestGenerator
from querious.rest.cases.shown_values import AnsweredBodies, leaves_of, shown_objects
from querious.rest.cases.smaller import smaller_cases
from querious.rest.coverage import RestCoverage
from querious.rest.credentials import (
    made_up_credentials,
    required_headers,
    required_together,
)
from querious.rest.error_source import reason_of
from querious.rest.hazards import only_reads, operation_hazard
from querious.rest.made_entries import MadeEntries
from querious.rest.new_places import path_keys
from querious.rest.observed_edges import ObservedEdges
from querious.rest.openapi.checks import ResponseChecks
from querious.rest.openapi.collections.entry_removals import entry_removals
from querious.rest.openapi.schemas import Schemas
from querious.rest.operation_graph import operation_graph
from querious.rest.operation_paths import OperationPaths
from querious.rest.oracles import CATALOGUE, RestExpectation, rest_outcome
from querious.rest.own_account import changes_own_account, names_shown, own_names
from querious.rest.page_sizes import asked_size_of
from querious.rest.relations import REST_RELATIONS, rest_answer
from querious.rest.relations.page_facts import page_facts
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import WorkedRead
from querious.text.display import listing, plural
from querious.values import Lessons, Pool, load_file
from querious.values.lessons import ArgumentTrial, worth_keeping

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from querious.baseline import BaselineCheck
    from querious.model import JSON, Exchange, Reach, SelectionShape
    from querious.model.hazards import Hazard
    from querious.model.rest_call import RestCall
    from querious.pipeline.rest.description import RestService
    from querious.pipeline.run.api_under_test import Scenario
    from querious.pipeline.run.context import RunContext
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.openapi import RestOperation
    from querious.rest.relations import RestAnswer, RestRelation

_SUCCESS: Final = range(200, 300)
_NAMED: Final = 3
_NAMED_EACH: Final = 3
"""Operations named in one note."""
_ALL_RELATIONS: Final = "relations"
_STATE: Final = "state"
_SHOWN: Final = 400
"""Values taken from one answer."""
_OBJECTS: Final = 60
"""Objects of one answer whose values are kept together."""


class RestApi:
    """The state of a run that REST needs; ``bound`` gives the record through which the walk sees it."""

    def __init__(self, context: RunContext, service: RestService) -> None:
        self.settings = settings = context.settings
        self.target = context.target
        self.errors = context.errors
        self.notes = context.notes
        self.tallies = context.tallies
        self.service = service
        self.asking = context.asking
        """Who can ask now."""
        self._permitted = settings.permits_calls
        description = service.description
        check_rest_patterns(description.operations, settings)
        schemas = Schemas(description.document, description.dialect)
        self.pool = Pool(learning=settings.learning)
        self.calls = OperationCalls(description.operations, schemas, self.pool)
        self.plans = {name: plan for name, plan in self.calls.plans.items() if self._may_ask(plan)}
        self.order = MutationOrder(self._hazards(), self._changes, self._spares)
        self.generator = RestGenerator(
            self.calls, list(self.plans.values()), settings.seed, service.base, settings.invalid
        )
        self._paths = OperationPaths(description.operations, service.base)
        self._checks = ResponseChecks(description.operations, schemas)
        self.observed = ObservedEdges()
        """Values that one operation showed and another accepted."""
        self._repeated = AnsweredBodies()
        self.left_out = self._left_out()
        """Operations that are not asked, and why."""
        self.recorder = RestCoverage(self.plans.values(), schemas, self.left_out)
        self._give_values()
        self._note_omissions()
        if settings.learned and settings.learning:
            self.calls.learn_of_all()
            self.notes.extend(load_file(settings.learned, self.pool))
        names = sorted(
            [
                *(oracle.name for oracle in CATALOGUE),
                *(rule.name for rule in (*REST_RELATIONS, *ACTION_RULES, *REST_ACCESS_RULES)),
            ]
        )
        kept = chosen_rules([*names, _ALL_RELATIONS, *sorted(MEASURED), _STATE], settings.skip_oracles)
        self.action_rules = [one for one in ACTION_RULES if one.name in kept and _ALL_RELATIONS in kept]
        self.access_rules = [one for one in REST_ACCESS_RULES if one.name in kept and _ALL_RELATIONS in kept]
        self.relations = [one for one in REST_RELATIONS if one.name in kept and _ALL_RELATIONS in kept]
        self.resource_rules = kept & MEASURED
        """What may be told of the cost of answers."""
        self.tests_state = settings.mutations and _STATE in kept
        """Whether collections are tested by sequences."""
        self._oracles = [oracle for oracle in CATALOGUE if oracle.name in kept]
        self.baseline: BaselineCheck | None = None
        """The baseline that answers are held against, if there is one."""
        self.removals = entry_removals(description)
        """Which operation removes what another one makes."""
        self.made = MadeEntries(self.removals)
        """What the calls of this run have made."""
        self.production: Counter[str] = Counter()
        """How often users call each operation, as recordings tell."""
        self._own: frozenset[str] = frozenset()
        """By which keys the service knows the user, as far as it has shown them."""
        self._noting = Lock()
        self._changed = False
        """Whether something was sent that changes data: from then on a baseline says nothing of it."""

    def bound(self, reach: Callable[[], tuple[Reach, ...]] = tuple) -> ApiUnderTest:
        """The record of functions that a run takes."""
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
            outcome=rest_outcome,
            obstacle=self._obstacle,
            has_data=lambda exchange: exchange.status in _SUCCESS,
            read=self._read,
            learn=self._learn,
            settle=_settle,
            canaries=_canaries,
            alive=None,
            refusals=_NoWordings(),
            pool=self.pool,
            told_at=self.pool.seen.where,
            operation_of=self._operation_name,
            production=lambda: self.production,
            answered=self.note_made,
        )

    def _graph(self) -> tuple[Step, ...]:
        """What the answers of one operation show and another takes."""
        found = operation_graph(self.plans, self.calls, self.observed.edges())
        return tuple(Step(edge.producer, edge.parameter, edge.consumer) for edge in found.edges)

    # what is asked

    def _may_ask(self, plan: CallableOperation) -> bool:
        is_safe = only_reads(plan.operation)
        return (is_safe or self.settings.mutations) and self._permitted(plan.coordinate)

    def _left_out(self) -> dict[str, str]:
        """The operations that are not asked, and why."""
        left_out = {name: f"cannot be called as described: {reason}" for name, reason in self.calls.unusable.items()}
        for name in self.calls.plans:
            if name not in self.plans:
                left_out[name] = self._why_left_out(name)
        return left_out

    def _logs_in(self, name: str) -> bool:
        login = self.settings.login
        return login is not None and not login.tested and login.logs_in(name)

    def _why_left_out(self, name: str) -> str:
        if self._logs_in(name):
            return "logs in: hostile passwords could lock the account"
        return "needs --mutations" if self._permitted(name) else "left out by --allow or --deny"

    def chosen_operations(self) -> list[str]:
        """Those that the settings let be asked, in the order of the description, whether they can be called or not."""
        chosen = []
        for operation in self.service.description.operations:
            may_be_sent = only_reads(operation) or self.settings.mutations
            if may_be_sent and self._permitted(str(operation)):
                chosen.append(str(operation))
        return chosen

    def asked_by(self, case: Case) -> list[str]:
        """The operation of a case; none where the description does not know it."""
        operation = self._operation(case)
        return [] if operation is None else [str(operation)]

    def read_case(self, request: Request) -> Case | None:
        """A request that somebody else has sent, with the flaw that it has; None where the description has no such."""
        call = self._paths.call_of(request)
        if call is None:
            return None
        is_form = request.has_body and not is_json_media(media_of(request))
        flaw = "" if is_form or self.calls.is_valid(call, strict=True) else "as the test sent it"
        return Case(0, call, request, flaw)

    def _spares(self, case: Case) -> bool:
        """Whether a case would change the account that the user signs in with, or remove what others have made."""
        given = self.target.credentials.headers if self.target.credentials is not None else {}
        signed_in = self.settings.login.names if self.settings.login is not None else frozenset()
        own = own_names(given) | signed_in | self._own
        return changes_own_account(case, own) or self._removes_others(case)

    def _removes_others(self, case: Case) -> bool:
        operation = self._operation(case)
        keys = list(path_keys(case.call, operation).values()) if operation is not None else []
        return operation is not None and bool(keys) and self.made.are_others(operation, keys)

    def _of_own(self, case: Case) -> Case:
        """The same for an entry that this run has made, where a valid case would remove another."""
        operation = self._operation(case)
        places = self.made.own(operation) if operation is not None and case.valid else []
        if operation is None or not places or not self._removes_others(case):
            return case
        place = places[case.number % len(places)]
        path = [RestArgument("path", name, key) for name, key in place.items()]
        call = case.call
        call = call._replace(arguments=(*path, *(each for each in call.arguments if each.where != "path")))
        return call_case(case.number, call, operation, self.service.base)

    def _random_case(self, number: int, before: int) -> Case | None:
        case = self.generator.case(number, before, self.order.held_back())
        return self._of_own(case) if case is not None else None

    def _mutation_case(self, coordinate: str, number: int) -> Case | None:
        plan = self.plans.get(coordinate)
        return self._of_own(self.generator.proposed(plan, number, self.pool.begin())) if plan is not None else None

    def _sending(self, case: Case) -> None:
        self._changed = self._changed or bool(self._changes(case))

    def _smaller(self, cases: Scenario, is_over: Callable[[], bool], _about: str) -> Generator[Scenario, bool, None]:
        strict = all(self.calls.is_valid(case.call, strict=True) for case in cases)
        is_valid = partial(self.calls.is_valid, strict=strict)
        conversation = smaller_cases(cases, self._operation, is_valid, self.service.base)
        shown = None
        while not is_over():
            try:
                shown = yield conversation.send(shown) if shown is not None else next(conversation)
            except StopIteration:
                return

    def _operation(self, case: Case) -> RestOperation | None:
        return self._paths.of(case)

    def _operation_name(self, case: Case) -> str:
        operation = self._operation(case)
        return "" if operation is None else str(operation)

    def _hazards(self) -> dict[str, Hazard]:
        graded = {name: operation_hazard(plan.operation) for name, plan in self.plans.items()}
        return {name: hazard for name, hazard in graded.items() if hazard is not None}

    def _changes(self, case: Case) -> list[str]:
        operation = self._operation(case)
        return [] if operation is None or only_reads(operation) else [str(operation)]

    def read_at(self, path: str) -> RestCall | None:
        """The call that reads what stands at a path; None where the description has none for it."""
        call = self._paths.call_of(Request("GET", path)) if path.startswith("/") else None
        return call if call is not None and call.coordinate in self.plans else None

    # what is expected of an answer

    def _expect(self, case: Case) -> RestExpectation:
        return RestExpectation(self._operation(case), self._checks)

    def _obstacle(self, exchange: Exchange) -> Obstacle | None:
        """A web page is an answer where one is documented, and nothing is none where something is."""
        found = obstacle_of(exchange, graphql=False)
        if found is not Obstacle.WEB_PAGE and not (found is None and is_empty_success(exchange)):
            return found
        operation = self._operation(exchange.case)
        status = operation.documented_status(exchange.status) if operation is not None else ""
        documented = operation.responses[status].media if operation is not None and status else {}
        if found is None:
            return Obstacle.EMPTY if documented else None
        return None if any("html" in name for name in documented) else found

    def _judge_trace(self, trace: Sequence[Exchange], oracle: str) -> list[Finding] | None:
        for relation in (*REST_RELATIONS, *ACTION_RULES, *REST_ACCESS_RULES):
            if relation.name == oracle:
                return self.relate(relation, trace)
        if oracle not in {BASELINE, INVARIANT} or self.baseline is None:
            return None
        found: list[Finding] = []
        for exchange in trace:
            found += findings_against(self.baseline, exchange, self._shape(exchange.case), oracle)
        return found

    def _shape(self, case: Case) -> SelectionShape | None:
        """The answer as objects; None for a call that the description does not know."""
        operation = self._operation(case) if case.valid else None
        return None if operation is None else AnswerShape(case.request, operation)

    def relate(self, relation: RestRelation, trace: Sequence[Exchange]) -> list[Finding]:
        """What a relation holds against a trace."""
        return _findings_of(relation, [self.answer(exchange) for exchange in trace], trace)

    def credentials_of(self, operation: RestOperation) -> dict[str, str]:
        """The headers by which the user is known to an operation that requires it, with made-up values."""
        return made_up_credentials(operation, self.service.description.document, self._given_headers())

    def case_of(self, call: RestCall) -> Case:
        """A call of a described operation, as a case that is not sent yet."""
        return call_case(0, call, self.calls.plans[call.coordinate].operation, self.service.base)

    def worked_read(self, call: RestCall, answer: RestAnswer, operation: RestOperation) -> WorkedRead:
        """A read that worked, with the credentials that its operation requires."""
        document, given = self.service.description.document, self._given_headers()
        required = frozenset[str]().union(*required_headers(operation, document))
        return WorkedRead(
            call,
            answer,
            made_up_credentials(operation, document, given),
            together=required_together(operation, document, given),
            absent=required if required.isdisjoint(given) else frozenset(),
        )

    def _given_headers(self) -> frozenset[str]:
        """The names of the headers that the user gives, in lower case."""
        known = self.target.credentials.headers if self.target.credentials is not None else {}
        return frozenset([*(name.lower() for name in self.settings.headers), *known])

    def answer(self, exchange: Exchange) -> RestAnswer:
        """An exchange as relations read it."""
        known = self._with_call(exchange)
        return rest_answer(known, self._operation(known.case))

    def _with_call(self, exchange: Exchange) -> Exchange:
        """A stored exchange knows its request alone: the call is read from that."""
        known = exchange.case.call
        if known.arguments:
            return exchange
        call = self._paths.call_of(exchange.case.request)
        return exchange if call is None else replace(exchange, case=replace(exchange.case, asked=call))

    # what an answer teaches

    def note_made(self, exchange: Exchange) -> None:
        """Note what an answer says of entries that are new, or gone; parallel branches of a program have threads."""
        operation = self._operation(exchange.case) if self.settings.mutations else None
        if operation is not None:
            with self._noting, self.errors.guard("learning", "what was made"):
                known = self._with_call(exchange)
                self.calls.tags.note(known)
                self.made.note(known, operation)
                self._own |= names_shown(known)

    def note_sequence(self, exchange: Exchange) -> None:
        """The same for a call of a sequence on a collection, which is covered by it too."""
        self.note_made(exchange)
        with self._noting, self.errors.guard("coverage", "of sequences"):
            self.recorder.note(self._with_call(exchange))

    def _read(
        self, exchange: Exchange, expectation: RestExpectation, findings: list[Finding]
    ) -> tuple[list[Finding], Lessons]:
        lessons = Lessons([], [], [])
        if expectation.operation is None:
            return findings, lessons
        with self.errors.guard("coverage", "of responses"):
            self.recorder.note(exchange)
        findings = findings + self._contradictions(exchange) + self._broken_invariants(exchange)
        with self.errors.guard("learning", "from responses"):
            self._note_trial(exchange, lessons)
            if exchange.status in _SUCCESS and exchange.is_json and not exchange.masked:
                self._note_shown(exchange, expectation.operation, lessons)
        return findings, lessons

    def _contradictions(self, exchange: Exchange) -> list[Finding]:
        """What one answer breaks by itself, whoever asked for it."""
        found: list[Finding] = []
        if exchange.case.call.method != "GET" or exchange.status not in _SUCCESS or not exchange.is_json:
            return found
        answer = self.answer(exchange)
        is_list = rows_of(answer.payload) is not None
        for relation in self.relations:
            applies = relation.alone and (is_list or not relation.of_lists)
            if applies and not self.errors.is_off("relation", relation.name):
                with self.errors.guard("relation", relation.name):
                    found += _findings_of(relation, [answer], [exchange])
        return found

    def _broken_invariants(self, exchange: Exchange) -> list[Finding]:
        if self.baseline is None or self._changed or self.errors.is_off("oracle", INVARIANT):
            return []
        shape = self._shape(exchange.case)
        with self.errors.guard("oracle", INVARIANT):
            return self.baseline.broken_invariants(exchange, shape) if shape is not None else []
        return []

    def _note_trial(self, exchange: Exchange, lessons: Lessons) -> None:
        """What was sent, and whether it worked; of a flawed call or a lost answer nobody can tell."""
        case = exchange.case
        if not case.valid or exchange.failure is not None:
            return
        worked = exchange.status in _SUCCESS
        complaint = "" if worked else reason_of(exchange)
        found = int(exchange.payload not in ([], {}, None)) if worked else 0
        members = self.calls.members(case.call)
        trial = ArgumentTrial(case.call.coordinate, members, worked, found, complaint=complaint)
        is_conflict = exchange.status == HTTPStatus.CONFLICT
        if worked and case.call.media:
            self.calls.models.accept(case.call.coordinate, case.call.body)
        lessons.trials.append(trial._replace(conflict=is_conflict, cut_to=self._cut_to(exchange, members)))

    def _cut_to(self, exchange: Exchange, members: dict[str, JSON]) -> int:
        """The rows of a page that holds fewer than were asked for, and says that there are more; 0 of any other."""
        asked = asked_size_of(members)
        rows = rows_of(exchange.payload) if asked is not None and exchange.status in _SUCCESS else None
        if asked is None or not rows or len(rows) >= asked.size:
            return 0
        facts = page_facts(self.answer(exchange))
        return len(rows) if facts.more or (facts.more is None and facts.following) else 0

    def _note_shown(self, exchange: Exchange, operation: RestOperation, lessons: Lessons) -> None:
        _ = self.pool.interest  # what calls that nobody has made yet will want of this answer
        call = exchange.case.call
        if self._repeated.is_repeated(call, exchange.body, self.pool.knowledge):
            return
        plan = self.calls.plans[str(operation)]
        self.calls.models.show(plan.resource, rows_of(exchange.payload) or [])
        around = {}
        for argument in call.arguments:
            source = self.calls.first_source(plan.coordinate, argument.name) if argument.where == "path" else ""
            if source:
                around[source] = argument.value
        for shown in shown_objects(exchange.payload, plan.resource):
            wanted = {coordinate: value for coordinate, value in shown.items() if self.pool.wants(coordinate)}
            together = {}
            for coordinate, value in leaves_of(wanted):
                lessons.seen.append((coordinate, value, 0))
                together[coordinate] = value
            if together and len(lessons.together) < _OBJECTS:
                lessons.together.append({**around, **together})
            if len(lessons.seen) >= _SHOWN:
                return

    def learn_recorded(self, call: RestCall) -> None:
        """The values of a call that has worked for somebody are there."""
        _ = self.pool.interest  # what calls that nobody has made yet will want of it
        for argument in call.arguments:
            source = self.calls.first_source(call.coordinate, argument.name)
            items = argument.value if isinstance(argument.value, list) else [argument.value]
            self.pool.teach((source, item) for item in items if source and worth_keeping(item))

    def _learn(self, lessons: Lessons) -> None:
        with self.errors.guard("learning", "from responses"):
            _ = self.pool.interest  # which calls take values that belong together
            self.pool.learn(lessons)
            for trial in lessons.trials:
                self._tell(self.calls.page_sizes.note(trial))
            self.calls.crowded |= {trial.coordinate for trial in lessons.trials if trial.conflict}
            for trial in lessons.trials:
                self.observed.note(trial, lessons.seen)
                self.calls.refused.note(self.calls.plans[trial.coordinate], trial)

    # what the user says and is told

    def _tell(self, text: str) -> None:
        if text:
            self.notes.add(f"{text}: no more are asked for from now on.")

    def _give_values(self) -> None:
        """``GET /books/{id}.id=7`` is for one parameter, ``id=7`` for all parameters of that name."""
        for place, values in self.settings.seed_values.items():
            places = [place] if "." in place else self._parameters_called(place)
            if not places:
                self.notes.add(f"No parameter is called {place!r}: the values given for it are not used.")
            for one in places:
                self.pool.give(one, list(values))

    def _parameters_called(self, wanted: str) -> list[str]:
        places = []
        for name, plan in self.plans.items():
            for kind in plan.parameters:
                if kind.parameter.name == wanted:
                    places.append(f"{name}.{wanted}")
        return places

    def _note_omissions(self) -> None:
        description = self.service.description
        unusable = [(each.path, each.reason) for each in description.unusable] + list(self.calls.unusable.items())
        if unusable:
            self.notes.add(f"{plural(len(unusable), 'operation')} cannot be called as described: {_reasons(unusable)}.")
        unread = [(each.path, each.reason) for each in description.unread]
        if unread:
            parts = plural(len(unread), "part of operations", "parts of operations")
            self.notes.add(f"{parts} cannot be read, and the operations are tested without: {_reasons(unread)}.")
        changing = [name for name, plan in self.calls.plans.items() if not only_reads(plan.operation)]
        if changing and not self.settings.mutations:
            left_out = plural(len(changing), "operation that changes data was", "operations that change data were")
            self.notes.add(f"{left_out} left out: ask for them with --mutations.")
        self.notes.extend(left_out_login(filter(self._logs_in, self.calls.plans), self.settings))


def _findings_of(relation: RestRelation, answers: Sequence[RestAnswer], trace: Sequence[Exchange]) -> list[Finding]:
    """What a relation holds against exchanges, given as it reads them."""
    found = []
    for mismatch in relation.check(answers):
        finding = Finding(
            relation.name,
            mismatch.coordinate,
            mismatch.message,
            trace[mismatch.step],
            mismatch.severity,
            mismatch.member,
            excerpt=mismatch.excerpt or raw_excerpt(trace[mismatch.step].body),
            trace=tuple(trace),
        )
        found.append(finding)
    return found


def _reasons(omitted: Iterable[tuple[str, str]]) -> str:
    """Each reason once, with what it concerns."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in omitted:
        by_reason.setdefault(reason, []).append(name)
    return listing([f"{reason} ({listing(names, _NAMED_EACH)})" for reason, names in by_reason.items()], _NAMED)


def _canaries(exchange: Exchange) -> Iterator[Canary]:
    """Reads of what is always there; an entry that is looked up by its key may be gone, and nothing is broken."""
    case = exchange.case
    if case.call.method == "GET" and exchange.status in _SUCCESS and "{" not in case.call.path:
        yield Canary(case.call.coordinate, case, len(case.call.arguments))


async def _settle(_lessons: Sequence[Lessons]) -> list[Finding]:
    return []


class _NoWordings:
    """A status says what a refusal is: nothing has to be learned from words."""

    def refuses(self, fingerprint: str) -> bool:  # noqa: ARG002
        return False

    def demotes(self, fingerprint: str) -> bool:  # noqa: ARG002
        return False

    def hands_through(self, fingerprint: str) -> bool:  # noqa: ARG002
        return False
