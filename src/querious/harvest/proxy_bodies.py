"""Where the body of a message ends, found while its bytes stream by; nothing of it is kept here.

Each kind of body has ``feed(data, at) -> int``: the place after the bytes that belong to it, and ``ended``.
A ``keep`` that is given is called with the content: the chunks without what frames them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    Keep = Callable[[bytes], None]

_NAME: Final = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_SIZE: Final = re.compile(rb"([0-9A-Fa-f]{1,12})(?:[ \t]*;[^\x00\r\n]*)?\r\n")
_SIZE_BEGUN: Final = re.compile(rb"[0-9A-Fa-f]{1,12}[ \t]*(?:;[^\x00\r\n]*)?\r?")
_LENIENT_SIZE: Final = re.compile(rb"([0-9A-Fa-f]{1,12})[^\r\n]*\r?\n")
_NOTHING: Final = re.compile(rb"\r\n")
_NOTHING_BEGUN: Final = re.compile(rb"\r")
_LENIENT_NOTHING: Final = re.compile(rb"\r?\n")
_TRAILER: Final = re.compile(rb"(?:" + _NAME + rb":[^\x00\r\n]*)?\r\n")
_TRAILER_BEGUN: Final = re.compile(_NAME + rb"(?::[^\x00\r\n]*\r?)?|\r")
_LENIENT_TRAILER: Final = re.compile(rb"[^\n]*\n")
_LONGEST_LINE: Final = 4096
"""Bytes of a line that tells the size of a chunk, or of a trailer."""
_MOST_TRAILERS: Final = 100


class BadChunkError(Exception):
    """A chunked body whose framing is wrong: where it ends cannot be known."""


class Body(Protocol):
    """The rest of a message after its head."""

    ended: bool

    def feed(self, data: bytes, at: int) -> int:
        """Take what belongs to it from this place on; gives the place after that."""


class FixedLengthBody:
    """A body of a known length."""

    def __init__(self, length: int, keep: Keep | None = None) -> None:
        self._left = length
        self._keep = keep
        self.ended = length == 0

    def feed(self, data: bytes, at: int) -> int:
        """Take at most what is left of it."""
        end = min(len(data), at + self._left)
        self._left -= end - at
        self.ended = self._left == 0
        if self._keep is not None:
            self._keep(data[at:end])
        return end


class UntilClosedBody:
    """A body that ends with the connection."""

    ended = False

    def feed(self, data: bytes, at: int) -> int:  # noqa: ARG002 - all of it, wherever it begins
        """Take everything."""
        return len(data)


class ChunkedBody:
    """A body in chunks. A strict one takes only what every server reads alike.

    What ``feed`` takes before it raises is always the beginning of a good body.
    """

    def __init__(self, keep: Keep | None = None, *, strict: bool = True) -> None:
        self._keep = keep
        self._strict = strict
        self._step: Callable[[bytes, int], int] = self._size
        self._line = b""
        self._left = 0
        self._trailers = 0
        self.ended = False

    def feed(self, data: bytes, at: int) -> int:
        """Take chunks up to the end of the body. BadChunkError where the framing is wrong."""
        while at < len(data) and not self.ended:
            at = self._step(data, at)
        return at

    def _size(self, data: bytes, at: int) -> int:
        line, at = self._read_line(data, at, _SIZE if self._strict else _LENIENT_SIZE, _SIZE_BEGUN)
        if line is not None:
            self._left = int(line[1], 16)
            self._step = self._content if self._left else self._trailer
        return at

    def _content(self, data: bytes, at: int) -> int:
        end = min(len(data), at + self._left)
        self._left -= end - at
        if self._keep is not None:
            self._keep(data[at:end])
        if self._left == 0:
            self._step = self._after_content
        return end

    def _after_content(self, data: bytes, at: int) -> int:
        line, at = self._read_line(data, at, _NOTHING if self._strict else _LENIENT_NOTHING, _NOTHING_BEGUN)
        if line is not None:
            self._step = self._size
        return at

    def _trailer(self, data: bytes, at: int) -> int:
        line, at = self._read_line(data, at, _TRAILER if self._strict else _LENIENT_TRAILER, _TRAILER_BEGUN)
        if line is not None:
            self.ended = not line[0].strip(b"\r\n")
            self._trailers += 1
            if self._trailers > _MOST_TRAILERS:
                raise BadChunkError("too many trailers")
        return at

    def _read_line(
        self, data: bytes, at: int, whole: re.Pattern[bytes], begun: re.Pattern[bytes]
    ) -> tuple[re.Match[bytes] | None, int]:
        """The next line that frames something, or None as long as it has only begun, and the place after it."""
        end = data.find(b"\n", at) + 1 or len(data)
        line = self._line + data[at:end]
        if len(line) > _LONGEST_LINE:
            raise BadChunkError("a line that frames a chunk is too long")
        if not line.endswith(b"\n"):
            if self._strict and begun.fullmatch(line) is None:
                raise BadChunkError(f"the framing of a chunk is malformed: {line[:20]!r}")
            self._line = line
            return None, end
        match = whole.fullmatch(line)
        if match is None:
            raise BadChunkError(f"the framing of a chunk is malformed: {line[:20]!r}")
        self._line = b""
        return match, end
