"""The one clock of a command: from its start to its last line."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """How long a command has run, and how long it may."""

    def __init__(
        self, seconds: float | None, started: float | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        self._now = now
        self._started = now() if started is None else started
        self.seconds = seconds
        """What ``--time`` allows for the whole command; None: any time."""

    @property
    def elapsed(self) -> float:
        """Seconds since the command began."""
        return self._now() - self._started

    def left(self, part: float = 1.0) -> float:
        """Seconds until this part of the time is over, at least 0."""
        return inf if self.seconds is None else max(0.0, part * self.seconds - self.elapsed)

    def limit(self, part: float = 1.0) -> float | None:
        """The same for ``asyncio.timeout``: None where there is no end."""
        return None if self.seconds is None else self.left(part)
