"""Subscriptions over a WebSocket: graphql-transport-ws, and the older subscriptions-transport-ws."""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Failure
from querious.model.json_text import read_json
from querious.model.stream import Message, StreamTransport

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.execute.streams.connection import Frame, Socket
    from querious.execute.streams.record import StreamRecord
    from querious.model import JSON
    from querious.model.stream import StreamMessage


class SocketWords(NamedTuple):
    """The words of one protocol."""

    subprotocol: str
    subscribe: str
    stop: str
    received: Mapping[str, Message]
    """What the server may say."""
    named: frozenset[Message]
    """What has to carry the id of its operation."""


_NAMED: Final = frozenset({Message.NEXT, Message.ERROR, Message.COMPLETE})
SOCKET_WORDS: Final[Mapping[StreamTransport, SocketWords]] = {
    StreamTransport.WEBSOCKET: SocketWords(
        "graphql-transport-ws",
        "subscribe",
        "complete",
        {
            "connection_ack": Message.ACK,
            "next": Message.NEXT,
            "error": Message.ERROR,
            "complete": Message.COMPLETE,
            "ping": Message.PING,
            "pong": Message.PONG,
        },
        _NAMED,
    ),
    StreamTransport.OLD_WEBSOCKET: SocketWords(
        "graphql-ws",
        "start",
        "stop",
        {
            "connection_ack": Message.ACK,
            "connection_error": Message.REFUSED,
            "data": Message.NEXT,
            "error": Message.ERROR,
            "complete": Message.COMPLETE,
            "ka": Message.ALIVE,
        },
        _NAMED,
    ),
}
"""The older protocol calls its subprotocol what the newer one's most used library is called."""
OPERATION: Final = "1"


class WebSocketChannel:
    """One socket that carries one subscription."""

    def __init__(
        self, socket: Socket, dialect: SocketWords, record: StreamRecord, init: Mapping[str, JSON] | None
    ) -> None:
        self._socket = socket
        self._dialect = dialect
        self._record = record
        self._init = init
        self.is_over = False

    async def begin(self, body: JSON, seconds: float) -> bool:
        """Introduce ourselves, and subscribe once the server has acknowledged that; says whether it has."""
        if not await self.introduce(seconds):
            return False
        await self.send({"id": OPERATION, "type": self._dialect.subscribe, "payload": body}, Message.SUBSCRIBE)
        return True

    async def introduce(self, seconds: float) -> bool:
        """Say ``connection_init`` and wait for ``connection_ack``; says whether it came."""
        message: dict[str, JSON] = {"type": "connection_init"}
        if self._init:
            message["payload"] = dict(self._init)
        await self.send(message, Message.INIT)
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0 and not self.is_over:
            came = await self.receive(left)
            if came is not None and came.kind is Message.ACK:
                return True
            if came is not None and came.kind is Message.REFUSED:
                return False
        if not self.is_over:
            self._record.failed(Failure.TIMEOUT, "connection_init was never acknowledged")
        return False

    async def send(self, message: Mapping[str, JSON], kind: Message) -> None:
        """Send a message of the protocol. What introduces us may hold credentials, and is not written down."""
        shown = None if kind is Message.INIT else message.get("payload")
        self._record.note(kind, str(message.get("id", "")), shown, sent=True)
        await self._socket.send(json.dumps(message))

    async def send_raw(self, text: str) -> None:
        """Send any text."""
        self._record.note(Message.UNKNOWN, payload=text, sent=True)
        await self._socket.send(text)

    async def ping(self) -> bool:
        """Send a ping, of the protocol where it has one, else of WebSocket; says whether a pong is owed."""
        if Message.PONG in self._dialect.received.values():
            await self.send({"type": "ping"}, Message.PING)
            return True
        if not await self._socket.ping():
            return False
        self._record.note(Message.PING, sent=True)
        return True

    async def receive(self, seconds: float) -> StreamMessage | None:
        """The next message; None where none came in this time. A ping of the server's is answered."""
        if self.is_over:
            return None
        frame = await self._socket.receive(seconds)
        if frame is None:
            return None
        message = self._read(frame)
        self.is_over = message.kind is Message.CLOSED
        if message.kind is Message.PING:
            await self.send({"type": "pong"}, Message.PONG)
        return message

    async def stop(self) -> None:
        """Say that no more events are wanted."""
        if not self.is_over:
            await self.send({"id": OPERATION, "type": self._dialect.stop}, Message.COMPLETE)

    async def close(self) -> None:
        """Close the socket."""
        await self._socket.close()

    def _read(self, frame: Frame) -> StreamMessage:
        note = self._record.note
        if frame.closed:
            return self._record.closed(frame.code, frame.reason)
        if frame.pong:
            return note(Message.PONG)
        if frame.text is None:
            return note(Message.UNKNOWN, flaw=frame.flaw)
        size = len(frame.text)
        try:
            said = read_json(frame.text)
        except ValueError:
            return note(Message.UNKNOWN, flaw="a message that is not JSON", payload=frame.text[:200], size=size)
        if not isinstance(said, dict) or not isinstance(said.get("type"), str):
            return note(Message.UNKNOWN, flaw="a message without a type", payload=said, size=size)
        name, payload = said.get("id"), said.get("payload")
        kind = self._dialect.received.get(said["type"])
        if kind is None:
            flaw = f"a message of a type that the protocol does not know: {said['type'][:40]!r}"
            return note(Message.UNKNOWN, str(name or ""), said, flaw=flaw, size=size)
        flaw = ""
        if kind in self._dialect.named and not isinstance(name, str):
            flaw = f"a message {said['type']!r} without the id of its operation"
        return note(kind, str(name or ""), payload, flaw=flaw, size=size)
