"""One request on its way through a server, as every middleware watches it: bounded, and without touching it."""

from __future__ import annotations

import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

from querious.harvest.notes import ANSWER, ReceivedRequest
from querious.harvest.request_operations import LARGEST, may_ask
from querious.harvest.rest_calls import BODYLESS, is_api_answer, may_call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from querious.harvest.recorder import Recorder

CRASHED: Final = 500
"""The status of what the application raised instead of answering: what servers make of it."""
LEFT: Final = 499
"""The status of what nobody waited for until it was answered; servers write it so into their logs."""


class Paths:
    """Which paths are watched: those given, or all; ``/api/*`` stands for all that begin so."""

    def __init__(self, paths: Iterable[str]) -> None:
        given = list(paths)
        self._paths = frozenset(path.rstrip("/") for path in given if not path.endswith("*"))
        self._beginnings = tuple(path[:-1] for path in given if path.endswith("*"))

    def __contains__(self, path: str) -> bool:
        if not self._paths and not self._beginnings:
            return True
        return path.rstrip("/") in self._paths or path.startswith(self._beginnings)


class RequestWatch:
    """What is noted of one request while it is being answered."""

    __slots__ = (
        "_answer", "_answer_type", "_body", "_complete", "_content_type", "_headers", "_method", "_moment", "_path",
        "_query_string", "_recorder", "_seconds", "_size", "_started", "_wanted", "status",
    )  # fmt: skip

    def __init__(
        self,
        recorder: Recorder,
        method: str,
        query_string: str | bytes,
        content_type: str,
        path: str = "",
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``path``: where it may be a REST call; empty where it can only be GraphQL. ``headers``: what is kept."""
        self._headers = headers
        self._recorder = recorder
        self._path = path
        self._answer_type = ""
        self._method = method
        self._query_string = query_string
        self._content_type = content_type
        self._moment = time.time()
        self._started = time.perf_counter()
        self._seconds: float | None = None
        self._body: list[bytes] = []
        self._size = 0
        self._complete = method in BODYLESS or not content_type
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

    def begin(self, status: int, content_type: str = "") -> None:
        """The application begins to answer; this is how long it took."""
        self.status = status
        self._answer_type = content_type
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
        if self._is_of_a_page(str(self.status or status)):
            return
        if self._size > LARGEST and not is_upload:
            self._recorder.count("skipped")
        elif self._complete or is_upload:
            seconds = time.perf_counter() - self._started if self._seconds is None else self._seconds
            request = ReceivedRequest(
                self._method, self._query_string, self._content_type, b"".join(self._body), self._path, self._headers
            )
            answer = self._answer or b""
            self._recorder.record(request, self.status or status, seconds, self._moment, answer, self._answer_type)
        self._body = []

    def _is_of_a_page(self, status: str) -> bool:
        """Whether it was asked for a web page or a file, so that nobody wants it."""
        is_asking = may_ask(self._method, self._query_string, self._content_type)
        return not is_asking and not is_api_answer(self._method, status, self._answer_type)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """What the application raises instead of answering is an end, too."""
        if error is not None:
            self.end(CRASHED if isinstance(error, Exception) else LEFT)


def watch(
    recorder: Recorder,
    method: str,
    query_string: str | bytes,
    content_type: str,
    path: str = "",
    sent: Callable[[], Iterable[tuple[str, str]]] = tuple,
) -> RequestWatch | None:
    """None for what can be neither GraphQL nor, where its path is told and the recorder wants it, a REST call.

    ``sent`` gives its headers.
    """
    called = path if recorder.rest and may_call(method, path, content_type) else ""
    if not called and not may_ask(method, query_string, content_type):
        return None
    headers = recorder.named.chosen(sent()) if recorder.named else {}
    return RequestWatch(recorder, method, query_string, content_type, called, headers)
