"""One request on its way through a server, as every middleware watches it: bounded, and without touching it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Self

from querious.harvest.notes import ANSWER, ReceivedRequest
from querious.harvest.request_operations import LARGEST, may_ask

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.harvest.recorder import Recorder

CRASHED: Final = 500
"""The status of what the application raised instead of answering: what servers make of it."""
LEFT: Final = 499
"""The status of what nobody waited for until it was answered; servers write it so into their logs."""


class Paths:
    """Which paths are watched: those given, or all, since what is no GraphQL is found out later."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(path.rstrip("/") for path in paths)

    def __contains__(self, path: str) -> bool:
        return not self._paths or path.rstrip("/") in self._paths


class RequestWatch:
    """What is noted of one request while it is being answered."""

    __slots__ = (
        "_answer", "_body", "_complete", "_content_type", "_method", "_moment", "_query_string", "_recorder",
        "_seconds", "_size", "_started", "_wanted", "status",
    )  # fmt: skip

    def __init__(self, recorder: Recorder, method: str, query_string: str | bytes, content_type: str) -> None:
        self._recorder = recorder
        self._method = method
        self._query_string = query_string
        self._content_type = content_type
        self._moment = time.time()
        self._started = time.perf_counter()
        self._seconds: float | None = None
        self._body: list[bytes] = []
        self._size = 0
        self._complete = method == "GET"
        self._answer: bytes | None = b""
        self._wanted = True
        self.status = 0

    def read(self, chunk: bytes) -> None:
        """The application read a piece of the request."""
        if chunk and self._wanted and not self._complete:
            if self._size < LARGEST:
                self._body.append(bytes(chunk[: LARGEST - self._size] if len(chunk) > LARGEST else chunk))
            self._size += len(chunk)

    def read_all(self) -> None:
        """There is no more to read."""
        self._complete = True

    @property
    def size(self) -> int:
        """Bytes read so far."""
        return self._size

    def begin(self, status: int) -> None:
        """The application begins to answer; this is how long it took."""
        self.status = status
        self._seconds = time.perf_counter() - self._started

    def answer(self, chunk: bytes) -> None:
        """The application sends a piece of the answer; answers in several pieces, or large ones, are not looked at."""
        if chunk:
            self._answer = bytes(chunk) if self._answer == b"" and len(chunk) <= ANSWER else None

    def end(self, status: int = 0) -> None:
        """It is over; ``status`` if the application never said. The first end counts."""
        if not self._wanted:
            return
        self._wanted = False
        is_upload = self._content_type[:10].lower() == "multipart/"
        if self._size > LARGEST and not is_upload:
            self._recorder.count("skipped")
        elif self._complete or is_upload:
            seconds = time.perf_counter() - self._started if self._seconds is None else self._seconds
            request = ReceivedRequest(self._method, self._query_string, self._content_type, b"".join(self._body))
            self._recorder.record(request, self.status or status, seconds, self._moment, self._answer or b"")
        self._body = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """What the application raises instead of answering is an end, too."""
        if error is not None:
            self.end(CRASHED if isinstance(error, Exception) else LEFT)


def watch(recorder: Recorder, method: str, query_string: str | bytes, content_type: str) -> RequestWatch | None:
    """None for what cannot be GraphQL."""
    is_asking = may_ask(method, query_string, content_type)
    return RequestWatch(recorder, method, query_string, content_type) if is_asking else None
