"""Calling somebody's Python code: whatever it does comes back as an Exchange."""

from __future__ import annotations

import asyncio
import traceback
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final

from querious.execute.payload import decode
from querious.model import Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from querious.model import Case

HOST: Final = "localhost"
"""The host that applications are asked as: one that frameworks accept without being told to."""
_FRAMES: Final = 20
"""Innermost frames of a traceback that are kept; runaway recursion has a thousand."""


@dataclass(slots=True)
class AppResponse:
    """What an application has responded so far. More than ``limit`` bytes are counted, not kept."""

    limit: int
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    size: int = 0
    detail: str = ""
    """What the application wrote to its error log."""
    chunks: list[bytes] = field(default_factory=list)

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        """Take the status and the headers; a repeated header is one with its values joined, as HTTP allows.

        What no server could put on the wire is refused: the application gets the exception, and has crashed.
        """
        if isinstance(status, bool) or not isinstance(status, int):
            raise TypeError(f"the status of a response is a number, not {type(status).__name__}")
        if not all(isinstance(text, str) for pair in headers for text in pair):
            raise TypeError("names and values of headers are text")
        self.status = status
        self.headers = {}
        for name, value in headers:
            key = name.lower()
            self.headers[key] = f"{self.headers[key]}, {value}" if key in self.headers else value

    def add(self, chunk: bytes) -> None:
        """Take a piece of the body; likewise."""
        if not isinstance(chunk, bytes | bytearray | memoryview):
            raise TypeError(f"the body of a response is bytes, not {type(chunk).__name__}")
        chunk = bytes(chunk)
        self.size += len(chunk)
        if self.size <= self.limit:
            self.chunks.append(chunk)
        else:
            self.chunks.clear()


async def exchange_of(
    case: Case, response: AppResponse, call: Callable[[], Awaitable[object]], usual: float
) -> Exchange:
    """Run ``call``, which fills in ``response``, and say what came of it; ``usual`` is the time limit of most cases.

    An application may itself raise ``TimeoutError`` or ``CancelledError``: only our own deadline is a timeout and
    only a cancellation of our own task goes through.
    """
    timeout = case.request.timeout or usual
    began = perf_counter()
    failure: Failure | None = None
    detail = ""
    try:
        async with asyncio.timeout(timeout) as deadline:
            await call()
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        failure, detail = Failure.CRASH, traceback_of(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the application raises is what we report
        failure, detail = Failure.CRASH, traceback_of(error)
    if deadline.expired():
        failure, detail = Failure.TIMEOUT, f"no answer within {timeout:g} s"
    elapsed = perf_counter() - began
    if failure is None and response.size > response.limit:
        failure, detail = Failure.TOO_LARGE, f"more than {response.limit:,} bytes"
    if failure is None and not response.status:
        failure, detail = Failure.LOST, "the application returned without an answer"
    body = b"".join(response.chunks)
    payload, is_json = None, False
    if failure is None:
        payload, is_json, failure = decode(body)
    return Exchange(
        case,
        response.status,
        response.headers,
        body,
        payload,
        is_json,
        elapsed,
        failure,
        detail or response.detail,
        began=began,
    )


def traceback_of(error: BaseException) -> str:
    """The traceback as Python prints it, its innermost frames."""
    return "".join(traceback.format_exception(error, limit=-_FRAMES))
