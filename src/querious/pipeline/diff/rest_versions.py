"""Two versions of a REST API."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from querious.answers.pages import sorts
from querious.model.diff import Broken
from querious.model.patterns import Patterns
from querious.pipeline.rest.api import RestApi
from querious.pipeline.rest.plan_phase import RestPlanPhase
from querious.pipeline.run.random_phase import RandomPhase
from querious.rest.answer_shapes import AnswerShape, RestOrderPromises
from querious.rest.call_requests import call_case
from querious.rest.cases.smaller import smaller_cases
from querious.rest.description_changes import description_changes, operation_key
from querious.rest.oracles import CATALOGUE, rest_outcome
from querious.rest.relations.readable_lists import ReadableList, key_member, look_ups_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence

    from querious.answers.order import OrderPromises
    from querious.model import Case, Exchange, SelectionShape, Settings
    from querious.model.rest_call import RestCall
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.description import RestService
    from querious.pipeline.run.api_under_test import ApiUnderTest, Scenario
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext
    from querious.rest.openapi import RestOperation

_OPERATIONS: Final = 0.25
_PARAMETERS: Final = 0.5
"""The parts of the budget after which operations, look-ups and parameters leave the rest to random calls."""
_LOOK_UPS: Final = 0.4
_EXAMPLES: Final = 3
_BATCH: Final = 32
_MOST_LEADS: Final = 400


class RestVersions:
    """See ``BothVersions``. Operations are the same where method and path are, whatever the parameters are called."""

    protocol = "REST"
    oracles = tuple(oracle.name for oracle in CATALOGUE)

    def __init__(self, services: Sequence[RestService], settings: Settings) -> None:
        self._a, self._b = services
        self._counted = Patterns((), settings.exclude).match
        self.changes = description_changes(self._a.description, self._b.description)
        self.order: OrderPromises = RestOrderPromises(self._a.description.operations)
        self._operations = {str(one): one for one in self._a.description.operations}
        self._of_b = {operation_key(one): one for one in self._b.description.operations}
        self._leads: dict[str, RestCall] = {}
        """Calls that the rows of lists suggest."""
        self._causes: Counter[str] = Counter()
        self._examples: defaultdict[str, list[str]] = defaultdict(list)

    def is_left_out(self, coordinate: str) -> bool:
        """See ``BothVersions``."""
        return not self._counted(coordinate)

    def bind(self, context: RunContext) -> ApiUnderTest:
        """See ``BothVersions``."""
        self._api = RestApi(context, self._a)
        return self._api.bound()

    def phases(self, sender: BatchSender) -> Sequence[tuple[str, Callable[[], Awaitable[Any]]]]:
        """Operations, then their parameters one by one, then random calls."""
        plan = RestPlanPhase(self._api, sender)
        return [
            ("operations", lambda: plan.reach(sender.budget.part(_OPERATIONS))),
            ("look-ups", lambda: self._follow(sender, sender.budget.part(_LOOK_UPS))),
            ("parameters", lambda: plan.try_parameters(sender.budget.part(_PARAMETERS))),
            ("random", RandomPhase(sender).explore),
        ]

    async def _follow(self, sender: BatchSender, budget: RunBudget) -> None:
        """Every row that a list has shown, by itself: one may be wrong where others are right; and its orders."""
        sender.enter("look-ups")
        calls = list(self._leads.values())
        while calls and not sender.ended and not budget.spent():
            batch, calls = calls[:_BATCH], calls[_BATCH:]
            first = sender.cases
            await sender.send(self._case(first + place, call) for place, call in enumerate(batch))

    def fitted(self, case: Case) -> Case | None:
        """Without parameters that B does not know; None where it lacks the operation, or wants more."""
        call = case.call
        other = self._other(call)
        if other is None:
            self._note(f"{call.coordinate} was removed", case)
            return None
        known = {(each.where, each.name) for each in other.parameters}
        kept = [each for each in call.arguments if each.where == "path" or (each.where, each.name) in known]
        for argument in call.arguments:
            if argument not in kept:
                self._note(f"{call.coordinate}: the parameter {argument.name} was removed", case)
        missing = _missing(call, other)
        if missing:
            self._note(f"{call.coordinate}: the parameter {missing} is now required", case)
            return None
        if len(kept) == len(call.arguments):
            return case
        return self._case(case.number, call._replace(arguments=tuple(kept)))

    def _note(self, cause: str, case: Case) -> None:
        self._causes[cause] += 1
        asked = f"{case.request.method} {case.request.path}"
        if asked not in self._examples[cause] and len(self._examples[cause]) < _EXAMPLES:
            self._examples[cause].append(asked)

    def _case(self, number: int, call: RestCall) -> Case:
        return call_case(number, call, self._operations[call.coordinate], self._a.base)

    def _other(self, call: RestCall) -> RestOperation | None:
        return self._of_b.get(operation_key(self._operations[call.coordinate]))

    def for_b(self, case: Case) -> Case:
        """Below the path of B, and with its names for what stands in the path."""
        call = case.call
        other = self._other(call)
        if other is None:
            return case
        names = dict(zip(_path_names(call.path), _path_names(other.path), strict=True))
        arguments = []
        for argument in call.arguments:
            renamed = names.get(argument.name, argument.name) if argument.where == "path" else argument.name
            arguments.append(argument._replace(name=renamed))
        asked = call._replace(path=other.path, arguments=tuple(arguments))
        return call_case(case.number, asked, other, self._b.base, case.flaw)

    def broken(self) -> list[Broken]:
        """See ``BothVersions``."""
        found = []
        for cause, count in sorted(self._causes.items(), key=lambda one: (-one[1], one[0])):
            found.append(Broken(cause, "planned", count, 0, tuple(self._examples[cause])))
        return found

    def shape_of(self, case: Case) -> SelectionShape:
        """See ``BothVersions``."""
        return AnswerShape(case.request, self._operations[case.call.coordinate])

    def note(self, exchange: Exchange) -> None:
        """Remember what the rows of a list suggest; the run that explores A learns all else by itself."""
        call = exchange.case.call
        plan = self._api.plans.get(call.coordinate)
        rows = rows_of(exchange.payload) if exchange.status == HTTPStatus.OK and exchange.is_json else None
        if plan is None or not rows:
            return
        shown = ReadableList(plan, call, rows, look_ups_of(plan.operation.path, self._api.plans.values()))
        for asked in (*_row_look_ups(shown), *self._orders(shown)):
            if len(self._leads) < _MOST_LEADS:
                self._leads.setdefault(f"{asked.coordinate} {asked.arguments}", asked)

    def _orders(self, shown: ReadableList) -> Iterator[RestCall]:
        """The list by each member of its rows, up and down, where the description allows such words."""
        ways = [f"{sign}{member}" for member in shown.rows[0] for sign in ("", "-")]
        for kind in shown.parameters:
            calls = (
                [shown.with_query(**{kind.parameter.name: way}) for way in ways] if sorts(kind.parameter.name) else []
            )
            yield from (call for call in calls if self._api.calls.is_valid(call, strict=True))

    def outcome(self, exchange: Exchange) -> str:
        """See ``BothVersions``."""
        return rest_outcome(exchange)

    def smaller(self, case: Case, is_over: Callable[[], bool]) -> Generator[Scenario, bool, Any]:
        """See ``BothVersions``."""
        is_valid = partial(self._api.calls.is_valid, strict=True)

        def fits_both(call: RestCall) -> bool:
            other = self._other(call)
            return not is_over() and is_valid(call) and other is not None and not _missing(call, other)

        return smaller_cases((case,), lambda one: self._operations.get(one.call.coordinate), fits_both, self._a.base)


def _row_look_ups(shown: ReadableList) -> Iterator[RestCall]:
    name = key_member(shown.rows)
    for look_up in shown.look_ups if name else ():
        for row in shown.rows:
            yield shown.look_up(look_up, row[name])


def _missing(call: RestCall, operation: RestOperation) -> str:
    """A parameter that an operation wants and a call does not send; empty if there is none."""
    sent = {argument.name for argument in call.arguments}
    for parameter in operation.parameters:
        if parameter.required and parameter.where != "path" and parameter.name not in sent:
            return parameter.name
    return ""


def _path_names(path: str) -> list[str]:
    return [step.partition("}")[0] for step in path.split("{")[1:]]
