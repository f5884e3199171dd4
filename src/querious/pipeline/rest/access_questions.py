"""Calls sent as one of several identities, within the budget of the phase; what was read before is not asked again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from querious.model.identity import spoilt_credential
from querious.rest.access.askers import READS
from querious.rest.call_requests import call_case

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Case, Exchange
    from querious.model.rest_call import RestCall
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged
    from querious.rest.relations import RestAnswer


class AccessQuestions:
    """Asks as somebody."""

    def __init__(self, api: RestApi, sender: BatchSender, budget: RunBudget) -> None:
        self._api = api
        self._sender = sender
        self._budget = budget
        self._known: dict[tuple[str, str], RestAnswer] = {}

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be asked."""
        return bool(self._sender.ended or self._budget.spent())

    async def ask(self, call: RestCall, identity: str) -> RestAnswer | None:
        """What comes of a call now; None where the budget is spent, or nothing is known of who asks any more."""
        plan = self._api.calls.plans.get(call.coordinate)
        if plan is None or self.is_over or self._api.target.lost_identity(spoilt_credential(identity)[0]):
            return None
        case = call_case(self._sender.cases, call, plan.operation, self._api.service.base)
        exchange = await self._send(replace(case, identity=identity))
        if exchange is None:
            return None
        answer = self._api.answer(exchange)
        if call.method in READS:
            self._known[identity, str(call)] = answer
        return answer

    async def read(self, call: RestCall, identity: str) -> RestAnswer | None:
        """What has come of a read before in this phase; else what comes of it now."""
        return self._known.get((identity, str(call))) or await self.ask(call, identity)

    async def ask_all(self, asked: Sequence[tuple[RestCall, str]]) -> list[RestAnswer]:
        """All of them, one after the other; none where the budget ended before the last."""
        answers = [await self.ask(call, identity) for call, identity in asked]
        whole = [answer for answer in answers if answer is not None]
        return whole if len(whole) == len(answers) else []

    async def send(self, call: RestCall, identity: str) -> RestAnswer:
        """What comes of a call that has to be sent, whatever is left of the budget, and of whose account it is.

        This phase removes what it has made, and gives back what it has changed of somebody.
        """
        operation = self._api.calls.plans[call.coordinate].operation
        case = call_case(self._sender.next_number(), call, operation, self._api.service.base)
        return self._api.answer(await self._sender.session.send(replace(case, identity=identity)))

    def forget(self) -> None:
        """Data has changed: what was read is asked for again."""
        self._known.clear()

    async def _send(self, case: Case) -> Exchange | None:
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        await self._sender.send(iter([case]), look)
        if answers:
            self._api.recorder.note(answers[0])
        return answers[0] if answers else None
