"""A demo on a real socket, in a thread of this process."""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final, Self

import uvicorn

from querious.demo.app import HANG, create_app
from querious.demo.doors.app import create_doors_app
from querious.demo.rest.app import create_rest_app
from querious.demo.shop import create_shop_app
from querious.errors import ConfigError
from querious.extras import explained

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from starlette.types import ASGIApp
    from uvicorn.config import WSProtocolType

HOST: Final = "127.0.0.1"
_LONGEST_START: Final = 10.0
_LONGEST_STOP: Final = 5.0


@dataclass(frozen=True, slots=True)
class RunningDemo:
    """A demo that serves until it is stopped; as a context manager it stops at the end of the block."""

    url: str
    _server: uvicorn.Server
    _thread: threading.Thread

    def stop(self) -> None:
        """Stop within a fraction of a second, cutting off requests under way; to stop twice does no harm."""
        self._server.should_exit = True
        self._thread.join(_LONGEST_STOP)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start(faults: Iterable[str] = (), port: int = 0, *, introspection: bool = True, hang: float = HANG) -> RunningDemo:
    """Serve on the loopback interface only; port 0 takes a free one. Returns when requests are answered."""
    return serve_app(create_app(faults, introspection=introspection, hang=hang), port, "/graphql")


def start_rest(faults: Iterable[str] = (), port: int = 0) -> RunningDemo:
    """Serve the bookshop likewise; below its URL are the paths, and its description at ``/openapi.json``."""
    return serve_app(create_rest_app(faults), port, "")


def start_shop(faults: Iterable[str] = (), rest_faults: Iterable[str] = (), port: int = 0) -> RunningDemo:
    """Serve the shop with both its faces; below its URL are ``/graphql`` and the paths of ``/openapi.json``."""
    return serve_app(create_shop_app(faults, rest_faults), port, "")


def start_doors(faults: Iterable[str] = (), port: int = 0) -> RunningDemo:
    """Serve the workspace with every door it has; below its URL are ``/graphql`` and ``/openapi.json``."""
    try:
        import_module("websockets")
    except ModuleNotFoundError as error:
        raise explained(error, "the sockets of the workspace") from None
    return serve_app(create_doors_app(faults), port, "", sockets="websockets-sansio")


def serve_app(app: ASGIApp, port: int, path: str, sockets: WSProtocolType = "none") -> RunningDemo:
    """Serve any app likewise; its URL ends with the path."""
    listener = _listen(port)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="off",
        ws=sockets,
        timeout_graceful_shutdown=0,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), name="querious-demo", daemon=True)
    demo = RunningDemo(f"http://{HOST}:{listener.getsockname()[1]}{path}", server, thread)
    thread.start()
    try:
        _wait_until_started(demo)
    except ConfigError:
        listener.close()
        raise
    return demo


def _listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise ConfigError(
            f"The demo cannot listen on port {port} of {HOST} ({error}): choose another port, or 0 for a free one."
        ) from None
    return listener


def _wait_until_started(demo: RunningDemo) -> None:
    deadline = time.monotonic() + _LONGEST_START
    while not demo._server.started:  # noqa: SLF001  # the two make one whole
        if not demo._thread.is_alive() or time.monotonic() > deadline:  # noqa: SLF001
            demo.stop()
            raise ConfigError(f"The demo did not start at {demo.url}: is uvicorn installed whole?")
        time.sleep(0.005)
