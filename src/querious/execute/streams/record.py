"""Writes down what comes over a stream, within bounds: of a flood the first messages are kept, the others counted."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from querious.model.stream import Message, Stream, StreamMessage

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import JSON, Case, Failure
    from querious.model.stream import StreamTransport
    from querious.text.mask import Mask

KEPT: Final = 200
"""Messages of one stream that are kept."""
MOST_EVENTS: Final = 1_000
"""Events after which a stream is stopped."""


class StreamRecord:
    """One stream as far as it has come."""

    def __init__(
        self,
        case: Case,
        transport: StreamTransport,
        mask: Mask,
        most_bytes: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.case = case
        self.transport = transport
        self._mask = mask
        self._most_bytes = most_bytes
        self._clock = clock
        self._messages: list[StreamMessage] = []
        self._began = clock()
        self._bytes = 0
        self.events = 0
        self.status = 0
        self.code = 0
        self.reason = ""
        self.failure: Failure | None = None
        self.detail = ""
        self.limit = ""

    def note(
        self,
        kind: Message,
        name: str = "",
        payload: JSON = None,
        *,
        sent: bool = False,
        flaw: str = "",
        size: int = 0,
    ) -> StreamMessage:
        """Write a message down, without our credentials."""
        masked = False
        if not sent and self._mask:
            shown, flaw = self._mask.json(payload), self._mask.text(flaw)
            masked, payload = shown != payload, shown
        message = StreamMessage(self._clock() - self._began, kind, name, payload, sent, flaw, masked)
        self._bytes += size
        self.events += kind is Message.NEXT
        if len(self._messages) < KEPT and self._bytes <= self._most_bytes:
            self._messages.append(message)
        elif kind is not Message.NEXT and len(self._messages) < 2 * KEPT:
            self._messages.append(message._replace(payload=None))
        if not self.limit and self.events >= MOST_EVENTS:
            self.limit = f"{MOST_EVENTS:,} events"
        elif not self.limit and self._bytes > self._most_bytes:
            self.limit = f"{self._most_bytes:,} bytes"
        return message

    def closed(self, code: int, reason: str) -> StreamMessage:
        """Write down that the other side has closed it."""
        self.code = self.code or code
        self.reason = self.reason or (self._mask.text(reason) if self._mask else reason)[:200]
        return self.note(Message.CLOSED)

    def failed(self, failure: Failure, detail: str, status: int = 0) -> None:
        """Write down why there is no stream any more; the first reason counts."""
        if self.failure is None:
            self.failure, self.detail, self.status = failure, detail, status

    def stream(self) -> Stream:
        """What was written down so far."""
        return Stream(
            self.case,
            self.transport,
            tuple(self._messages),
            self.events,
            self.status,
            self.code,
            self.reason,
            self.failure,
            self.detail,
            self.limit,
            self._began,
            self._clock() - self._began,
        )
