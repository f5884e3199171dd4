"""A WSGI application that is called in the thread of the test, as test clients call it.

Connections to databases and their transactions belong to threads: in any other, an application would not see what a
fixture has written, and what it writes would not be rolled back. So the run gets a thread of its own, and the thread
of the test serves it.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class _Call:
    """One request on its way to the thread of the test."""

    def __init__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> None:
        self.environ = environ
        self.start_response = start_response
        self.chunks: Future[list[bytes]] = Future()


class ServedApp:
    """The application, to be given to a run in its place."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app = app
        self._calls: SimpleQueue[_Call | None] | None = None

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        """Have the request answered by the thread of the test, and wait for it."""
        calls = self._calls
        if calls is None:
            raise RuntimeError("the test is over")
        call = _Call(environ, start_response)
        calls.put(call)
        return call.chunks.result()

    def serve(self, work: Callable[[], T]) -> T:
        """Do the work in another thread, and answer its requests in this one until it is done."""
        calls: SimpleQueue[_Call | None] = SimpleQueue()
        outcome: Future[T] = Future()

        def go() -> None:
            try:
                outcome.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised where the work was asked for
                outcome.set_exception(error)
            finally:
                calls.put(None)

        self._calls = calls
        try:
            threading.Thread(target=go, name="querious-run", daemon=True).start()
            while (call := calls.get()) is not None:
                self._answer(call)
        finally:
            self._calls = None
        return outcome.result()

    def _answer(self, call: _Call) -> None:
        try:
            call.chunks.set_result(self._respond(call))
        except Exception as error:  # noqa: BLE001 - whatever the application raises is what the run reports
            call.chunks.set_exception(error)

    def _respond(self, call: _Call) -> list[bytes]:
        chunks = self.app(call.environ, call.start_response)
        try:
            return list(chunks)
        finally:
            close = getattr(chunks, "close", None)
            if close is not None:
                close()
