"""An ASGI application called in process, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from querious.execute.lifespan import Lifespan
from querious.execute.payload import ACCEPT, CONTENT_TYPE, encode
from querious.execute.python_calls import HOST, Answer, exchange_of

if TYPE_CHECKING:
    from querious.execute.credentials import Credentials
    from querious.model import Case, Exchange, Settings

Message: TypeAlias = MutableMapping[str, Any]
AsgiApp: TypeAlias = Callable[[Any, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

_STARTUP: Final = 30.0
"""Seconds an application has at least to start and to stop; it may have databases to connect to."""


class AsgiClient:
    """Sends to one path of an application. ``start`` runs its lifespan, ``close`` ends it, both in the same loop."""

    def __init__(self, app: AsgiApp, settings: Settings, credentials: Credentials, path: str = "/graphql") -> None:
        self._app = app
        self._settings = settings
        self._credentials = credentials
        self._lifespan = Lifespan(app, max(settings.timeout, _STARTUP))
        self.path = path

    async def start(self) -> None:
        """Run the application's startup; a TargetError if it fails."""
        await self._lifespan.start()

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        return await self.ask(self.path, case)

    async def ask(self, path: str, case: Case) -> Exchange:
        """Send to another path than the one settled on."""
        body = encode(case)
        answer = Answer(self._settings.max_answer)
        scope = self._scope(path, len(body))
        call = Call(self._app, scope, body, answer)
        return await exchange_of(case, answer, call.run, self._settings.timeout)

    async def close(self) -> None:
        """See ``Client``."""
        await self._lifespan.stop()

    def _scope(self, path: str, length: int) -> dict[str, Any]:
        plain, _, query = path.partition("?")
        headers = {
            "host": HOST,
            "accept": ACCEPT,
            "content-type": CONTENT_TYPE,
            "content-length": str(length),
            **self._credentials.headers,
        }
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50000),
            "server": (HOST, 80),
            "state": self._lifespan.state.copy(),
        }


class Call:
    """One request: what the application receives and sends."""

    def __init__(self, app: AsgiApp, scope: dict[str, Any], body: bytes, answer: Answer) -> None:
        self._app = app
        self._scope = scope
        self._body: bytes | None = body
        self._answer = answer
        self._complete = asyncio.Event()

    async def run(self) -> None:
        """Call the application; the answer is filled in."""
        await self._app(self._scope, self._receive, self._send)

    async def _receive(self) -> Message:
        """The body, then a disconnect once the answer is complete: sooner would make frameworks give up on it."""
        if self._body is None:
            await self._complete.wait()
            return {"type": "http.disconnect"}
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message.get("headers", ())]
            self._answer.start(message["status"], headers)
        elif message["type"] == "http.response.body":
            self._answer.add(message.get("body", b""))
            if not message.get("more_body", False):
                self._complete.set()
