"""A REST API to measure on, in a process of its own; when it is stopped it tells how often each operation was asked.

    python -m bench.rest_server API [FAULT]

It prints its address, serves until SIGTERM, and then prints, as JSON, requests and 2xx for each operation.
"""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

from bench.rest_apis import APIS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_OK = range(200, 300)


class Counted:
    """An app that counts what it is asked."""

    def __init__(self, app: ASGIApp, document: dict[str, Any]) -> None:
        self._app = app
        paths = sorted(document["paths"], key=lambda path: path.count("{"))
        self._forms = [(path, re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path))) for path in paths]
        self.requests: Counter[str] = Counter()
        self.reached: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and count."""
        if scope["type"] != "http":
            return
        path = next((path for path, form in self._forms if form.fullmatch(scope["path"])), "")
        operation = f"{scope['method']} {path}"
        self.requests[operation] += 1

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in _OK:
                self.reached[operation] += 1
            await send(message)

        await self._app(scope, receive, counted)


class _Server(uvicorn.Server):
    """Stops at SIGTERM, and lets this process go on."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """In place of uvicorn's, which ends the process."""
        signal.signal(signal.SIGTERM, self.handle_exit)
        yield


def main() -> None:
    """Serve."""
    name, fault = sys.argv[1], "".join(sys.argv[2:3])
    api = APIS[name]
    app = Counted(api.make([fault] if fault else []), api.document())
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=0)
    _Server(config).run([listener])
    print(json.dumps({"requests": app.requests, "reached": app.reached}), flush=True)


if __name__ == "__main__":
    main()
