"""The events of one operation, whichever protocol carries them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.wire.execution import event_payload

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from querious.demo.doors.wire.execution import Result

NEXT: Final = "next"
COMPLETE: Final = "complete"


async def payloads_of(stream: AsyncGenerator[Any, None]) -> AsyncGenerator[Result, None]:
    """Each event as a response."""
    try:
        async for event in stream:
            yield event_payload(event)
    finally:
        await stream.aclose()


async def only(result: Result) -> AsyncGenerator[Result, None]:
    """A query is answered by one event."""
    yield result


async def outcomes_of(payloads: AsyncGenerator[Result, None]) -> AsyncGenerator[tuple[str, Result | None], None]:
    """What is told to the client: each payload, and that there will be no more."""
    async for payload in payloads:
        yield NEXT, payload
    yield COMPLETE, None
