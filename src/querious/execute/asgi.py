"""An ASGI application called in process, without a server."""

from __future__ import annotations

import asyncio
import copy
import threading
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from querious.execute.lifespan import Lifespan
from querious.execute.payload import headers_of, path_below
from querious.execute.python_calls import HOST, AppResponse, exchange_of
from querious.execute.streams.asgi_dialer import AsgiDialer
from querious.model.request_body import encode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.execute.credentials import Credentials
    from querious.execute.lifespan import AsgiApp, Message
    from querious.model import Case, Exchange, Request, Settings

_STARTUP: Final = 30.0
"""Seconds an application has at least to start and to stop; it may have databases to connect to."""


class AsgiClient:
    """Sends below one path of an application. ``start`` runs its lifespan, ``close`` ends it, both in the same loop."""

    def __init__(self, app: AsgiApp, settings: Settings, credentials: Credentials, path: str = "") -> None:
        self._app = _guarded(app)
        self._settings = settings
        self._credentials = credentials
        self._lifespan = Lifespan(self._app, max(settings.timeout, _STARTUP))
        self.path = path

    async def start(self) -> None:
        """Run the application's startup; a TargetError if it fails."""
        await self._lifespan.start()

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        body = encode(case.request)
        response = AppResponse(self._settings.max_answer)
        channel = _Channel(body, response)
        scope = self._scope(case.request, len(body), self._credentials.of(case.identity).headers)
        return await exchange_of(
            case, response, lambda: self._app(scope, channel.receive, channel.send), self._settings.timeout
        )

    def at_root(self, credentials: Credentials) -> AsgiClient:
        """The same application, asked at any path and with other credentials; not to be closed."""
        other = copy.copy(self)
        other.path = ""
        other._credentials = credentials  # noqa: SLF001 - its own class
        return other

    def dialer(self) -> AsgiDialer:
        """What connects streams to the same application."""
        return AsgiDialer(self._app, self._credentials, self._lifespan.state.copy)

    async def close(self) -> None:
        """See ``Client``."""
        await self._lifespan.stop()

    def _scope(self, request: Request, length: int, credentials: Mapping[str, str]) -> dict[str, Any]:
        path, _, query = path_below(self.path, request.path).partition("?")
        headers = {"host": HOST, **headers_of(request, credentials)}
        if request.has_body:
            headers["content-length"] = str(length)
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50000),
            "server": (HOST, 80),
            "state": self._lifespan.state.copy(),
        }


class _Channel:
    """What the application receives and sends for one request."""

    def __init__(self, body: bytes, response: AppResponse) -> None:
        self._body: bytes | None = body
        self._response = response
        self._complete = asyncio.Event()

    async def receive(self) -> Message:
        """The body, then a disconnect once the response is complete: sooner would make frameworks give up on it."""
        if self._body is None:
            await self._complete.wait()
            return {"type": "http.disconnect"}
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message.get("headers", ())]
            self._response.start(message["status"], headers)
        elif message["type"] == "http.response.body":
            self._response.add(message.get("body", b""))
            if not message.get("more_body", False):
                self._complete.set()


def _guarded(app: AsgiApp) -> AsgiApp:
    """The application, whose KeyboardInterrupt is its own in every thread but the main one, where it may be Ctrl-C."""

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        try:
            await app(scope, receive, send)
        except KeyboardInterrupt as error:
            if threading.current_thread() is threading.main_thread():
                raise
            raise RuntimeError("the application raised KeyboardInterrupt") from error

    return guarded
