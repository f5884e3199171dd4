"""Subscriptions over WebSocket: Ariadne's handlers of both protocols, with the checks that they leave out."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from ariadne.asgi.handlers import GraphQLTransportWSHandler, GraphQLWSHandler
from graphql import OperationType
from starlette.websockets import WebSocket, WebSocketDisconnect

from querious.demo.doors.refusal import DoorRefusalError
from querious.demo.doors.wire.execution import RequestError, events, execute, is_of, prepared
from querious.demo.doors.wire.reading import MalformedError, read_one
from querious.demo.doors.wire.streams import NEXT, only, payloads_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from querious.demo.doors.context import Ask
    from querious.demo.doors.rows import PersonRow
    from querious.demo.doors.wire.execution import Result

MODERN: Final = "graphql-transport-ws"
LEGACY: Final = "graphql-ws"
LONGEST_WAIT: Final = timedelta(seconds=10)
CODES: Final = {
    "malformed": 4400,
    "unauthorized": 4401,
    "forbidden": 4403,
    "subprotocol": 4406,
    "late": 4408,
    "duplicate": 4409,
    "twice": 4429,
}
"""Why a socket is closed, by the protocol graphql-transport-ws."""


async def serve_socket(ask: Ask, scope: Any, receive: Any, send: Any) -> None:
    """By the protocol that the client asks for; the newer one where it knows both."""
    socket = Socket(scope, receive, send)
    offered = scope.get("subprotocols", [])
    if MODERN in offered:
        await ModernSockets(ask).handle_websocket(socket)
    elif LEGACY in offered:
        await LegacySockets(ask).handle_websocket(socket)
    else:
        await socket.accept()
        await socket.close(code_for(ask, "subprotocol"), "Subprotocol not acceptable")


class Socket(WebSocket):
    """A message that is no JSON object is one without a type: it closes this socket, not the server's handler."""

    async def receive_json(self, mode: str = "text") -> Any:
        """The next message."""
        message = await self.receive()
        self._raise_on_disconnect(message)
        try:
            read = json.loads(message.get("text") or "")
        except (ValueError, RecursionError):
            return {}
        return read if isinstance(read, dict) and mode else {}

    async def send_json(self, data: Any, mode: str = "text") -> None:
        """In ASCII, so that halves of surrogate pairs come back as the escapes they came as."""
        if mode == "text":
            await self.send({"type": "websocket.send", "text": json.dumps(data)})


def viewer_of_socket(ask: Ask, socket: WebSocket, payload: object) -> PersonRow | None:
    """By the header of the handshake, or by a member of the payload of the first message."""
    told = socket.headers.get("authorization")
    members: Mapping[str, Any] = payload if isinstance(payload, dict) else {}
    inner = members.get("headers")
    for holder in (members, inner if isinstance(inner, dict) else {}):
        for name, value in holder.items():
            if name.lower() == "authorization" and isinstance(value, str):
                told = value
    viewer: PersonRow | None = ask.step("http.viewer")(ask, told)
    return viewer


def code_for(ask: Ask, reason: str) -> int:
    """With what code the socket is closed."""
    code: int = ask.step("socket.code")(reason)
    return code


async def payloads_for(ask: Ask, data: object) -> AsyncGenerator[Result, None]:
    """What answers an operation that came over a socket; MalformedError or RequestError where nothing can."""
    wanted = read_one(data)
    document, operation = prepared(ask, wanted)
    if is_of(operation, OperationType.SUBSCRIPTION):
        return payloads_of(await events(ask, wanted, document, operation))
    return only(await execute(ask, wanted, document, operation))


class ModernSockets(GraphQLTransportWSHandler):
    """graphql-transport-ws, for one connection."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(connection_init_wait_timeout=LONGEST_WAIT)
        self.ask = ask
        self.tasks: set[asyncio.Task[None]] = set()

    async def handle_websocket(self, websocket: Any) -> None:
        """Until it is closed; nothing is left running."""
        try:
            await super().handle_websocket(websocket)
        finally:
            for task in set(self.tasks):
                task.cancel()

    async def handle_connection_init_timeout(self, websocket: Any, client_context: Any) -> None:
        """The first message is late."""
        await asyncio.sleep(self.connection_init_wait_timeout.total_seconds())
        if not client_context.connection_init_received:
            with suppress(RuntimeError, WebSocketDisconnect):
                await websocket.close(code_for(self.ask, "late"), "Connection initialisation timeout")

    async def handle_websocket_connection_init_message(
        self, websocket: Any, message: dict[str, Any], client_context: Any
    ) -> None:
        """Once, by somebody whose token holds, or by nobody."""
        if client_context.connection_init_received:
            await websocket.close(code_for(self.ask, "twice"), "Too many initialisation requests")
            return
        client_context.connection_init_received = True
        payload = message.get("payload")
        try:
            self.ask = self.ask.of(self.ask.step("socket.viewer")(self.ask, websocket, payload))
        except DoorRefusalError:
            await websocket.close(code_for(self.ask, "forbidden"), "Forbidden")
            return
        client_context.connection_acknowledged = True
        if self.ask.step("socket.acknowledges")(payload):
            await websocket.send_json({"type": "connection_ack"})

    async def handle_websocket_ping_message(self, websocket: Any, client_context: Any) -> None:
        """Answered at once."""
        if self.ask.step("socket.pongs")():
            await super().handle_websocket_ping_message(websocket, client_context)

    async def handle_websocket_invalid_type(self, websocket: Any) -> None:
        """A message that the protocol does not have."""
        await websocket.close(code_for(self.ask, "malformed"), "Invalid message received")

    async def handle_websocket_subscribe(
        self, websocket: Any, data: Any, operation_id: Any, client_context: Any
    ) -> None:
        """A stream under an identifier that is free."""
        if not client_context.connection_acknowledged:
            await websocket.close(code_for(self.ask, "unauthorized"), "Unauthorized")
            return
        if not isinstance(operation_id, str) or not operation_id:
            await self.handle_websocket_invalid_type(websocket)
            return
        if operation_id in client_context.operation_tasks:
            told = f"Subscriber for {operation_id[:60]} already exists"
            await websocket.close(code_for(self.ask, "duplicate"), told)
            return
        try:
            payloads = await payloads_for(self.ask, data)
        except MalformedError:
            await self.handle_websocket_invalid_type(websocket)
            return
        except RequestError as error:
            await websocket.send_json({"type": "error", "id": operation_id, "payload": error.result["errors"]})
            return
        sending = self._send(websocket, operation_id, payloads, client_context)
        task = client_context.operation_tasks[operation_id] = asyncio.create_task(sending)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _send(
        self, websocket: Any, operation_id: str, payloads: AsyncGenerator[Result, None], client_context: Any
    ) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            async for kind, payload in self.ask.step("stream.outcomes")(payloads):
                told = {"payload": payload} if kind == NEXT else {}
                if kind != NEXT:
                    client_context.operation_tasks.pop(operation_id, None)
                await websocket.send_json({"type": kind, "id": operation_id, **told})

    async def handle_websocket_complete_message(self, _: Any, operation_id: Any, client_context: Any) -> None:
        """The client wants no more of it."""
        task = client_context.operation_tasks.pop(operation_id, None) if isinstance(operation_id, str) else None
        if task is not None:
            await self.ask.step("socket.stop")(task)


async def stop(task: asyncio.Task[None]) -> None:
    """Nothing is sent from now on."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


class LegacySockets(GraphQLWSHandler):
    """graphql-ws, the protocol of subscriptions-transport-ws, for one connection."""

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self.ask = ask
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def handle_websocket(self, websocket: Any) -> None:
        """Until it is closed; nothing is left running."""
        try:
            await super().handle_websocket(websocket)
        finally:
            for task in list(self.tasks.values()):
                task.cancel()

    async def handle_websocket_message(self, websocket: Any, message: dict[str, Any], operations: Any) -> None:
        """One that the protocol does not have closes the socket."""
        kind, operation_id = message.get("type"), message.get("id")
        if kind == self.GQL_STOP:
            task = self.tasks.pop(operation_id, None) if isinstance(operation_id, str) else None
            if task is not None:
                await self.ask.step("socket.stop")(task)
        elif kind in {self.GQL_CONNECTION_INIT, self.GQL_CONNECTION_TERMINATE, self.GQL_START}:
            await super().handle_websocket_message(websocket, message, operations)
        else:
            await websocket.close(code_for(self.ask, "malformed"))

    async def handle_websocket_connection_init_message(self, websocket: Any, message: dict[str, Any]) -> None:
        """By somebody whose token holds, or by nobody."""
        payload = message.get("payload")
        try:
            self.ask = self.ask.of(self.ask.step("socket.viewer")(self.ask, websocket, payload))
        except DoorRefusalError as error:
            told = {"type": self.GQL_CONNECTION_ERROR, "payload": {"message": error.message}}
            await websocket.send_json(told)
            await websocket.close(code_for(self.ask, "forbidden"))
            return
        if self.ask.step("socket.acknowledges")(payload):
            await websocket.send_json({"type": self.GQL_CONNECTION_ACK})

    async def process_single_message(self, websocket: Any, data: Any, operation_id: Any, _: Any) -> None:
        """A stream under an identifier that is free."""
        if not isinstance(operation_id, str) or operation_id in self.tasks:
            await websocket.close(code_for(self.ask, "malformed"))
            return
        try:
            payloads = await payloads_for(self.ask, data)
        except MalformedError as error:
            told = {"type": self.GQL_ERROR, "id": operation_id, "payload": {"message": error.message}}
            await websocket.send_json(told)
            return
        except RequestError as error:
            told = {"type": self.GQL_ERROR, "id": operation_id, "payload": error.result["errors"][0]}
            await websocket.send_json(told)
            return
        self.tasks[operation_id] = asyncio.create_task(self._send(websocket, operation_id, payloads))

    async def _send(self, websocket: Any, operation_id: str, payloads: AsyncGenerator[Result, None]) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            async for kind, payload in self.ask.step("stream.outcomes")(payloads):
                if kind == NEXT:
                    await websocket.send_json({"type": self.GQL_DATA, "id": operation_id, "payload": payload})
                else:
                    self.tasks.pop(operation_id, None)
                    await websocket.send_json({"type": self.GQL_COMPLETE, "id": operation_id})
