"""Streams of an ASGI application in process: its WebSocket scope, and bodies that it sends bit by bit."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from querious.execute.python_calls import HOST
from querious.execute.streams.connection import Frame, HandshakeError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.execute.credentials import Credentials
    from querious.execute.lifespan import AsgiApp

_QUEUED: Final = 16
"""Messages of the application that wait to be read. When there are so many, it has to wait itself."""
_ENDING: Final = 1.0
"""Seconds that it has to end once it has been told that we are gone; then it is cancelled."""
_ABNORMAL: Final = 1006
_NO_CODE: Final = 1005
_CRASHED: Final = 1011


class AsgiDialer:
    """See ``Dialer``. Addresses are paths in the application."""

    def __init__(self, app: AsgiApp, credentials: Credentials, state: Callable[[], dict[str, Any]]) -> None:
        self._app = app
        self._credentials = credentials
        self._state = state

    async def socket(self, url: str, subprotocol: str, seconds: float) -> AsgiSocket:
        """See ``Dialer``."""
        scope = {**self._scope("websocket", url, {}), "scheme": "ws", "subprotocols": [subprotocol]}
        call = _Call(self._app, scope)
        call.tell({"type": "websocket.connect"})
        message = await call.hear(seconds)
        if message is not None and message["type"] == "websocket.accept":
            return AsgiSocket(call, str(message.get("subprotocol") or ""))
        await call.end({"type": "websocket.disconnect", "code": _NO_CODE})
        if message is None and not call.is_over:
            raise HandshakeError("no answer in time", timed_out=True)
        raise HandshakeError("the application did not accept the socket")

    async def body(self, method: str, url: str, headers: Mapping[str, str], content: bytes, seconds: float) -> AsgiBody:
        """See ``Dialer``."""
        length = {"content-length": str(len(content))} if content else {}
        scope = {**self._scope("http", url, {**headers, **length}), "method": method, "scheme": "http"}
        call = _Call(self._app, scope)
        call.tell({"type": "http.request", "body": content, "more_body": False})
        message = await call.hear(seconds)
        if message is not None and message["type"] == "http.response.start":
            return AsgiBody(call, message)
        await call.end({"type": "http.disconnect"})
        raise HandshakeError("the application gave no answer", timed_out=message is None and not call.is_over)

    async def close(self) -> None:
        """See ``Dialer``: each stream lets go of its own."""

    def _scope(self, kind: str, url: str, headers: Mapping[str, str]) -> dict[str, Any]:
        path, _, query = url.partition("?")
        sent = {"host": HOST, **self._credentials.headers, **headers}
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 50000),
            "server": (HOST, 80),
            "state": self._state(),
        }


class _Call:
    """One call of the application, in a task of its own."""

    def __init__(self, app: AsgiApp, scope: dict[str, Any]) -> None:
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(_QUEUED)
        self.failed = ""
        self._task = asyncio.create_task(self._run(app, scope))

    @property
    def is_over(self) -> bool:
        """Whether the application has returned, or raised."""
        return self._task.done()

    def tell(self, message: dict[str, Any]) -> None:
        """Let it receive this."""
        self._inbox.put_nowait(message)

    async def hear(self, seconds: float) -> dict[str, Any] | None:
        """What it sends next; None where nothing came in this time, or nothing more comes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                waiting = asyncio.ensure_future(self._outbox.get())
                try:
                    await asyncio.wait({waiting, self._task}, return_when=asyncio.FIRST_COMPLETED)
                    if waiting.done():
                        return waiting.result()
                    return self._outbox.get_nowait() if not self._outbox.empty() else None
                finally:
                    waiting.cancel()
        return None

    async def end(self, message: dict[str, Any]) -> None:
        """Say that we are gone; an application that goes on all the same is cancelled."""
        self.tell(message)
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDING):
                while not self._task.done():
                    await self.hear(_ENDING)  # what waits for room in the queue is let through
        if not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=_ENDING)

    async def _run(self, app: AsgiApp, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._inbox.get, self._outbox.put)
        except Exception as error:  # noqa: BLE001 - whatever an application raises is its own
            self.failed = type(error).__name__


class AsgiSocket:
    """See ``Socket``."""

    def __init__(self, call: _Call, subprotocol: str) -> None:
        self._call = call
        self.subprotocol = subprotocol

    async def send(self, text: str) -> None:
        """See ``Socket``."""
        self._call.tell({"type": "websocket.receive", "text": text})

    async def ping(self) -> bool:
        """See ``Socket``: servers answer pings, applications never see them."""
        return False

    async def receive(self, seconds: float) -> Frame | None:
        """See ``Socket``."""
        message = await self._call.hear(seconds)
        if message is None:
            if not self._call.is_over:
                return None
            return Frame(closed=True, code=_CRASHED if self._call.failed else _ABNORMAL, reason=self._call.failed)
        if message["type"] == "websocket.close":
            return Frame(closed=True, code=int(message.get("code") or 1000), reason=str(message.get("reason") or ""))
        text, content = message.get("text"), message.get("bytes")
        return Frame(text) if isinstance(text, str) else Frame(flaw=f"a binary frame of {len(content or b''):,} bytes")

    async def close(self) -> None:
        """See ``Socket``."""
        await self._call.end({"type": "websocket.disconnect", "code": 1000})


class AsgiBody:
    """See ``StreamBody``."""

    def __init__(self, call: _Call, start: Mapping[str, Any]) -> None:
        self._call = call
        self._more = True
        self.status = int(start["status"])
        self.headers: Mapping[str, str] = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in start.get("headers", ())
        }

    async def read(self, seconds: float) -> bytes | None:
        """See ``StreamBody``. An empty piece that is not the last says nothing."""
        while self._more:
            message = await self._call.hear(seconds)
            if message is None:
                if not self._call.is_over:
                    return None
                raise HandshakeError("the application ended in the middle of its answer")
            self._more = bool(message.get("more_body", False))
            if message.get("body"):
                return bytes(message["body"])
        return b""

    async def close(self) -> None:
        """See ``StreamBody``."""
        await self._call.end({"type": "http.disconnect"})
