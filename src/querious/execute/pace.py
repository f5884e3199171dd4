"""How fast requests are sent, how many at a time, and when again: wrappers around a client."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from querious.execute.client import ClientWrapper
from querious.execute.traffic_record import TrafficRecord
from querious.model import Failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from querious.execute.client import Client
    from querious.model import Case, Exchange

PAUSES: Final = (0.1, 0.5)
"""Seconds to wait before each new attempt to connect."""


class Counted(ClientWrapper):
    """Counts every request that goes out, and notes how it went.

    It stands innermost, so that what wrappers send again counts too.
    """

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.sent = 0
        self.record = TrafficRecord()

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        self.sent += 1
        exchange = await self._client.send(case)
        self.record.note(exchange)
        return exchange


class Paced(ClientWrapper):
    """At most ``rate`` requests a second, evenly spaced, with ``delay`` seconds of quiet after every answer.

    Each request takes the next free moment and sleeps until then: first come, first served, without bursts and without
    a queue to keep. Requests that take their moments while others are under way may still overlap with them.
    """

    def __init__(
        self,
        client: Client,
        rate: float | None = None,
        delay: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(client)
        self._interval = delay if rate is None else max(1 / rate, delay)
        self._delay = delay
        self._clock = clock
        self._sleep = sleep
        self._free = clock()

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        await self.turn()
        try:
            return await self._client.send(case)
        finally:
            if self._delay:
                self._free = max(self._free, self._clock() + self._delay)

    async def turn(self) -> None:
        """Wait for the next free moment, and take it."""
        now = self._clock()
        moment = max(now, self._free)
        self._free = moment + self._interval
        if moment > now:
            await self._sleep(moment - now)


class Limited(ClientWrapper):
    """At most ``connections`` requests under way at a time; those that wait go in the order they came."""

    def __init__(self, client: Client, connections: int) -> None:
        super().__init__(client)
        self._places = asyncio.Semaphore(connections)

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        async with self._places:
            return await self._client.send(case)


class Retrying(ClientWrapper):
    """Tries again where no connection could be made, and only there: everything else may have been processed."""

    def __init__(
        self,
        client: Client,
        pauses: Sequence[float] = PAUSES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(client)
        self._pauses = pauses
        self._sleep = sleep

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        exchange = await self._client.send(case)
        for pause in self._pauses:
            if exchange.failure is not Failure.UNREACHABLE:
                break
            await self._sleep(pause)
            exchange = await self._client.send(case)
        return exchange
