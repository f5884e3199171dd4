"""A client of the workspace with every door it has, without a server: requests and sockets, into the application."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from querious.demo.doors.app import create_doors_app
from querious.demo.doors.memory import Workspace
from querious.demo.doors.tokens import EXPIRED_TOKEN, TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterable

BOUNDARY = "the-boundary"
NOW = 1_800_000_000.0
TURNS = 60
"""Of the event loop without a message, after which there will be none: nothing in the workspace waits for a clock."""


@dataclass
class Answered:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def facts(self) -> tuple[Any, ...]:
        """All that a client can see."""
        return self.status, self.headers.get("content-type"), self.body


def file_part(name: str, file_name: str | None, content: bytes, media_type: str = "") -> bytes:
    told = f'Content-Disposition: form-data; name="{name}"'
    told += f'; filename="{file_name}"' if file_name is not None else ""
    told += f"\r\nContent-Type: {media_type}" if media_type else ""
    return f"--{BOUNDARY}\r\n{told}\r\n\r\n".encode() + content + b"\r\n"


class Client:
    def __init__(self, faults: Iterable[str] = ()) -> None:
        self.workspace = Workspace()
        self.app = create_doors_app(faults, clock=lambda: NOW, workspace=self.workspace)

    async def send(self, method: str, url: str, who: str = "", body: bytes = b"", **headers: str) -> Answered:
        """``who`` is a name, or a whole header ``Authorization``."""
        path, _, query = url.partition("?")
        sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items() if value]
        if who:
            sent.append((b"authorization", authorization(who).encode()))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [*sent, (b"host", b"desk")],
        }
        answered = Answered()
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if waiting:
                return waiting.pop()
            await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def take(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answered.status = message["status"]
                answered.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answered.body += message.get("body", b"")

        await self.app(scope, receive, take)
        return answered

    async def rest(self, who: str, method: str, url: str, body: Any = None) -> Answered:
        if body is None:
            return await self.send(method, url, who)
        return await self.send(method, url, who, json.dumps(body).encode(), content_type="application/json")

    async def post(self, who: str, body: Any, accept: str = "application/json") -> Answered:
        content = json.dumps(body).encode()
        return await self.send("POST", "/graphql", who, content, content_type="application/json", accept=accept)

    async def ask(self, who: str, query: str, **variables: Any) -> Any:
        return (await self.post(who, {"query": query, "variables": variables})).json

    async def get(self, who: str, accept: str = "application/json", **parameters: Any) -> Answered:
        told = {name: one if isinstance(one, str) else json.dumps(one) for name, one in parameters.items()}
        return await self.send("GET", f"/graphql?{urlencode(told)}", who, accept=accept)

    async def upload(self, who: str, file_name: str, content: bytes, media_type: str = "text/plain") -> Answered:
        query = 'mutation($f: Upload!) { uploadFile(taskId: "task-1", file: $f) { id name mediaType size sha256 } }'
        operations = {"query": query, "variables": {"f": None}}
        body = file_part("operations", None, json.dumps(operations).encode())
        body += file_part("map", None, b'{"0": ["variables.f"]}')
        body += file_part("0", file_name, content, media_type) + f"--{BOUNDARY}--\r\n".encode()
        return await self.send("POST", "/graphql", who, body, content_type=f"multipart/form-data; boundary={BOUNDARY}")

    async def rest_upload(self, who: str, file_name: str, content: bytes, media_type: str = "text/plain") -> Answered:
        body = file_part("file", file_name, content, media_type) + f"--{BOUNDARY}--\r\n".encode()
        told = f"multipart/form-data; boundary={BOUNDARY}"
        return await self.send("POST", "/tasks/task-1/files", who, body, content_type=told)

    def socket(self, protocol: str = "graphql-transport-ws") -> SocketClient:
        return SocketClient(self.app, protocol)

    async def stream(self, who: str, query: str, *, protocol: str = "graphql-transport-ws") -> SocketClient:
        """A socket on which one subscription is running."""
        socket = self.socket(protocol)
        await socket.open(who)
        start = "subscribe" if protocol == "graphql-transport-ws" else "start"
        await socket.say(type=start, id="s", payload={"query": query})
        await socket.rest()
        return socket


def authorization(who: str) -> str:
    if who == "expired":
        return f"Bearer {EXPIRED_TOKEN}"
    return f"Bearer {TOKENS[who]}" if who in TOKENS else who


class SocketClient:
    def __init__(self, app: Any, protocol: str) -> None:
        self.heard: list[Any] = []
        self.sent: list[str] = []
        self.code: int | None = None
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "path": "/graphql",
            "query_string": b"",
            "headers": [],
            "subprotocols": [protocol],
        }
        self._task = asyncio.create_task(app(scope, self._in.get, self._take))

    async def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.sent.append(message["text"])
            self.heard.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.code = message.get("code", 1000)

    async def open(self, who: str = "") -> None:
        payload = {"Authorization": authorization(who)} if who else {}
        await self.say(type="connection_init", payload=payload)
        await self.rest()

    async def say(self, **message: Any) -> None:
        await self.say_text(json.dumps(message))

    async def say_text(self, text: str) -> None:
        await self._in.put({"type": "websocket.receive", "text": text})

    async def rest(self) -> None:
        """Until nothing more is said."""
        before = -1
        while before != len(self.heard):
            before = len(self.heard)
            for _ in range(TURNS):
                await asyncio.sleep(0)

    async def close(self) -> None:
        await self._in.put({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._task, 5)

    @property
    def facts(self) -> tuple[Any, ...]:
        return self.code, self.heard
