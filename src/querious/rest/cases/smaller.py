"""Smaller calls that may still show a finding: without optional parts, then with simpler values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.rest.call_requests import call_case, is_one_step

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from querious.model.case import Case
    from querious.model.rest_call import RestCall
    from querious.model.values import JSON
    from querious.rest.openapi import RestOperation


def smaller_cases(
    cases: tuple[Case, ...],
    operation_of: Callable[[Case], RestOperation | None],
    is_valid: Callable[[RestCall], bool],
    base: str,
) -> Generator[tuple[Case, ...], bool, None]:
    """Scenarios with one case made smaller at a time; each is sent back with whether it still shows the finding.

    A case that is valid stays valid, and one with a flaw keeps it.
    """
    best = list(cases)
    for step in reversed(range(len(cases))):
        fewer = (*best[:step], *best[step + 1 :])
        if fewer and (yield fewer):
            best = list(fewer)
    for place, case in enumerate(tuple(best)):
        operation = operation_of(case)
        if operation is None:
            continue
        call = case.call
        was_valid = case.valid or is_valid(call)
        progress = True
        while progress:
            progress = False
            for candidate in smaller_calls(call, operation, values=len(best) == 1):
                if is_valid(candidate) is not was_valid:
                    continue
                changed = call_case(case.number, candidate, operation, base, case.flaw)
                changed = replace(changed, identity=case.identity)
                if (yield (*best[:place], changed, *best[place + 1 :])):
                    best[place], call, progress = changed, candidate, True
                    break


def smaller_calls(call: RestCall, operation: RestOperation, *, values: bool) -> Iterator[RestCall]:
    """Without an optional part; with ``values`` also with smaller values, which in a scenario must fit each other."""
    required = {(each.where, each.name) for each in operation.parameters if each.required}
    for argument in call.arguments:
        if (argument.where, argument.name) not in required:
            yield call._replace(arguments=tuple(each for each in call.arguments if each is not argument))
    if not values:
        return
    if call.media:
        for body in _smaller_values(call.body):
            yield call._replace(body=body)
    for place, argument in enumerate(call.arguments):
        for value in _smaller_values(argument.value):
            if argument.where != "path" or is_one_step(value):
                changed = (*call.arguments[:place], argument._replace(value=value), *call.arguments[place + 1 :])
                yield call._replace(arguments=changed)


def _smaller_values(value: JSON) -> Iterator[JSON]:
    if isinstance(value, dict):
        for name in value:
            yield {key: each for key, each in value.items() if key != name}
        for name, member in value.items():
            for smaller in _smaller_values(member):
                yield {**value, name: smaller}
    elif isinstance(value, list):
        if value:
            yield value[: len(value) // 2]
            yield value[:-1]
        for place, item in enumerate(value[:4]):
            for smaller in _smaller_values(item):
                yield [*value[:place], smaller, *value[place + 1 :]]
    elif isinstance(value, str) and len(value) > 1:
        yield value[: len(value) // 2]
        yield value[len(value) // 2 :]
    elif isinstance(value, int | float) and not isinstance(value, bool) and abs(value) > 1:
        yield 0 if value > 0 else -1
        yield int(value / 2)
