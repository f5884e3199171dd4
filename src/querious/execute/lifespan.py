"""Starting and stopping an ASGI application as a server does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from querious.errors import TargetError

Message: TypeAlias = MutableMapping[str, Any]
AsgiApp: TypeAlias = Callable[[Any, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]


class Lifespan:
    """One conversation with the application that lasts from ``start`` to ``stop``, in a task of its own.

    The protocol allows an application to know nothing of lifespans: one that raises or returns before it has
    answered is taken at its word and simply used.
    """

    def __init__(self, app: AsgiApp, seconds: float) -> None:
        self._app = app
        self._seconds = seconds
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.state: dict[str, Any] = {}
        """What the application keeps for its requests; each request gets a shallow copy."""

    async def start(self) -> None:
        """Run the startup of the application; a TargetError if it fails."""
        self._task = asyncio.create_task(self._converse())
        answer = await self._tell("lifespan.startup")
        if answer is None:
            await self.stop()
            raise TargetError(
                f"the application did not start within {self._seconds:g} s; start it by itself to see why"
            )
        if answer.get("type") == "lifespan.startup.failed":
            words = str(answer.get("message") or "no reason given").strip().splitlines()[-1]
            raise TargetError(f"the application failed to start: {words}")

    async def stop(self) -> None:
        """Run the shutdown of the application; it cannot fail, as nobody waits for its answer."""
        task, self._task = self._task, None
        if task is None:
            return
        if not task.done():
            await self._tell("lifespan.shutdown", task)
        task.cancel()
        await asyncio.wait([task], timeout=self._seconds)

    async def _tell(self, event: str, task: asyncio.Task[None] | None = None) -> dict[str, Any] | None:
        """The application's answer; an empty one if it went without; None if it takes too long."""
        conversation = task or self._task
        self._inbox.put_nowait({"type": event})
        answer = asyncio.create_task(self._outbox.get())
        waited_for = {answer} if conversation is None else {answer, conversation}
        await asyncio.wait(waited_for, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        answer.cancel()
        return {} if conversation is not None and conversation.done() else None

    async def _converse(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": self.state}
        try:
            await self._app(scope, self._inbox.get, self._outbox.put)
        except (Exception, SystemExit):  # noqa: BLE001 - how an application says that it knows nothing of lifespans
            return
