"""Second entries: created with what the first alone can have, and with everything else made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.rest.actions import may_be_unique
from querious.rest.relations import rest_answer
from querious.rest.relations.readable_lists import look_ups_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from querious.model import Exchange
    from querious.model.rest_call import RestCall
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.rest.cases.callable_operation import CallableOperation

_ATTEMPTS: Final = 4
"""To create two entries: what is seen once has to show again, and some are refused for other reasons."""
_REFUSED: Final = frozenset({409})


class SecondEntries:
    """Creates pairs of entries that share what only one can have."""

    def __init__(
        self,
        api: RestApi,
        sender: BatchSender,
        send: Callable[[RestCall], Awaitable[Exchange | None]],
        judge: Callable[[Sequence[Exchange]], bool],
    ) -> None:
        """``judge``: whether anything is held against a trace."""
        self._api = api
        self._sender = sender
        self._send = send
        self._judge = judge

    async def create(self, plan: CallableOperation, is_over: Callable[[], bool]) -> None:
        """For each member of the body of which only one entry can have a value."""
        schema = plan.body_in(plan.media) if plan.media else None
        if plan.method != "POST" or schema is None or not self._api.recorder.is_reached(plan.coordinate):
            return
        look_ups = look_ups_of(plan.operation.path, self._api.plans.values())
        key = look_ups[0].operation.path.rpartition("{")[2].rstrip("/}") if look_ups else ""
        for name in may_be_unique(schema.properties, plan.operation, key):
            for _ in range(_ATTEMPTS):
                if is_over() or await self._is_refused(plan, name):
                    break

    async def _is_refused(self, plan: CallableOperation, name: str) -> bool:
        """Whether a second entry with the value of a first one is."""
        first = await self._send(self._proposed(plan))
        body = first.case.call.body if first is not None else None
        if first is None or not rest_answer(first).has_succeeded or not isinstance(body, dict) or name not in body:
            return False
        call = self._proposed(plan)
        if not isinstance(call.body, dict):
            return False
        second = await self._send(call._replace(body={**call.body, name: body[name]}))
        return second is not None and not self._judge([first, second]) and second.status in _REFUSED

    def _proposed(self, plan: CallableOperation) -> RestCall:
        return self._api.generator.proposed(plan, self._sender.cases, self._api.pool.begin()).call
