"""Running a coroutine from ordinary code, on the fastest event loop there is."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from querious.pipeline.own_errors import first_cause

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")


def run_to_end(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run it; in a thread of its own where an event loop is running already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _run(main)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_run, main).result()


def _run(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            return runner.run(main())
        except BaseExceptionGroup as group:
            raise first_cause(group) from None


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 (there is none for Windows)
    except ImportError:
        return None
    return uvloop.new_event_loop
