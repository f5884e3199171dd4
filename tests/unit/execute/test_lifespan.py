from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from querious.errors import TargetError
from querious.execute.lifespan import Lifespan

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Receive = Callable[[], Awaitable[dict[str, Any]]]
    Send = Callable[[dict[str, Any]], Awaitable[None]]


def live(app: Any, seconds: float = 5) -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        lifespan = Lifespan(app, seconds)
        try:
            await lifespan.start()
            return dict(lifespan.state)
        finally:
            await lifespan.stop()
            await lifespan.stop()

    return asyncio.run(run())


def test_startup_and_shutdown_are_run_in_one_conversation() -> None:
    events: list[str] = []

    async def app(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        assert scope["type"] == "lifespan"
        events.append((await receive())["type"])
        scope["state"]["db"] = "connected"
        await send({"type": "lifespan.startup.complete"})
        events.append((await receive())["type"])
        await send({"type": "lifespan.shutdown.complete"})
        events.append("left")

    assert live(app) == {"db": "connected"}
    assert events[:2] == ["lifespan.startup", "lifespan.shutdown"]


@pytest.mark.parametrize("error", [AssertionError("only http"), SystemExit()])
def test_an_application_without_lifespan_is_simply_used(error: BaseException) -> None:
    async def app(*_: object) -> None:
        raise error

    assert live(app) == {}


def test_an_application_that_returns_at_once_is_simply_used() -> None:
    async def app(*_: object) -> None: ...

    assert live(app) == {}


def test_a_failed_startup_is_one_line() -> None:
    async def app(_: object, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "Traceback\n  File x\nOSError: no database\n"})
        raise OSError

    with pytest.raises(TargetError, match=r"^the application failed to start: OSError: no database$"):
        live(app)


def test_a_startup_that_hangs_is_one_line() -> None:
    async def app(_: object, receive: Receive, send: Send) -> None:
        await asyncio.sleep(60)

    with pytest.raises(TargetError, match=r"^the application did not start within 0\.02 s"):
        live(app, 0.02)


def test_a_shutdown_that_hangs_is_ended() -> None:
    ended: list[str] = []

    async def app(_: object, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    live(app, 0.05)
    assert ended == ["cancelled"]
