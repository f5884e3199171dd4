"""Several pieces of work at the same time: they start together, and all have ended when this does."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Work: TypeAlias = "Callable[[Callable[[], bool]], None]"
"""Told how to ask whether it should stop: somebody pressed Ctrl-C, or other work failed."""


def at_once(works: Sequence[Work], delays: Sequence[float]) -> None:
    """Each in a thread of its own, begun so many seconds after the common start.

    What one of them raises is raised here, after the others have ended.
    """
    gate = threading.Barrier(len(works))
    stopped = threading.Event()
    raised: list[BaseException] = []

    def run(work: Work, delay: float) -> None:
        try:
            gate.wait()
            if delay > 0:
                stopped.wait(delay)
            work(stopped.is_set)
        except threading.BrokenBarrierError:
            return
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for the thread
            raised.append(error)
            stopped.set()

    _run(
        [threading.Thread(target=run, args=both, daemon=True) for both in zip(works, delays, strict=True)],
        gate,
        stopped,
    )
    if raised:
        raise raised[0]


def _run(threads: Sequence[threading.Thread], gate: threading.Barrier, stopped: threading.Event) -> None:
    """Also after Ctrl-C nothing is left behind that still writes."""
    started: list[threading.Thread] = []
    try:
        for thread in threads:
            thread.start()
            started.append(thread)
        _join(started)
    except BaseException:
        stopped.set()
        gate.abort()
        _join(started)
        raise


def _join(threads: Sequence[threading.Thread]) -> None:
    for thread in threads:
        thread.join()
