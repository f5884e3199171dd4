"""Jobs that are followed: started, read until they have ended, and then read once more with what they made.

Like everything that a run makes they are removed at its end.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from querious.model.rest_call import RestArgument, RestCall
from querious.rest.actions.job_rules import has_ended, has_succeeded, state_of
from querious.rest.new_places import place_of_new
from querious.rest.relations import rest_answer
from querious.rest.relations.readable_lists import look_ups_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from querious.model import Exchange
    from querious.pipeline.rest.api import RestApi
    from querious.rest.cases.callable_operation import CallableOperation

_PAUSES: Final = (0.0, 0.0, 0.0, 0.1, 0.2, 0.4, 0.8)
"""Seconds before each read: a job may be done at once, or in a moment."""


class JobPolls:
    """Starts jobs and follows them."""

    def __init__(self, api: RestApi, send: Callable[[RestCall], Awaitable[Exchange | None]]) -> None:
        self._api = api
        self._send = send

    def starts_job(self, plan: CallableOperation) -> bool:
        """Whether an operation is documented to start what can be read at an address of its own."""
        is_start = plan.method == "POST" and str(HTTPStatus.ACCEPTED.value) in plan.operation.responses
        return is_start and bool(look_ups_of(plan.operation.path, self._api.plans.values()))

    async def follow(self, start: RestCall) -> list[Exchange]:
        """All exchanges of one job, in their order; none where it could not be followed."""
        started = await self._send(start)
        read = self._look_up(started) if started is not None else None
        if started is None or read is None:
            return []
        trace = [started]
        state = ""
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            state = await self._read(read, trace)
            if has_ended(state):
                break
        if has_succeeded(state):
            for plan in self._parts_of(read):
                await self._read(read._replace(path=plan.operation.path), trace)
        await self._read(read, trace)
        return trace

    async def _read(self, call: RestCall, trace: list[Exchange]) -> str:
        exchange = await self._send(call)
        if exchange is None:
            return ""
        trace.append(exchange)
        return state_of(rest_answer(exchange))

    def _look_up(self, started: Exchange) -> RestCall | None:
        """How the job is read that was started; None where nobody knows."""
        if started.status != HTTPStatus.ACCEPTED:
            return None
        operation = self._api.plans[started.case.call.coordinate].operation
        for plan in look_ups_of(operation.path, self._api.plans.values()):
            place = place_of_new(started, operation, plan.operation)
            if place is not None:
                arguments = tuple(RestArgument("path", name, value) for name, value in place.items())
                return RestCall("GET", plan.operation.path, arguments)
        return None

    def _parts_of(self, read: RestCall) -> list[CallableOperation]:
        """What can be read below a job without any further parameter."""
        found = []
        for plan in self._api.plans.values():
            rest = plan.operation.path.removeprefix(f"{read.path}/")
            needed = [kind for kind in plan.parameters if kind.parameter.required and kind.parameter.where != "path"]
            if plan.method == "GET" and rest != plan.operation.path and "{" not in rest and not needed:
                found.append(plan)
        return found
