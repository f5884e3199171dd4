"""Server-sent events: a parser of the format, and the two modes of graphql-sse."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.execute.streams.connection import MOST_FRAME, HandshakeError
from querious.model import Failure
from querious.model.json_text import read_json
from querious.model.stream import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.execute.streams.connection import Dialer, StreamBody
    from querious.execute.streams.record import StreamRecord
    from querious.model import JSON
    from querious.model.stream import StreamMessage

MEDIA: Final = "text/event-stream"
_JSON: Final[Mapping[str, str]] = {"content-type": "application/json"}
_TOKEN: Final = "x-graphql-event-stream-token"  # noqa: S105 - the name of a header
_OPERATION: Final = "1"
_OK: Final = 200
_CREATED: Final = 201
_ACCEPTED: Final = 202
_REFUSED: Final = 400


class ServerSentEvent(NamedTuple):
    """One event, as the format has it."""

    event: str
    data: str


class EventStreamParser:
    """Bytes → events, however they are cut. Raises ValueError for one that is larger than the limit."""

    def __init__(self, most: int = MOST_FRAME) -> None:
        self._most = most
        self._rest = b""
        self._event = ""
        self._data: list[str] = []
        self._size = 0
        self.comments = 0
        """Lines that say nothing but that the connection stands."""

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        """The events that are complete with this chunk."""
        whole = self._rest + chunk
        held = b"\r" if whole.endswith(b"\r") else b""  # its line feed may be still to come
        lines = (whole[: len(whole) - len(held)]).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = lines.pop() + held
        if len(self._rest) + self._size > self._most:
            raise ValueError(f"an event of more than {self._most:,} bytes")
        for raw in lines:
            found = self._line(raw.decode("utf-8", "replace"))
            if found is not None:
                yield found

    def _line(self, line: str) -> ServerSentEvent | None:
        if not line:
            found = ServerSentEvent(self._event, "\n".join(self._data)) if self._data or self._event else None
            self._event, self._data, self._size = "", [], 0
            return found
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not name:
            self.comments += 1
        elif name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
            self._size += len(value)
            if self._size > self._most:
                raise ValueError(f"an event of more than {self._most:,} bytes")
        return None


class EventStreamChannel:
    """One subscription as server-sent events. ``single``: over a connection that is reserved and opened first."""

    def __init__(self, dialer: Dialer, url: str, record: StreamRecord, *, single: bool) -> None:
        self._dialer = dialer
        self._url = url
        self._record = record
        self._single = single
        self._token = ""
        self._body: StreamBody | None = None
        self._parser = EventStreamParser()
        self._waiting: list[ServerSentEvent] = []
        self._comments = 0
        self.is_over = False

    async def begin(self, body: JSON, seconds: float) -> bool:
        """Ask for the stream; says whether one came."""
        if self._single:
            return await self._begin_single(body, seconds)
        headers = {"accept": MEDIA, **_JSON}
        self._record.note(Message.SUBSCRIBE, payload=body, sent=True)
        self._body = await self._dialer.body("POST", self._url, headers, json.dumps(body).encode(), seconds)
        return await self._is_stream(self._body)

    async def _begin_single(self, body: JSON, seconds: float) -> bool:
        reserved = await self._dialer.body("PUT", self._url, {"accept": "text/plain"}, b"", seconds)
        token = await reserved.read(seconds) if reserved.status == _CREATED else b""
        await reserved.close()
        if not token:
            self._record.failed(Failure.LOST, f"PUT was answered with status {reserved.status}", reserved.status)
            return False
        self._token = token.decode("utf-8", "replace").strip()[:1000]
        headers = {"accept": MEDIA, _TOKEN: self._token}
        self._body = await self._dialer.body("GET", self._url, headers, b"", seconds)
        if not await self._is_stream(self._body) or not isinstance(body, dict):
            return False
        asked = {**body, "extensions": {"operationId": _OPERATION}}
        self._record.note(Message.SUBSCRIBE, _OPERATION, body, sent=True)
        headers = {"accept": "application/json", _TOKEN: self._token, **_JSON}
        answer = await self._dialer.body("POST", self._url, headers, json.dumps(asked).encode(), seconds)
        said = await answer.read(seconds) if answer.status >= _REFUSED else b""
        await answer.close()
        if answer.status != _ACCEPTED:
            self._record.note(Message.ERROR, _OPERATION, _errors_of(said or b""))
        return True

    async def _is_stream(self, body: StreamBody) -> bool:
        media = body.headers.get("content-type", "").partition(";")[0].strip().lower()
        if body.status == _OK and media == MEDIA:
            self._record.note(Message.ACK)
            return True
        detail = f"{media or 'an answer without a media type'} with status {body.status}"
        self._record.failed(Failure.LOST, detail, body.status)
        return False

    async def receive(self, seconds: float) -> StreamMessage | None:
        """The next message; None where none came in this time."""
        while not self._waiting:
            if self.is_over or self._body is None:
                return None
            try:
                chunk = await self._body.read(seconds)
                if chunk is None:
                    return None
                self._waiting += self._parser.feed(chunk)
            except HandshakeError as error:
                self.is_over = True
                self._record.failed(Failure.LOST, error.detail)
                return self._record.closed(1006, error.detail)
            except ValueError as error:
                self.is_over = True
                self._record.failed(Failure.TOO_LARGE, str(error))
                return self._record.note(Message.UNKNOWN, flaw=str(error))
            if not chunk:
                self.is_over = True
                return self._record.closed(1000, "")
            if not self._waiting and self._parser.comments > self._comments:
                self._comments = self._parser.comments
                return self._record.note(Message.ALIVE)
        return self._message(self._waiting.pop(0))

    def _message(self, event: ServerSentEvent) -> StreamMessage:
        note, size = self._record.note, len(event.data)
        kind = {"next": Message.NEXT, "complete": Message.COMPLETE}.get(event.event)
        if kind is None:
            flaw = f"an event of a type that the protocol does not know: {event.event[:40]!r}"
            return note(Message.UNKNOWN, payload=event.data[:200], flaw=flaw, size=size)
        if not event.data:
            flaw = "" if kind is Message.COMPLETE and not self._single else f"an event {event.event!r} without data"
            return note(kind, flaw=flaw)
        try:
            said = read_json(event.data)
        except ValueError:
            flaw = f"an event {event.event!r} whose data is not JSON"
            return note(Message.UNKNOWN, payload=event.data[:200], flaw=flaw, size=size)
        if not self._single:
            return note(kind, payload=said, size=size)
        if not isinstance(said, dict) or not isinstance(said.get("id"), str):
            return note(kind, flaw=f"an event {event.event!r} without the id of its operation", payload=said, size=size)
        return note(kind, said["id"], said.get("payload"), size=size)

    async def ping(self) -> bool:
        """There is nothing to answer one."""
        return False

    async def stop(self) -> None:
        """Say that no more events are wanted. Where each stream has its connection, closing that says it."""
        if not self._single or self.is_over:
            return
        self._record.note(Message.COMPLETE, _OPERATION, sent=True)
        try:
            url = f"{self._url}{'&' if '?' in self._url else '?'}operationId={_OPERATION}"
            answer = await self._dialer.body("DELETE", url, {_TOKEN: self._token}, b"", 2.0)
            await answer.close()
        except HandshakeError:
            return

    async def close(self) -> None:
        """Close the connection."""
        if self._body is not None:
            await self._body.close()


def _errors_of(said: bytes) -> JSON:
    try:
        answer = read_json(said.decode("utf-8", "replace"))
    except ValueError:
        return None
    return answer.get("errors") if isinstance(answer, dict) else None
