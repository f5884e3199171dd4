"""The bridge from synchronous code to the transport: an event loop in a thread of its own.

Sequences of state run under Hypothesis, which is synchronous, and their parallel branches in threads. All of them send
through one open target.

Why not pyreqwest's blocking client: a Ctrl-C while it waits is noticed only when the answer is there, and then aborts
the interpreter, so that nothing would be cleaned up. Waiting for a future is interrupted at once.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeVar

from querious.errors import LoginError, TargetError
from querious.execute.addresses import Address
from querious.execute.targets import find_target, open_address, open_found
from querious.model import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from querious.execute.targets import Target
    from querious.model import Case, Settings

_STARTUP: Final = 60.0
"""Seconds that an application has to start before it is asked whether it hangs."""
_PATIENCE: Final = 1.0
"""Seconds beyond the time limit of an answer before the loop is asked whether it still turns."""
_PING: Final = 1.0
"""Seconds that the loop has to show that it still turns."""
_LONGEST_STOP: Final = 5.0
_LATEST: Final = 20
"""Answers whose time is averaged."""

T = TypeVar("T")


class Bridge:
    """Sends to an open target and waits, from any number of threads at once.

    Once no time is left nothing is sent any more, and no answer is waited for longer than there is time.
    """

    def __init__(
        self,
        target: Target,
        loop: RunningLoop,
        timeout: float,
        left: Callable[[], float],
        observe: Callable[[Exchange], None],
    ) -> None:
        self.target = target
        self._loop = loop
        self._timeout = timeout
        self._left = left
        self._observe = observe
        self._latest: deque[float] = deque(maxlen=_LATEST)

    def __call__(self, case: Case) -> Exchange:
        """See ``Send``. Only what is no answer comes out as an exception: Ctrl-C, a hook that fails."""
        left = self._left()
        if left <= 0:
            detail = "not sent: the budget of the run is spent"
            return Exchange(case, failure=Failure.TIMEOUT, detail=detail, began=perf_counter())
        if left < self._timeout:
            case = replace(case, request=case.request._replace(timeout=left))
        try:
            exchange = self._loop.run(self.target.client.send(case), self._timeout + _PATIENCE)
        except LoopBlockedError:
            detail = f"no answer within {self._timeout:g} s, and the event loop is blocked"
            began = perf_counter() - self._timeout
            exchange = Exchange(case, elapsed=self._timeout, failure=Failure.TIMEOUT, detail=detail, began=began)
        if self.target.lost_login:  # what comes from now on says nothing of what was asked
            raise LoginError(self.target.lost_login)
        self._latest.append(exchange.elapsed)
        self._observe(exchange)
        return exchange

    @property
    def latency(self) -> float:
        """Seconds that an answer took of late; 0 before the first."""
        return sum(self._latest) / len(self._latest) if self._latest else 0.0


@contextmanager
def open_bridge(
    target: str | object,
    settings: Settings,
    *,
    graphql: bool = False,
    delay: float = 0.0,
    left: Callable[[], float] = lambda: inf,
    observe: Callable[[Exchange], None] = lambda _: None,
) -> Iterator[Bridge]:
    """Open a target for synchronous code, until the block is left; a TargetError if there is none.

    ``graphql`` and ``delay`` are those of ``open_target``. ``left`` tells how many seconds there are. ``observe`` is
    called with every exchange, in the thread that sent it.
    """
    found = find_target(target)
    loop = LoopThread()
    try:
        if isinstance(found, Address):
            opened = open_address(found, settings, delay)
        else:
            opened = _open_object(loop, open_found(found, settings, graphql=graphql, delay=delay), found.name)
        try:
            yield Bridge(opened, loop, settings.timeout, left, observe)
        finally:
            with suppress(LoopBlockedError):  # an application that blocks the loop to its end is left to itself
                loop.run(opened.client.close(), settings.timeout)
    finally:
        loop.stop()


def _open_object(loop: LoopThread, opening: Coroutine[Any, Any, Target], name: str) -> Target:
    try:
        return loop.run(opening, _STARTUP)
    except LoopBlockedError:
        raise TargetError(f"{name} did not start within {_STARTUP:g} s; start it by itself to see why") from None


class LoopBlockedError(Exception):
    """The loop does not turn: somebody's code neither returns nor awaits."""


class RunningLoop:
    """An event loop of another thread, which runs coroutines for any number of threads at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def run(self, work: Coroutine[Any, Any, T], patience: float) -> T:
        """Wait for the work. After ``patience`` seconds, and again after as many, ask whether the loop still turns.

        A LoopBlockedError says that it does not. Whatever ends the waiting early (Ctrl-C) cancels the work.
        """
        if self._loop.is_closed():
            work.close()
            raise RuntimeError("this bridge is closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            while not _done(future, patience):
                if not self._turns() and not future.done():
                    raise LoopBlockedError
            return future.result()
        finally:
            future.cancel()

    def _turns(self) -> bool:
        turned = threading.Event()
        self._loop.call_soon_threadsafe(turned.set)
        return turned.wait(_PING)


class LoopThread(RunningLoop):
    """A loop with a thread of its own, which never keeps the interpreter from exiting."""

    def __init__(self) -> None:
        started: concurrent.futures.Future[asyncio.AbstractEventLoop] = concurrent.futures.Future()
        self._thread = threading.Thread(target=_turn, args=(started,), name="querious-bridge", daemon=True)
        self._thread.start()
        super().__init__(started.result())

    def stop(self) -> None:
        """Cancel what is under way and end the thread; one that is blocked is left to itself after a while."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_LONGEST_STOP)


def _turn(started: concurrent.futures.Future[asyncio.AbstractEventLoop]) -> None:
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        started.set_result(loop)
        loop.run_forever()


def _done(future: concurrent.futures.Future[Any], seconds: float) -> bool:
    done, _ = concurrent.futures.wait([future], seconds)
    return bool(done)
