"""A small server of subscriptions on loopback, healthy or misbehaving by switches: one for each thing that can go wrong."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web
from graphql import build_schema, graphql, parse, subscribe

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

SDL = """
type Note { id: ID! text: String! room: String! }
type Query { notes: [Note!]! note(id: ID!): Note }
type Mutation { addNote(text: String!, room: String!): Note! rename(id: ID!, text: String!): Note }
type Subscription { noteAdded(room: String!): Note! noteRenamed(id: ID!): Note! ticks: Int! }
"""
FLOOD = 100_000


class Room:
    """The data and the listeners of one server."""

    def __init__(self, switches: frozenset[str]) -> None:
        self.on = switches.__contains__
        self.schema = build_schema(SDL)
        self.notes = [{"id": str(n), "text": text, "room": "red"} for n, text in enumerate(("milk", "tea", "bread"), 1)]
        self.listeners: list[tuple[str, asyncio.Queue[dict[str, Any]]]] = []
        self.changes = 0
        self.events_sent = 0

    def publish(self, name: str, note: dict[str, Any]) -> None:
        self.changes += 1
        if self.on("loses_the_third") and self.changes % 3 == 0:
            return
        said = {**note, "text": "as it was"} if self.on("untrue") else dict(note)
        if self.on("null"):
            said["text"] = None
        for wanted, queue in self.listeners:
            if wanted == name:
                for _ in range(2 if self.on("doubled") else 1):
                    queue.put_nowait(said)

    async def events(self, name: str, key: str, value: str) -> AsyncIterator[dict[str, Any]]:
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        entry = (name, queue)
        self.listeners.append(entry)
        try:
            while True:
                note = await queue.get()
                if note[key] == value or self.on("other_arguments"):
                    yield {name: note}
        finally:
            self.listeners.remove(entry)

    async def ticks(self) -> AsyncIterator[dict[str, Any]]:
        for number in range(FLOOD if self.on("flood") else 100_000):
            yield {"ticks": number}
            await asyncio.sleep(0 if self.on("flood") else 0.03)

    def root(self) -> dict[str, Any]:
        def add(_: Any, text: str, room: str) -> dict[str, Any]:
            note = {"id": str(len(self.notes) + 1), "text": text, "room": room}
            self.notes.append(note)
            self.publish("noteAdded", note)
            return note

        def rename(_: Any, id: str, text: str) -> dict[str, Any] | None:  # noqa: A002 - the argument's name
            note = next((one for one in self.notes if one["id"] == id), None)
            if note is not None:
                note["text"] = text
                self.publish("noteRenamed", note)
            return note

        return {
            "notes": lambda _: self.notes,
            "note": lambda _, **given: next((one for one in self.notes if one["id"] == given["id"]), None),
            "addNote": add,
            "rename": rename,
            "noteAdded": lambda _, room: self.events("noteAdded", "room", room),
            "noteRenamed": lambda _, **given: self.events("noteRenamed", "id", given["id"]),
            "ticks": lambda _: self.ticks(),
        }

    async def answer(self, request: web.Request) -> web.Response:
        asked = await request.json()
        result = await graphql(
            self.schema,
            asked["query"],
            self.root(),
            variable_values=asked.get("variables"),
            operation_name=asked.get("operationName"),
        )
        return web.json_response(result.formatted)

    async def source(self, payload: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        document = parse(payload["query"])
        kind = document.definitions[0].operation.value  # type: ignore[attr-defined]
        if kind != "subscription":
            yield (await graphql(self.schema, payload["query"], self.root())).formatted
            return
        found = await subscribe(self.schema, document, self.root(), variable_values=payload.get("variables"))
        if not hasattr(found, "__aiter__"):
            yield found.formatted
            return
        try:
            async for result in found:
                yield result.formatted
        finally:
            await found.aclose()


class Socket:
    """One socket of graphql-transport-ws."""

    def __init__(self, room: Room, socket: web.WebSocketResponse) -> None:
        self.room = room
        self.on = room.on
        self.socket = socket
        self.acknowledged = False
        self.initialised = False
        self.running: dict[str, asyncio.Task[None]] = {}

    async def say(self, **message: Any) -> None:
        with suppress(ConnectionError):
            await self.socket.send_str(json.dumps(message))

    async def close(self, code: int) -> None:
        await self.socket.close(code=4499 if self.on("wrong_codes") else code)

    async def listen(self) -> None:
        if self.on("closes_at_once"):
            await self.socket.close(code=1011)
            return
        try:
            async for frame in self.socket:
                if frame.type is WSMsgType.TEXT and not await self.hear(frame.data):
                    return
        finally:
            for task in self.running.values():
                task.cancel()

    async def hear(self, text: str) -> bool:
        try:
            message = json.loads(text)
            kind = message["type"]
        except (ValueError, KeyError, TypeError):
            await self.close(4400)
            return False
        if kind == "connection_init":
            return await self.introduce()
        if kind == "ping":
            if not self.on("no_pong"):
                await self.say(type="pong")
        elif kind == "subscribe":
            return await self.start(message)
        elif kind == "complete":
            task = self.running.pop(message["id"], None)
            if task is not None and not self.on("deaf_to_complete"):
                task.cancel()
        elif kind != "pong":
            await self.close(4400)
            return False
        return True

    async def introduce(self) -> bool:
        if self.initialised:
            await self.close(4429)
            return False
        self.initialised = True
        if not self.on("no_ack"):
            await self.say(type="connection_ack")
            self.acknowledged = True
        if self.on("ack_twice"):
            await self.say(type="connection_ack")
        return True

    async def start(self, message: dict[str, Any]) -> bool:
        if not self.acknowledged and not self.on("serves_strangers"):
            await self.close(4401)
            return False
        name = message.get("id")
        if not isinstance(name, str):
            await self.close(4400)
            return False
        if name in self.running and not self.on("same_id_twice"):
            await self.close(4409)
            return False
        if self.on("garbage"):
            await self.socket.send_str("\x00 this is no JSON {{{")
        if self.on("binary"):
            await self.socket.send_bytes(b"\xff\xfe")
        if self.on("unknown_type"):
            await self.say(type="gossip", id=name)
        if self.on("foreign_id"):
            if self.socket.closed:
                return None
            await self.say(type="next", id="stranger", payload={"data": {"ticks": 1}})
        if self.on("dies"):
            asyncio.get_running_loop().call_later(0.2, self.socket._req.transport.abort)  # type: ignore[union-attr]
        self.running[name] = asyncio.create_task(self.run(name, message["payload"]))
        return True

    async def run(self, name: str, payload: dict[str, Any]) -> None:
        query = not payload["query"].lstrip().startswith("subscription")
        number = 0
        async for result in self.room.source(payload):
            await self.say(type="next", **({} if self.on("no_id") else {"id": name}), payload=result)
            number += 1
            self.room.events_sent += 1
            if self.on("after_complete") and number == 2:
                await self.say(type="complete", id=name)
        if not (self.on("never_complete") and query):
            await self.say(type="complete", id=name)
        self.running.pop(name, None)


@contextmanager
def subscribing(*switches: str) -> Iterator[str]:
    """A server on a free port; gives its URL."""
    room = Room(frozenset(switches))
    ready = threading.Event()
    place: dict[str, Any] = {}

    async def socket(request: web.Request) -> web.WebSocketResponse:
        made = web.WebSocketResponse(protocols=("graphql-transport-ws",), autoping="no_pong" not in switches)
        await made.prepare(request)
        await Socket(room, made).listen()
        return made

    async def serve() -> None:
        app = web.Application()
        app.router.add_post("/graphql", room.answer)
        app.router.add_get("/graphql", socket)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        place["url"] = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}/graphql"  # type: ignore[union-attr]
        place["loop"], place["end"] = asyncio.get_running_loop(), asyncio.Event()
        ready.set()
        await place["end"].wait()
        await runner.cleanup()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield place["url"]
    finally:
        place["loop"].call_soon_threadsafe(place["end"].set)
        thread.join(5)
