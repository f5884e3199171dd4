"""Subscriptions as ``multipart/mixed``: each part of the body is one message in JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from querious.execute.streams.connection import MOST_FRAME, HandshakeError
from querious.model import Failure
from querious.model.json_text import read_json
from querious.model.stream import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.execute.streams.connection import Dialer, StreamBody
    from querious.execute.streams.record import StreamRecord
    from querious.model import JSON
    from querious.model.stream import StreamMessage

MEDIA: Final = "multipart/mixed"
_ACCEPT: Final = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0, application/json"
_BOUNDARY: Final = re.compile(r'boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))', re.IGNORECASE)
_USUAL: Final = "-"
_OK: Final = 200


class PartParser:
    """Bytes → the bodies of the parts, however they are cut. Raises ValueError for one that is larger than the limit.

    A part ends where the next boundary begins. Many servers write that only with the next part, so one that is whole
    as JSON is not waited for.
    """

    def __init__(self, boundary: str, most: int = MOST_FRAME) -> None:
        self._mark = b"--" + boundary.encode()
        self._most = most
        self._buffer = b""
        self._begun = False
        self._told = False
        """Whether the part at hand has been given already."""
        self.is_over = False
        """Whether the last boundary has come."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The bodies of the parts that are complete with this chunk."""
        self._buffer += chunk
        while not self.is_over:
            found = self._buffer.find(self._mark)
            end = found + len(self._mark)
            if found < 0:
                break
            if len(self._buffer) < end + 2:  # whether it is the last boundary, the next bytes say; the part is over
                if self._begun and not self._told:
                    part, self._buffer, self._told = self._buffer[:found], self._buffer[found:], True
                    yield _body_of(part)
                break
            part, after = self._buffer[:found], self._buffer[end : end + 2]
            self._buffer = self._buffer[end:]
            self.is_over = after == b"--"
            if self._begun and not self._told:
                yield _body_of(part)
            self._begun, self._told = True, False
        if self._begun and not self._told and not self.is_over and _is_whole(self._buffer):
            body, self._buffer, self._told = _body_of(self._buffer), b"", True
            yield body
        if len(self._buffer) > self._most:
            raise ValueError(f"a part of more than {self._most:,} bytes")


def _is_whole(part: bytes) -> bool:
    """Whether the body of a part is JSON already, as far as it has come."""
    if not part.rstrip().endswith(b"}"):
        return False
    try:
        read_json(_body_of(part).decode("utf-8"))
    except ValueError:
        return False
    return True


def _body_of(part: bytes) -> bytes:
    """What stands after the headers of a part; they may be missing."""
    text = part.replace(b"\r\n", b"\n")
    head, separator, body = text.partition(b"\n\n")
    return (body if separator else head).strip()


class MultipartChannel:
    """One subscription in parts."""

    def __init__(self, dialer: Dialer, url: str, record: StreamRecord) -> None:
        self._dialer = dialer
        self._url = url
        self._record = record
        self._body: StreamBody | None = None
        self._parser = PartParser(_USUAL)
        self._waiting: list[bytes] = []
        self.is_over = False

    async def begin(self, body: JSON, seconds: float) -> bool:
        """Ask for the stream; says whether one came."""
        headers = {"accept": _ACCEPT, "content-type": "application/json"}
        self._record.note(Message.SUBSCRIBE, payload=body, sent=True)
        self._body = await self._dialer.body("POST", self._url, headers, json.dumps(body).encode(), seconds)
        media = self._body.headers.get("content-type", "")
        plain = media.partition(";")[0].strip().lower()
        if self._body.status != _OK or plain != MEDIA:
            detail = f"{plain or 'an answer without a media type'} with status {self._body.status}"
            self._record.failed(Failure.LOST, detail, self._body.status)
            return False
        found = _BOUNDARY.search(media)
        self._parser = PartParser((found[1] or found[2]) if found else _USUAL)
        self._record.note(Message.ACK)
        return True

    async def receive(self, seconds: float) -> StreamMessage | None:
        """The next message; None where none came in this time."""
        while not self._waiting:
            if self.is_over or self._body is None:
                return None
            if self._parser.is_over:
                self.is_over = True
                return self._record.note(Message.COMPLETE)
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
            if not chunk and not self._waiting and not self._parser.is_over:
                self.is_over = True
                return self._record.closed(1000, "")
        return self._message(self._waiting.pop(0))

    def _message(self, part: bytes) -> StreamMessage:
        note, size = self._record.note, len(part)
        try:
            said = read_json(part.decode("utf-8"))
        except ValueError:
            return note(
                Message.UNKNOWN,
                payload=part[:200].decode("utf-8", "replace"),
                flaw="a part that is not JSON",
                size=size,
            )
        if said == {}:
            return note(Message.ALIVE)
        if not isinstance(said, dict):
            return note(Message.UNKNOWN, payload=said, flaw="a part that is no object", size=size)
        if "payload" in said:
            if said["payload"] is None and said.get("errors"):
                return note(Message.ERROR, payload=said["errors"], size=size)
            return note(Message.NEXT, payload=said["payload"], size=size)
        if "data" in said or "errors" in said:  # servers that write the response itself, as for incremental delivery
            return note(Message.NEXT, payload={key: one for key, one in said.items() if key != "hasNext"}, size=size)
        if said.keys() <= {"hasNext", "done"}:
            return note(Message.ALIVE)
        return note(Message.UNKNOWN, payload=said, flaw="a part that is neither an event nor a heartbeat", size=size)

    async def ping(self) -> bool:
        """There is nothing to answer one."""
        return False

    async def stop(self) -> None:
        """Closing the connection says it."""

    async def close(self) -> None:
        """Close the connection."""
        if self._body is not None:
            await self._body.close()
