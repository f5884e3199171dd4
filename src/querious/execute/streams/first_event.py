"""A subscription sent like any other case: its first event is the answer. What replays and shrinks needs no more."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.execute.client import ClientWrapper
from querious.execute.streams.websocket import OPERATION
from querious.model import Exchange, Failure
from querious.model.stream import Message

if TYPE_CHECKING:
    from querious.execute.client import Client
    from querious.execute.streams.opener import Streams
    from querious.model import JSON, Case
    from querious.model.stream import Stream, StreamMessage

_PATIENCE: Final = 2.0
"""Seconds that an event is waited for. One that has to be caused does not come by itself."""
_OK: Final = 200


class Subscribing(ClientWrapper):
    """A client that opens a stream for a subscription."""

    def __init__(self, client: Client, streams: Streams) -> None:
        super().__init__(client)
        self._streams = streams

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        if case.operation.kind != "subscription":
            return await self._client.send(case)
        opened = await self._streams.find(case)
        if opened is None:
            return Exchange(case, failure=Failure.UNREACHABLE, detail="no transport of subscriptions answers")
        try:
            while not opened.is_over:
                message = await opened.receive(_PATIENCE)
                if message is None:
                    break
                exchange = event_exchange(opened.stream(), message)
                if exchange is not None:
                    return exchange
        finally:
            await opened.close()
        stream = opened.stream()
        return Exchange(
            case,
            elapsed=stream.elapsed,
            failure=stream.failure or Failure.TIMEOUT,
            detail=stream.detail or "no event came by itself",
            began=stream.began,
        )

    async def close(self) -> None:
        """See ``Client``."""
        await self._streams.close()
        await super().close()


def event_exchange(stream: Stream, message: StreamMessage) -> Exchange | None:
    """An event as the answer to its subscription: it is judged as any response is; None for what is none."""
    if message.flaw or message.kind not in {Message.NEXT, Message.ERROR} or message.id not in {"", OPERATION}:
        return None
    payload: JSON = message.payload
    if message.kind is Message.ERROR:
        payload = {"errors": payload if isinstance(payload, list) else [payload]}
    body = json.dumps(payload, ensure_ascii=True).encode()
    return Exchange(
        stream.case,
        _OK,
        {"content-type": "application/json"},
        body,
        payload,
        is_json=True,
        masked=message.masked,
        began=stream.began,
    )
