"""Recording in an ASGI application: Starlette, FastAPI, Quart, Django's ASGI, Ariadne's and Strawberry's apps.

    app.add_middleware(AsgiRecordingMiddleware, recorder=record_to("harvest.sqlite"))    # Starlette, FastAPI
    app = AsgiRecordingMiddleware(app, recorder)                                        # any other

Messages go through as they are, in both directions and at once; copies of the request's are kept until its answer is
complete. WebSockets, and requests that can be neither GraphQL nor a REST call, are handed to the application untouched.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from querious.harvest.watched_request import CRASHED, Paths, RequestWatch, watch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.harvest.recorder import Recorder

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
AsgiApp: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]


class AsgiRecordingMiddleware:
    """Hands every GraphQL request and REST call to the recorder.

    ``paths``: only these are watched, all if there are none; ``/api/*`` stands for all that begin so.
    """

    def __init__(self, app: AsgiApp, recorder: Recorder, *, paths: Iterable[str] = ()) -> None:
        self.app = app
        self._recorder = recorder
        self._paths = Paths(paths)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "http":
            seen = self._watch(scope)
            if seen is not None:
                await self._watched(seen, scope, receive, send)
                return
        elif scope["type"] == "lifespan":
            send = self._with_the_process(send)
        await self.app(scope, receive, send)

    def _watch(self, scope: Any) -> RequestWatch | None:
        with self._recorder.harmless:
            if scope["path"] in self._paths:
                content_type = _content_type(scope["headers"])
                query = scope.get("query_string", b"")
                sent = partial(_texts, scope["headers"])
                return watch(self._recorder, scope["method"], query, content_type, scope["path"], sent)
        return None

    async def _watched(self, seen: RequestWatch, scope: Any, receive: Receive, send: Send) -> None:
        async def received() -> Message:
            message = await receive()
            with self._recorder.harmless:
                _note_received(seen, message)
            return message

        async def sent(message: Message) -> None:
            with self._recorder.harmless:
                _note_sent(seen, message)
            await send(message)

        with seen:
            await self.app(scope, received, sent)
        seen.end(CRASHED)

    def _with_the_process(self, send: Send) -> Send:
        """Start when the application has started, and write what is left before it says that it has stopped."""

        async def sent(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                self._recorder.start()
            elif message["type"] == "lifespan.shutdown.complete":
                with contextlib.suppress(Exception):  # also where the loop is not asyncio's
                    await asyncio.to_thread(self._recorder.flush, self._recorder.limits.shutdown)
            await send(message)

        return sent


def _note_received(seen: RequestWatch, message: Message) -> None:
    if message["type"] == "http.request":
        seen.read(message.get("body", b""))
        if not message.get("more_body", False):
            seen.read_all()


def _note_sent(seen: RequestWatch, message: Message) -> None:
    if message["type"] == "http.response.start":
        seen.begin(message["status"], _content_type(message.get("headers", ())))
    elif message["type"] == "http.response.body":
        seen.answer(message.get("body", b""))
        if not message.get("more_body", False):
            seen.end()


def _texts(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    return [(bytes(name).decode("latin-1"), bytes(value).decode("latin-1")) for name, value in headers]


def _content_type(headers: Iterable[tuple[bytes, bytes]]) -> str:
    return next((bytes(value) for name, value in headers if bytes(name).lower() == b"content-type"), b"").decode(
        "latin-1"
    )
