"""The entries of a baseline as calls of REST operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline import REST, rest_terms
from querious.model.rest_call import RestArgument, RestCall
from querious.pipeline.baseline.entries import BaselineEntries
from querious.rest.answer_shapes import AnswerShape, RestOrderPromises
from querious.rest.call_requests import call_case
from querious.rest.cases.calls import BODY
from querious.rest.openapi import RestOperation

if TYPE_CHECKING:
    from querious.baseline import BaselineAnswer
    from querious.model import JSON, Case, SelectionShape
    from querious.pipeline.rest.api import RestApi

_JSON: Final = "application/json"


def rest_entries(api: RestApi) -> BaselineEntries[RestCall]:
    """How entries are asked of an API."""
    entries = _Entries(api)
    terms = rest_terms(RestOrderPromises(api.service.description.operations))
    return BaselineEntries(
        REST, terms, entries.read, entries.written, entries.shape_of, entries.case, entries.unfit_case
    )


class _Entries:
    def __init__(self, api: RestApi) -> None:
        self._plans = api.calls.plans
        self._calls = api.calls
        self._base = api.service.base

    def read(self, answer: BaselineAnswer) -> RestCall | str:
        plan = self._plans.get(answer.document)
        if plan is None:
            return f"{answer.document} was removed"
        known = {kind.parameter.name: kind.parameter for kind in plan.parameters}
        for name in answer.variables:
            if name not in known and not (name == BODY and plan.media):
                return f"the parameter {name} was removed"
        for name, parameter in known.items():
            if parameter.required and name not in answer.variables:
                return f"the parameter {name} is now required"
        return self._calls.call(plan, answer.variables)

    def written(self, call: RestCall) -> tuple[str, dict[str, JSON]]:
        return call.coordinate, self._calls.members(call)

    def shape_of(self, call: RestCall) -> SelectionShape:
        return AnswerShape(self.case(0, call).request, self._operation(call))

    def case(self, number: int, call: RestCall) -> Case:
        return call_case(number, call, self._operation(call), self._base)

    def unfit_case(self, number: int, answer: BaselineAnswer, reason: str) -> Case:
        method, _, path = answer.document.partition(" ")
        arguments = []
        for name, value in answer.variables.items():
            where = "path" if "{" + name + "}" in path else "query"
            if name != BODY:
                arguments.append(RestArgument(where, name, value))
        call = RestCall(method, path, tuple(arguments))
        if BODY in answer.variables:
            call = call._replace(media=_JSON, body=answer.variables[BODY])
        return call_case(number, call, self._operation(call), self._base, reason)

    def _operation(self, call: RestCall) -> RestOperation:
        plan = self._plans.get(call.coordinate)
        return plan.operation if plan is not None else RestOperation(call.method.lower(), call.path)
