"""Who waits for changes, and what they are told."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

MOST_WAITING: Final = 1_000
"""Changes that are kept for one listener; of one that does not read, the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class Change:
    """``row`` is as it was then."""

    topic: str
    """``task``, ``comment`` or ``note``."""
    kind: str
    row: Any


class Feed:
    """Passes changes on to all who listen at that time."""

    def __init__(self) -> None:
        self._queues: list[asyncio.Queue[Change]] = []

    def tell(self, topic: str, kind: str, row: Any) -> None:
        """Everybody."""
        for queue in self._queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(Change(topic, kind, row))

    @contextmanager
    def _queue(self) -> Iterator[asyncio.Queue[Change]]:
        queue: asyncio.Queue[Change] = asyncio.Queue(MOST_WAITING)
        self._queues.append(queue)
        try:
            yield queue
        finally:
            self._queues.remove(queue)

    async def listen(self, topic: str) -> AsyncGenerator[Change, None]:
        """Changes of a topic from now on, until the listener goes."""
        with self._queue() as queue:
            while True:
                change = await queue.get()
                if change.topic == topic:
                    yield change

    @property
    def listeners(self) -> int:
        """How many there are."""
        return len(self._queues)
