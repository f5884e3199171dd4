"""The parts of a body of ``multipart/mixed``, as they come: events of a stream, or the pieces of one answer.

No I/O: whoever reads from a connection feeds what has come and is given the parts that are complete by then. A part is
complete with the delimiter behind it (RFC 2046, 5.1.1), also where the line of the delimiter goes on in a later chunk:
servers write the delimiter at once, so that clients need not wait for the next part, and the end of its line with that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from enum import Enum
from typing import Final

_LONGEST_HEAD: Final = 16_384
"""Bytes of headers that one part may have, and of the line of one delimiter."""
_LONGEST_BOUNDARY: Final = 70
"""Characters, by RFC 2046."""
_NONE: Final = -1


@dataclass(frozen=True, slots=True)
class MixedPart:
    """One part: its headers, names in lower case, and its body."""

    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class MixedBody:
    """A whole body, read."""

    parts: tuple[MixedPart, ...] = ()
    closed: bool = False
    """Whether the closing delimiter came."""
    flaw: str = ""
    """What breaks the form of such a body, in words; nothing after it has been read."""


class _State(Enum):
    PREAMBLE = "before the first delimiter"
    DELIMITER = "in the line of a delimiter"
    HEAD = "in the headers of a part"
    BODY = "in the body of a part"
    CLOSED = "after the closing delimiter"
    BROKEN = "after what is no such body"


def boundary_of(content_type: str) -> str:
    """The boundary that a content type of ``multipart/mixed`` names; empty where it is another, or names none."""
    message = Message()
    message["content-type"] = " ".join(content_type.split())
    if message.get_content_type() != "multipart/mixed":
        return ""
    boundary = message.get_param("boundary", "")
    return boundary.rstrip() if isinstance(boundary, str) and len(boundary) <= _LONGEST_BOUNDARY else ""


@dataclass(slots=True)
class MixedReader:
    """Reads parts from the chunks of a body. Holds one part at a time, of at most ``limit`` bytes; takes linear time.

    Line breaks may be bare line feeds, as some servers write them.
    """

    boundary: str
    limit: int
    flaw: str = ""
    """What breaks the form, in words. From then on whatever is fed is ignored."""
    _state: _State = _State.PREAMBLE
    # A line break before the body makes a delimiter on its first line one like any other.
    _buffer: bytearray = field(default_factory=lambda: bytearray(b"\n"))
    _looked: int = 0
    """Bytes of the buffer in which no delimiter begins."""
    _headers: dict[str, str] = field(default_factory=dict)
    _head_size: int = 0

    @property
    def closed(self) -> bool:
        """Whether the closing delimiter came. What follows it belongs to nobody."""
        return self._state is _State.CLOSED

    @property
    def is_waiting(self) -> bool:
        """Whether the last part is complete: what came ends with a delimiter, and nothing behind it."""
        return self.closed or (self._state in {_State.DELIMITER, _State.HEAD} and not bytes(self._buffer).strip())

    def feed(self, chunk: bytes) -> list[MixedPart]:
        """The parts that this chunk completes."""
        if self._state in {_State.CLOSED, _State.BROKEN}:
            return []
        self._buffer += chunk
        parts: list[MixedPart] = []
        while self._advance(parts):
            pass
        return parts

    def _advance(self, parts: list[MixedPart]) -> bool:
        """Take what the state waits for from the buffer; False if it is not there yet, or nothing is waited for."""
        match self._state:
            case _State.PREAMBLE:
                return self._body() is not None
            case _State.DELIMITER:
                return self._delimiter()
            case _State.HEAD:
                return self._head(parts)
            case _State.BODY:
                body = self._body()
                if body is not None:
                    parts.append(MixedPart(self._headers, body))
                return body is not None
            case _:
                return False

    def _body(self) -> bytes | None:
        """Everything before the next delimiter, without the line break that belongs to the delimiter."""
        delimiter = b"\n--" + self.boundary.encode("utf-8", "replace")
        found = self._buffer.find(delimiter, self._looked)
        # No delimiter begins before this, however the body is cut into chunks.
        self._looked = found if found != _NONE else max(0, len(self._buffer) - len(delimiter) + 1)
        if self._looked > self.limit + len(b"\n\r"):
            self._break(f"a part of more than {self.limit:,} bytes")
            return None
        if found == _NONE:
            return None
        # The first line feed stands for the line break before the body.
        body = bytes(self._buffer[1:found]).removesuffix(b"\r")
        self._pass(found + len(delimiter), _State.DELIMITER)
        return body

    def _delimiter(self) -> bool:
        """The rest of the line: two dashes close the body, blanks are padding."""
        if self._buffer.startswith(b"--"):
            self._pass(2, _State.CLOSED)
            self._buffer.clear()
            return False
        end = self._buffer.find(b"\n")
        if end == _NONE:
            if len(self._buffer) > _LONGEST_HEAD:
                self._break("a delimiter whose line does not end")
            return False
        if self._buffer[:end].strip(b" \t\r"):
            self._break("a delimiter with something else on its line")
            return False
        self._headers, self._head_size = {}, 0
        self._pass(end + 1, _State.HEAD)
        return True

    def _head(self, parts: list[MixedPart]) -> bool:
        """One line of the headers; an empty one ends them, and a delimiter ends the part."""
        dashes = b"--" + self.boundary.encode("utf-8", "replace")
        if self._buffer.startswith(dashes):
            parts.append(MixedPart(self._headers, b""))
            self._pass(len(dashes), _State.DELIMITER)
            return True
        end = self._buffer.find(b"\n")
        if self._head_size + (end if end != _NONE else len(self._buffer)) > _LONGEST_HEAD:
            self._break(f"headers of more than {_LONGEST_HEAD:,} bytes")
            return False
        if end == _NONE:
            return False
        line = bytes(self._buffer[:end]).rstrip(b"\r").decode("latin-1")
        if not line:
            self._pass(end, _State.BODY)
            return True
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            self._break("a line among the headers of a part that is no header")
            return False
        self._headers[name.strip().lower()] = value.strip()
        self._head_size += end + 1
        self._pass(end + 1, _State.HEAD)
        return True

    def _pass(self, size: int, state: _State) -> None:
        del self._buffer[:size]
        self._looked = 0
        self._state = state

    def _break(self, flaw: str) -> None:
        self.flaw = flaw
        self._state = _State.BROKEN
        self._buffer.clear()


def read_mixed(content_type: str, body: bytes, limit: int) -> MixedBody:
    """A whole body that names ``content_type``; each part may have ``limit`` bytes."""
    boundary = boundary_of(content_type)
    if not boundary:
        return MixedBody(flaw="a content type that names no boundary")
    reader = MixedReader(boundary, limit)
    parts = tuple(reader.feed(body))
    return MixedBody(parts, reader.closed, reader.flaw)
