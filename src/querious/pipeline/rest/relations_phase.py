"""The phase that looks for wrong answers of a REST API: relations ask, and what breaks one is asked again as a whole.

A mismatch counts only if the same calls, one after the other, show it again: data that others change in the meantime
is nobody's fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.rest.call_requests import call_case
from querious.rest.relations import rest_answer
from querious.rest.relations.readable_lists import ReadableList, look_ups_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Exchange
    from querious.model.rest_call import RestCall
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.rest.cases.calls import CallableOperation
    from querious.rest.relations.relation import RestConversation, RestRelation

_VARIANTS: Final = 3
"""Calls of one list: below other parents, other rows are shown."""
_LONGEST: Final = 24
"""Steps of a conversation at most."""


class RestRelationsPhase:
    """Lets relations ask of every list until they know nothing more to ask, or the budget is spent."""

    def __init__(self, api: RestApi, sender: BatchSender, ledger: Ledger) -> None:
        self._api = api
        self._sender = sender
        self._ledger = ledger

    async def relate(self, budget: RunBudget) -> None:
        """Hold every conversation that is worth it, as far as this budget goes."""
        self._sender.enter("relations")
        for plan in self._api.plans.values():
            if plan.method == "GET" and self._api.recorder.is_reached(plan.coordinate):
                for readable in await self._lists(plan, budget):
                    await self._hold(readable, budget)

    def _over(self, budget: RunBudget) -> bool:
        return bool(self._sender.ended or budget.spent())

    async def _lists(self, plan: CallableOperation, budget: RunBudget) -> list[ReadableList]:
        """The rows that an operation shows now, for some of the calls of it that have worked."""
        found: dict[str, ReadableList] = {}
        for call in self._worked(plan):
            exchange = None if self._over(budget) else await self._send(call)
            rows = rows_of(exchange.payload) if exchange is not None and rest_answer(exchange).is_good else None
            if exchange is not None and rows:
                look_ups = look_ups_of(plan.operation.path, self._api.plans.values())
                found.setdefault(exchange.case.request.path, ReadableList(plan, call, rows, look_ups))
        return list(found.values())

    def _worked(self, plan: CallableOperation) -> Iterator[RestCall]:
        """Calls that have worked, with nothing but what is required."""
        known = self._api.pool.call(plan.coordinate)
        required = {kind.parameter.name for kind in plan.parameters if kind.parameter.required}
        seen: set[str] = set()
        for worked in known.worked if known is not None else ():
            members = {name: value for name, value in worked.arguments.items() if name in required}
            if str(members) not in seen and len(seen) < _VARIANTS:
                seen.add(str(members))
                yield self._api.calls.call(plan, members)

    async def _hold(self, readable: ReadableList, budget: RunBudget) -> None:
        errors = self._api.errors
        for relation in self._api.relations:
            if errors.is_off("relation", relation.name):
                continue
            with errors.guard("relation", relation.name):
                for conversation in relation.propose(readable):
                    if self._over(budget):
                        return
                    await self._converse(relation, conversation)

    async def _converse(self, relation: RestRelation, conversation: RestConversation) -> None:
        trace: list[Exchange] = []
        call = next(conversation, None)
        while call is not None and len(trace) < _LONGEST:
            exchange = await self._send(call)
            if exchange is None:
                return
            trace.append(exchange)
            try:
                call = conversation.send(rest_answer(exchange))
            except StopIteration:
                call = None
        await self._judge(relation, trace)

    async def _judge(self, relation: RestRelation, trace: Sequence[Exchange]) -> None:
        """Hold the relation against the trace, and ask again what breaks it."""
        found = self._api.relate(relation, trace)
        self._api.tallies.add(relation.name, "failed" if found else "passed")
        new = {finding.fingerprint for finding in found if finding.fingerprint not in self._ledger}
        if not new:
            self._sender.count(found)
            return
        again: list[Exchange] = []
        for exchange in trace:
            answer = await self._send(exchange.case.call)
            if answer is None:
                return
            again.append(answer)
        shown = [finding for finding in self._api.relate(relation, again) if finding.fingerprint in new]
        self._sender.count(shown)

    async def _send(self, call: RestCall) -> Exchange | None:
        """What came of a call; None where the budget ended before it."""
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        operation = self._api.calls.plans[call.coordinate].operation
        case = call_case(self._sender.cases, call, operation, self._api.service.base)
        await self._sender.send(iter([case]), look)
        return answers[0] if answers else None
