"""What an API says about the pace, and keeping to it: ``Retry-After``, and 429 (too many requests) without it.

One ``Throttle`` belongs to one target. All requests to the target look at it, so that the whole client pauses and not
each request by itself.
"""

from __future__ import annotations

import asyncio
import re
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from querious.execute.client import ClientWrapper

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from querious.execute.client import Client
    from querious.model import Case, Exchange

_TOO_MANY: Final = 429
_UNAVAILABLE: Final = 503
_NUMBER: Final = re.compile(r"[0-9]+(\.[0-9]+)?")
"""HTTP has whole seconds here, and some servers send fractions."""
_FIRST_INTERVAL: Final = 0.05
"""Seconds between requests after the first refusal; each further round of refusals doubles them."""
_LONGEST_INTERVAL: Final = 2.0
_RECOVERY: Final = 0.9
"""What is left of the interval after each request that is not refused."""
_NO_INTERVAL: Final = 0.005
"""Seconds below which an interval is none."""
_FEW_ROUNDS: Final = 8
"""Rounds of refusals in a row after which an API that has hardly answered yet is given up: some seven seconds."""
_MANY_ROUNDS: Final = 60
_ANSWERED: Final = 30
"""Answers after which an API is known to answer, and is waited for longer."""
_RESETS: Final = ("ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset")
_MOMENTS: Final = 1e9
"""From here on a number is a moment, in seconds since 1970."""
_LONGEST_WINDOW: Final = 60.0
"""Seconds."""
_LONGEST_WAIT: Final = 300.0
"""Seconds that an API may ask for at once where the time of the run has no end."""


class Throttle:
    """The pace that an API asks for. Depends on its answers and on the clock that is passed in, and on nothing else."""

    def __init__(
        self,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        today: Callable[[], float] = time.time,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._today = today
        self._deadline = None if seconds is None else clock() + seconds
        self._resume = clock()
        self._free = clock()
        self._interval = 0.0
        self._slowed_at = clock()
        self._rounds = 0
        self._answered = 0
        self.resent = 0
        """Requests that were sent again because they had been refused; each counts as a request more."""
        self.waited = 0.0
        """Seconds that the API has asked for by ``Retry-After``."""
        self.ended = ""
        """Why there is no more waiting; empty while there is."""

    def extend(self, seconds: float) -> None:
        """Wait again, for so many seconds at most: removing what was made must not fail because the time is over."""
        self._deadline = self._clock() + seconds
        self._rounds = 0
        self.ended = ""

    async def turn(self) -> float:
        """Wait until the next request may be sent; gives the moment."""
        while not self.ended:
            now = self._clock()
            moment = max(self._resume, self._free)
            if moment <= now:
                break
            await self._sleep(moment - now)
        now = self._clock()
        self._free = now + self._interval
        return now

    def again(self, exchange: Exchange, sent: float) -> bool:
        """Take in an answer to what was sent at this moment; says whether to send it again, after ``turn``."""
        if not is_refused_for_pace(exchange):
            self._recover()
            return False
        if self.ended:
            return False
        self._slow_down(sent)
        wait = retry_after(exchange.headers, self._today)
        if wait is not None:
            self._pause(wait)
        if not self.ended and self._rounds >= (_FEW_ROUNDS if self._answered < _ANSWERED else _MANY_ROUNDS):
            self.ended = "the API kept refusing requests as too frequent, however slowly they were sent"
        if not self.ended and self._is_too_late(self._interval):
            return False  # the budget ends first, by itself
        self.resent += not self.ended
        return not self.ended

    def note(self) -> str:
        """What came of it, for the report; empty if the API never refused a request because of the pace."""
        if not self.resent:
            return ""
        times = "once" if self.resent == 1 else f"{self.resent:,} times"
        done = f"waited {self.waited:,.0f} s as Retry-After asked" if self.waited else "slowed down"
        return f"The API refused requests as too frequent {times} (429 or 503): querious {done} and sent them again."

    def _recover(self) -> None:
        self._answered += 1
        self._rounds = 0
        self._interval *= _RECOVERY
        if self._interval < _NO_INTERVAL:
            self._interval = 0.0

    def _slow_down(self, sent: float) -> None:
        """Once for all requests that were under way together: they tell no more than the first of them."""
        if sent < self._slowed_at:
            return
        self._rounds += 1
        self._interval = min(max(_FIRST_INTERVAL, 2 * self._interval), _LONGEST_INTERVAL)
        self._slowed_at = self._clock()
        self._free = max(self._free, self._slowed_at + self._interval)

    def _pause(self, wait: float) -> None:
        if self._is_too_late(wait):
            self.ended = (
                f"the API asked to wait {wait:,.0f} s (Retry-After), which is longer than the time that is left"
            )
            return
        resume = self._clock() + wait
        if resume > self._resume:
            self.waited += resume - max(self._resume, self._clock())
            self._resume = resume

    def _is_too_late(self, wait: float) -> bool:
        if self._deadline is None:
            return wait > _LONGEST_WAIT
        return self._clock() + wait > self._deadline


class Throttled(ClientWrapper):
    """Sends again what was refused because of the pace, and only that: it was not carried out."""

    def __init__(self, client: Client, throttle: Throttle) -> None:
        super().__init__(client)
        self._throttle = throttle

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        while True:
            sent = await self._throttle.turn()
            exchange = await self._client.send(case)
            if not self._throttle.again(exchange, sent):
                return exchange


def is_refused_for_pace(exchange: Exchange) -> bool:
    """Whether the request was refused as too frequent: 429, or 503 that says when to come back."""
    if exchange.failure is not None:
        return False
    return exchange.status == _TOO_MANY or (exchange.status == _UNAVAILABLE and "retry-after" in exchange.headers)


def _until_reset(headers: Mapping[str, str], today: Callable[[], float]) -> float | None:
    """None for a long window: many services give room before its end."""
    told = next((headers[name].strip() for name in _RESETS if name in headers), "")
    if not _NUMBER.fullmatch(told):
        return None
    seconds = float(told[:15])
    wait = seconds - today() if seconds > _MOMENTS else seconds
    return max(0.0, wait) if wait <= _LONGEST_WINDOW else None


def retry_after(headers: Mapping[str, str], today: Callable[[], float] = time.time) -> float | None:
    """Seconds to wait, as the header says: a number, or a date by the clock of the server. None if it says nothing.

    Without it, what ``RateLimit-Reset`` and its like say of the end of the window, in seconds or as a moment.
    """
    told = headers.get("retry-after", "").strip()
    if not told:
        return _until_reset(headers, today)
    if _NUMBER.fullmatch(told):
        return float(told[:12])
    try:
        moment = parsedate_to_datetime(told).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    try:
        now = parsedate_to_datetime(headers.get("date", "")).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        now = today()
    return max(0.0, moment - now)
