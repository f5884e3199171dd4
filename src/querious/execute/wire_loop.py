"""An event loop in a thread of its own, for callers that wait.

Why not pyreqwest's blocking client: a Ctrl-C while it waits is noticed only when the answer is there, and then aborts
the interpreter, so that nothing would be cleaned up. Waiting for a future is interrupted at once.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

_PING: Final = 1.0
"""Seconds that the loop has to show that it still turns."""
_LONGEST_STOP: Final = 5.0

T = TypeVar("T")


class LoopBlockedError(Exception):
    """The loop does not turn: somebody's code neither returns nor awaits."""


class LoopThread:
    """Runs coroutines for other threads, any number at a time. The thread never keeps the interpreter from exiting."""

    def __init__(self) -> None:
        started: concurrent.futures.Future[asyncio.AbstractEventLoop] = concurrent.futures.Future()
        self._thread = threading.Thread(target=_turn, args=(started,), name="querious-wire", daemon=True)
        self._thread.start()
        self._loop = started.result()

    def run(self, work: Coroutine[Any, Any, T], patience: float) -> T:
        """Wait for the work. After ``patience`` seconds, and again after as many, ask whether the loop still turns.

        A LoopBlockedError says that it does not. Whatever ends the waiting early (Ctrl-C) cancels the work.
        """
        if not self._thread.is_alive():
            work.close()
            raise RuntimeError("this wire is closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            while not _done(future, patience):
                if not self._turns() and not future.done():
                    raise LoopBlockedError
            return future.result()
        finally:
            future.cancel()

    def stop(self) -> None:
        """Cancel what is under way and end the thread; one that is blocked is left to itself after a while."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_LONGEST_STOP)

    def _turns(self) -> bool:
        turned = threading.Event()
        self._loop.call_soon_threadsafe(turned.set)
        return turned.wait(_PING)


def _turn(started: concurrent.futures.Future[asyncio.AbstractEventLoop]) -> None:
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        started.set_result(loop)
        loop.run_forever()


def _done(future: concurrent.futures.Future[Any], seconds: float) -> bool:
    done, _ = concurrent.futures.wait([future], seconds)
    return bool(done)
