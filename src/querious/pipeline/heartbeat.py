"""Telling an observer how far something is, every so often, while it goes on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Progress
    from querious.pipeline.observer import Observer

_TICK = 0.1
"""Seconds between two reports of progress."""


class Ticker:
    """Reports progress as long as its block lasts."""

    def __init__(self, observer: Observer, progress: Callable[[], Progress]) -> None:
        self._observer = observer
        self._progress = progress

    def follow(self, progress: Callable[[], Progress]) -> None:
        """Report this from now on."""
        self._progress = progress

    def show(self, progress: Callable[[], Progress]) -> None:
        """Report this from now on, and at once."""
        self.follow(progress)
        self._observer.progress(progress())

    async def __aenter__(self) -> Self:
        self.show(self._progress)
        self._task = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            self._observer.progress(self._progress())
