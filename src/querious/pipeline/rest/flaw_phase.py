"""The phase that sends what the description rules out: one flaw at one place, in a call that works otherwise.

Random calls leave it to luck whether the one date that is not checked is ever none. Each flaw costs a request of its
own, since a service refuses a call at the first one that it notices.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.model.turns import in_turn
from querious.rest.call_requests import call_case
from querious.rest.cases.flaws import flaws

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Case
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.cases.flaws import Flaw

_AT_ONCE: Final = 32


class RestFlawPhase:
    """Goes on where it stopped; the first flaw of every operation comes before a second one."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._waiting: Iterator[tuple[CallableOperation, Flaw]] | None = None

    async def probe(self, budget: RunBudget) -> None:
        """Send flaws as far as this budget goes."""
        if not self._api.settings.invalid:
            return
        self._sender.enter("flaws")
        if self._waiting is None:
            self._waiting = in_turn([self._flaws(plan) for plan in self._reached()])
        while not self._sender.ended and not budget.spent():
            some = list(islice(self._waiting, _AT_ONCE))
            if not some:
                return
            await self._sender.send(self._cases(some), lambda _exchange, _judged: None)

    def _reached(self) -> list[CallableOperation]:
        held_back, recorder = self._api.order.held_back(), self._api.recorder
        return [
            plan
            for plan in self._api.plans.values()
            if plan.coordinate not in held_back and recorder.is_reached(plan.coordinate)
        ]

    def _flaws(self, plan: CallableOperation) -> Iterator[tuple[CallableOperation, Flaw]]:
        call = self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
        return ((plan, flaw) for flaw in flaws(call, plan))

    def _cases(self, some: list[tuple[CallableOperation, Flaw]]) -> Iterator[Case]:
        for number, (plan, flaw) in enumerate(some, self._sender.cases):
            yield call_case(number, flaw.call, plan.operation, self._api.service.base, flaw.what)
