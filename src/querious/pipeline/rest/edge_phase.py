"""The phase that tries the edges of what a description allows: one value at one place, in a call that works otherwise.

The first edge of every place comes before the second of any, so that each place is tried early.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model.rest_call import RestArgument, RestCall
from querious.model.turns import in_turn
from querious.rest.call_requests import LONGEST_IN_LINE, call_case
from querious.rest.cases.edges import edge_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model import Case
    from querious.model.values import JSON
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.cases.calls import CallableOperation

    Change = Callable[[RestCall], RestCall]

_AT_ONCE: Final = 32


class RestEdgePhase:
    """Goes on where it stopped when it is entered again."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._waiting: Iterator[tuple[CallableOperation, Change]] | None = None

    async def probe(self, budget: RunBudget) -> None:
        """Try edges as far as this budget goes."""
        self._sender.enter("edges")
        if self._waiting is None:
            self._waiting = in_turn([self._edges(plan) for plan in self._reached()])
        while not self._sender.ended and not budget.spent():
            some = list(islice(self._waiting, _AT_ONCE))
            if not some:
                return
            await self._sender.send(self._cases(some))

    def _reached(self) -> list[CallableOperation]:
        held_back, recorder = self._api.order.held_back(), self._api.recorder
        return [
            plan
            for plan in self._api.plans.values()
            if plan.coordinate not in held_back and recorder.is_reached(plan.coordinate)
        ]

    def _edges(self, plan: CallableOperation) -> Iterator[tuple[CallableOperation, Change]]:
        """What to change in a call of one operation: edge by edge, each of them at all places."""
        places = [
            [_argument(kind.parameter.where, kind.parameter.name, value) for value in edge_values(kind.schema)]
            for kind in plan.parameters
            if kind.parameter.where != "path"
        ]
        if plan.body is not None and plan.media and plan.body.properties:
            for name in plan.body.properties:
                places.append([_member(name, value) for value in edge_values(plan.body.of_property(name))])
        return ((plan, change) for change in in_turn(places))

    def _cases(self, some: list[tuple[CallableOperation, Change]]) -> Iterator[Case]:
        first, round_ = self._sender.cases, self._api.pool.begin()
        number = first
        for plan, change in some:
            call = self._api.generator.proposed(plan, number, round_).call
            changed = change(call)
            if self._api.calls.is_valid(changed):
                yield call_case(number, changed, plan.operation, self._api.service.base)
                number += 1


def _argument(where: str, name: str, value: JSON) -> Change:
    def change(call: RestCall) -> RestCall:
        if isinstance(value, str) and len(value) > LONGEST_IN_LINE:
            return call
        others = tuple(each for each in call.arguments if (each.where, each.name) != (where, name))
        return call._replace(arguments=(*others, RestArgument(where, name, value)))

    return change


def _member(name: str, value: JSON) -> Change:
    def change(call: RestCall) -> RestCall:
        return call._replace(body={**call.body, name: value}) if isinstance(call.body, dict) else call

    return change
