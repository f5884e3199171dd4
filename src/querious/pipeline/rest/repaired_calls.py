"""Recorded calls as a changed description takes them.

What the description no longer has is cut: parameters of the query, members of bodies. What it requires now is filled
in with made-up values. A path that moved is found by the operationId, if the older description is given.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from querious.export.example import LeftOut
from querious.model.rest_call import RestArgument
from querious.rest.call_requests import request_of
from querious.rest.cases.calls import OperationCalls
from querious.rest.openapi.schemas import Schemas
from querious.rest.operation_paths import OperationPaths
from querious.rest.recorded_calls import recorded_request
from querious.values import Chance, Pool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.recording import Recording
    from querious.model.rest_call import RestCall
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.openapi import Description
    from querious.rest.openapi.json_schema import JsonSchema


def repaired_calls(
    recordings: Iterable[Recording], description: Description, old: Description | None
) -> tuple[list[Recording], dict[str, int], list[LeftOut]]:
    """The calls as the description takes them now, what was changed how often, and those that it no longer has."""
    repair = _Repair(description, old)
    kept: list[Recording] = []
    gone: list[LeftOut] = []
    for recording in recordings:
        found = repair.repaired(recording)
        if found is None:
            gone.append(LeftOut(recording.document, "the description no longer has this operation"))
        else:
            kept.append(found)
    return kept, dict(repair.changes.most_common()), gone


class _Repair:
    def __init__(self, description: Description, old: Description | None) -> None:
        schemas = Schemas(description.document, description.dialect)
        self._base = description.base_path
        self._calls = OperationCalls(description.operations, schemas, Pool())
        self._paths = OperationPaths(description.operations, description.base_path)
        self._old = OperationPaths(old.operations, old.base_path) if old else None
        self._named = {operation.name: operation for operation in description.operations if operation.name}
        self.changes: Counter[str] = Counter()

    def repaired(self, recording: Recording) -> Recording | None:
        request = recorded_request(recording)
        call = self._paths.call_of(request) or self._moved(recording)
        plan = self._calls.plans.get(call.coordinate) if call is not None else None
        if call is None or plan is None:
            return None
        fitted = self._with_body(self._with_parameters(call, plan), plan)
        new = request_of(fitted, plan.operation, self._base if request.path.startswith(self._base) else "")
        variables: dict[str, Any] = {"path": new.path}
        if fitted.media:
            variables |= {"media": fitted.media, "body": fitted.body}
        headers = {name: value for name, value in new.headers.items() if name != "content-type"}
        if headers:
            variables["headers"] = headers
        if variables == recording.variables or fitted == self._paths.call_of(request):
            return recording
        return replace(recording, document=fitted.coordinate, operation_name=fitted.coordinate, variables=variables)

    def _moved(self, recording: Recording) -> RestCall | None:
        """The call of an operation that has another path now."""
        request = recorded_request(recording)
        before = self._old.at(request.method, request.path) if self._old is not None else None
        after = self._named.get(before.name) if before is not None else None
        call = self._old.call_of(request) if self._old is not None else None
        if after is None or call is None:
            return None
        self.changes[f"{call.coordinate} is {after} now"] += 1
        names = dict(zip(_parameters(call.path), _parameters(after.path), strict=False))
        arguments = [each._replace(name=names.get(each.name, each.name)) for each in call.arguments]
        return call._replace(method=after.method.upper(), path=after.path, arguments=tuple(arguments))

    def _with_parameters(self, call: RestCall, plan: CallableOperation) -> RestCall:
        known = {(kind.parameter.where, kind.parameter.name) for kind in plan.parameters}
        kept = []
        for argument in call.arguments:
            if argument[:2] in known or argument.where == "path":
                kept.append(argument)
            else:
                self.changes[f"{call.coordinate}: {argument.name} was cut"] += 1
        given = {argument[:2] for argument in kept}
        for kind in plan.parameters:
            parameter = kind.parameter
            if parameter.required and (parameter.where, parameter.name) not in given:
                value = self._calls.parameter_maker(plan, kind)(Chance(Random(0)))
                kept.append(RestArgument(parameter.where, parameter.name, value))
                self.changes[f"{call.coordinate}: {parameter.name} was filled in"] += 1
        return call._replace(arguments=tuple(kept))

    def _with_body(self, call: RestCall, plan: CallableOperation) -> RestCall:
        if plan.body is None or not call.media or not isinstance(call.body, dict):
            return call
        body = self._fitted(call.body, plan.body, call.coordinate)
        missing = [name for name in plan.body.required if name not in body]
        if missing:
            made = self._calls.body_maker(plan, plan.media)(Chance(Random(0)))
            for name in missing:
                if isinstance(made, dict) and name in made:
                    body[name] = made[name]
                    self.changes[f"{call.coordinate}: {name} was filled in"] += 1
        return call._replace(body=body)

    def _fitted(self, body: dict[str, Any], schema: JsonSchema, place: str) -> dict[str, Any]:
        """The members that the schema knows; all where it takes any."""
        if not schema.properties or schema.alternatives:
            return dict(body)
        kept = {}
        for name, value in body.items():
            if (
                name not in schema.properties
                and name not in schema.hidden
                and not schema.merged.get("patternProperties")
            ):
                self.changes[f"{place}: {name} was cut"] += 1
                continue
            inner = schema.of_property(name)
            kept[name] = self._fitted(value, inner, f"{place}.{name}") if isinstance(value, dict) else value
        return kept


def _parameters(path: str) -> list[str]:
    return [step[1:-1] for step in path.split("/") if step.startswith("{")]
