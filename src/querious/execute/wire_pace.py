"""How fast and how often a wire may be used: wrappers around it, for any number of threads."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Final

from querious.model import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.execute.throttle import Throttle
    from querious.model import Case, Send


_LATEST: Final = 20
"""Answers whose time is averaged."""


def paced(
    wire: Send,
    delay: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Send:
    """The wire with ``delay`` seconds of quiet before each request but the first: after any start, and after any end.

    Threads take their moments first come, first served. Requests that were under way together may still overlap; the
    next one waits for the delay after the last answer that has come.
    """
    lock = threading.Lock()
    free = clock()

    def send(case: Case) -> Exchange:
        nonlocal free
        with lock:
            now = clock()
            moment = max(now, free)
            free = moment + delay
        if moment > now:
            sleep(moment - now)
        try:
            return wire(case)
        finally:
            with lock:
                free = max(free, clock() + delay)

    return send if delay > 0 else wire


class CountedWire:
    """A wire that counts, and sends nothing any more once ``most`` requests were sent, or no time is left.

    What then asks gets an exchange without an answer, at once. Nor is an answer waited for longer than there is time.
    """

    def __init__(
        self,
        wire: Send,
        most: int | None = None,
        left: Callable[[], float] = lambda: inf,
        usual: float = 10.0,
        throttle: Throttle | None = None,
    ) -> None:
        """``left`` tells how many seconds there are, ``usual`` how long an answer may take as a rule."""
        self._wire = wire
        self._usual = usual
        self._most = most
        self._left = left
        self._throttle = throttle
        self._lock = threading.Lock()
        self._latest: deque[float] = deque(maxlen=_LATEST)
        self._sent = 0
        self.refused = 0
        """Requests that did not, because the budget was spent."""

    def __call__(self, case: Case) -> Exchange:
        """See ``Send``."""
        with self._lock:
            if self.spent:
                self.refused += 1
                return self._nothing(case)
            self._sent += 1
        left = self._left()
        if left < self._usual:
            case = replace(case, request=case.request._replace(timeout=left))
        exchange = self._wire(case)
        self._latest.append(exchange.elapsed)
        return exchange

    @property
    def latency(self) -> float:
        """Seconds that an answer took of late; 0 before the first."""
        return sum(self._latest) / len(self._latest) if self._latest else 0.0

    @property
    def sent(self) -> int:
        """Requests that went out; one that was sent again because of the service's pace counts each time."""
        return self._sent + (self._throttle.resent if self._throttle is not None else 0)

    @property
    def spent(self) -> bool:
        """Whether no request will be sent any more."""
        return (self._most is not None and self.sent >= self._most) or self._left() <= 0

    def _nothing(self, case: Case) -> Exchange:
        now = time.perf_counter()
        detail = "not sent: the budget of the run is spent"
        return Exchange(case, failure=Failure.TIMEOUT, detail=detail, began=now)


def counted(
    wire: Send,
    most: int | None = None,
    left: Callable[[], float] = lambda: inf,
    usual: float = 10.0,
    throttle: Throttle | None = None,
) -> CountedWire:
    """The wire with a budget of so many requests and of so many seconds that are left; else it only counts.

    ``throttle`` is that of the wire: what it sends again is counted too.
    """
    return CountedWire(wire, most, left, usual, throttle)
