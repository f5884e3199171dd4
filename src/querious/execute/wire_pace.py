"""How fast and how often a wire may be used: wrappers around it, for any number of threads."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from querious.model import Failure
from querious.model.wire import Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.wire import Request, Wire


def paced(
    wire: Wire,
    delay: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Wire:
    """The wire with ``delay`` seconds of quiet before each request but the first: after any start, and after any end.

    Threads take their moments first come, first served. Requests that were under way together may still overlap; the
    next one waits for the delay after the last reply that has come.
    """
    lock = threading.Lock()
    free = clock()

    def send(request: Request) -> Reply:
        nonlocal free
        with lock:
            now = clock()
            moment = max(now, free)
            free = moment + delay
        if moment > now:
            sleep(moment - now)
        try:
            return wire(request)
        finally:
            with lock:
                free = max(free, clock() + delay)

    return send if delay > 0 else wire


class Counted:
    """A wire that counts, and sends nothing any more once ``most`` requests were sent: the budget of a run.

    What then asks gets a reply without an answer, at once. Cleaning up must not depend on it: whoever cleans up keeps
    the wire that is not counted.
    """

    def __init__(self, wire: Wire, most: int | None = None) -> None:
        self._wire = wire
        self._most = most
        self._lock = threading.Lock()
        self.sent = 0
        """Requests that went out."""
        self.refused = 0
        """Requests that did not, because the budget was spent."""

    def __call__(self, request: Request) -> Reply:
        """See ``Wire``."""
        with self._lock:
            if self.spent:
                self.refused += 1
                return self._nothing()
            self.sent += 1
        return self._wire(request)

    @property
    def spent(self) -> bool:
        """Whether no request will be sent any more."""
        return self._most is not None and self.sent >= self._most

    def _nothing(self) -> Reply:
        now = time.perf_counter()
        detail = f"not sent: the budget of {self._most:,} requests is spent"
        return Reply(began=now, ended=now, failure=Failure.TIMEOUT, detail=detail)


def counted(wire: Wire, most: int | None = None) -> Counted:
    """The wire with a budget of so many requests; None: it only counts."""
    return Counted(wire, most)
