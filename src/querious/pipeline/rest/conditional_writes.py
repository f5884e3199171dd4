"""Writes to what shows an entity tag: without a condition unless one is required, and on one that nothing fulfils.

One entry is written again and again, and what was read after a write is what was read before the next one. Only what
is held against the service is tried a second time.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from querious.model.rest_call import RestArgument
from querious.rest.actions import NO_SUCH_TAG, condition_header
from querious.rest.openapi.validity import validator
from querious.rest.relations import rest_answer
from querious.state.substructure import members
from querious.values import Chance

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from querious.model import Exchange
    from querious.model.rest_call import RestCall
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.cases.callable_operation import CallableOperation

_WRITES: Final = 2
"""With any members."""
_MEMBERS: Final = 8
"""That are written alone."""
_REQUIRED: Final = "428"
_TRIES: Final = 20
"""Bodies drawn before one that has a member."""


class ConditionalWrites:
    """Writes to what shows an entity tag."""

    def __init__(
        self,
        api: RestApi,
        sender: BatchSender,
        send_all: Callable[[Sequence[RestCall]], Awaitable[list[Exchange]]],
        judge: Callable[[Sequence[Exchange]], bool],
    ) -> None:
        """``judge``: whether anything is held against a trace."""
        self._api = api
        self._sender = sender
        self._send_all = send_all
        self._judge = judge

    async def write(self, plan: CallableOperation, is_over: Callable[[], bool]) -> None:
        """With some members, then with one alone, as beside others it does not show that a tag leaves it out."""
        look_up = self._api.plans.get(f"GET {plan.operation.path}")
        is_reached = self._api.recorder.is_reached
        if plan.method not in {"PATCH", "PUT"} or look_up is None or not is_reached(look_up.coordinate):
            return
        names = list(plan.body.properties)[:_MEMBERS] if plan.method == "PATCH" and plan.body is not None else []
        waiting = deque([*([""] * _WRITES), *names])
        repeated: set[str] = set()
        before: Exchange | None = None
        while waiting and is_reached(plan.coordinate) and not is_over():
            alone = waiting.popleft()
            before = before or await self._tagged(look_up)
            if before is None:
                continue
            write = self._changed_write(plan, before, alone)
            trace = await self._send_all([write, before.case.call])
            is_held_against = self._judge([before, *trace]) if trace else False
            if trace and not alone:
                is_held_against |= await self._write_on_condition(plan, write, trace[-1])
            if is_held_against and alone not in repeated:  # what was seen once has to show again
                repeated.add(alone)
                waiting.append(alone)
            before = trace[-1] if trace and rest_answer(trace[0]).has_succeeded else None

    async def _tagged(self, look_up: CallableOperation) -> Exchange | None:
        """An entry that was read without conditions, if it shows its entity tag."""
        read = self._api.generator.proposed(look_up, self._sender.cases, self._api.pool.begin()).call
        plain = read._replace(arguments=tuple(each for each in read.arguments if each.where == "path"))
        shown = next(iter(await self._send_all([plain])), None)
        return shown if shown is not None and rest_answer(shown).is_good and shown.headers.get("etag") else None

    async def _write_on_condition(self, plan: CallableOperation, write: RestCall, before: Exchange) -> bool:
        """The same write with a made-up tag, where a condition is documented; whether that is held against it."""
        condition = condition_header(plan.operation)
        if not condition:
            return False
        plain = tuple(each for each in write.arguments if each.where == "path")
        refused = write._replace(arguments=(*plain, RestArgument("header", condition, NO_SUCH_TAG)))
        return self._judge([before, *await self._send_all([refused])])

    def _changed_write(self, plan: CallableOperation, before: Exchange, alone: str) -> RestCall:
        """A write of the same entry that is likely to change something, with the shown tag where one is required."""
        chance = Chance(self._api.generator.random(self._sender.cases))
        proposed = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
        call = addressed_like(before.case.call, proposed)
        arguments = tuple(each for each in call.arguments if each.where == "path") + _condition(plan, before)
        make = self._api.calls.body_maker(plan, plan.media)
        write = call._replace(arguments=arguments, media=plan.media, body=make(chance))
        shown = members(rest_answer(before).payload)
        bodies = [members(make(chance)) for _ in range(_TRIES)] if alone else []
        values = [body[alone] for body in bodies if alone in body]
        value = next((value for value in values if alone not in shown or value != shown[alone]), None)
        schema = plan.body_in(plan.media)
        is_enough = value is not None and schema is not None and validator(schema).is_valid({alone: value})
        return write._replace(body={alone: value}) if is_enough else write


def _condition(plan: CallableOperation, before: Exchange) -> tuple[RestArgument, ...]:
    """``If-Match`` with the tag that was shown, where a write is refused without."""
    name = condition_header(plan.operation)
    parameter = next((each for each in plan.operation.parameters if each.where == "header" and each.name == name), None)
    if parameter is None or not (parameter.required or _REQUIRED in plan.operation.responses):
        return ()
    return (RestArgument("header", name, before.headers["etag"]),)


def addressed_like(read: RestCall, call: RestCall) -> RestCall:
    """A call that goes to the entry that another one reads."""
    place = {argument.name: argument for argument in read.arguments if argument.where == "path"}
    arguments = [place.get(each.name, each) if each.where == "path" else each for each in call.arguments]
    return call._replace(arguments=tuple(arguments))
