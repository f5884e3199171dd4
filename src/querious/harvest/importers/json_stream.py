"""JSON of any size, walked without holding more than one value of it.

    scanner = Scanner(file)
    for key in scanner.keys():
        if key == "entries":
            for text in scanner.items(): ...
        else:
            scanner.skip()

Values are found by their brackets; what is between them need not be right, so that one bad value spoils no other.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_VALUE: Final = 64 * 1024 * 1024
"""Characters of one value that is taken; a longer one is passed over."""
_PIECE: Final = 256 * 1024
_BLANK: Final = re.compile(r"[\s\ufeff]*")
_IN_STRING: Final = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_BETWEEN_BRACKETS: Final = re.compile(r'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+', re.DOTALL)
_PLAIN: Final = re.compile(r"[^\s,\]}]*")


class BrokenJsonError(ValueError):
    """The file does not go on as JSON must: nothing after this place can be read."""


class JsonScanner:
    """Reads a binary file of JSON in pieces."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._text = ""
        self._at = 0
        self._ended = False

    def peek(self) -> str:
        """The first character of what comes next; empty at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def keys(self) -> Iterator[str]:
        """The keys of the object that comes next. The value of each must be taken before the next key."""
        for _ in self._members("{", "}"):
            text = self.take()
            if text is None or not text.startswith('"') or self.peek() != ":":
                raise BrokenJsonError("an object without a key")
            self._at += 1
            yield _string(text)

    def items(self) -> Iterator[str | None]:
        """The texts of the items of the list that comes next; None for one that is too large."""
        for _ in self._members("[", "]"):
            yield self.take()

    def skip(self) -> None:
        """Pass over the value that comes next."""
        self._value(keep=False)

    def take(self) -> str | None:
        """The text of the value that comes next; None if it is too large."""
        return self._value(keep=True)

    def _members(self, opening: str, closing: str) -> Iterator[None]:
        if self.peek() != opening:
            raise BrokenJsonError(f"{self.peek() or 'the end'!r} where {opening} should be")
        self._at += 1
        if self.peek() == closing:
            self._at += 1
            return
        while True:
            yield
            following = self.peek()
            if following not in (",", closing) or not following:
                raise BrokenJsonError(f"{following or 'the end'!r} where , or {closing} should be")
            self._at += 1
            if following == closing:
                return

    def _value(self, *, keep: bool) -> str | None:
        """Pass over one value; its text if it is to be kept and not too large."""
        begin = self.peek()
        if begin in ("", ",", ":", "]", "}"):
            raise BrokenJsonError(f"{begin or 'the end'!r} where a value should be")
        taking = _Taking(keep=keep)
        if begin == '"':
            self._string(taking)
        elif begin in "{[":
            self._nested(taking)
        else:
            self._to_end_of(_PLAIN, taking)
        return taking.text()

    def _nested(self, taking: _Taking) -> None:
        depth = 0
        while True:
            self._to_end_of(_BETWEEN_BRACKETS, taking)
            found = self._text[self._at : self._at + 1]
            if not found:
                raise BrokenJsonError("the file ends within a value")
            if found == '"':  # a string that is longer than the piece of the file
                self._string(taking)
                continue
            taking.add(found, 0, 1)
            self._at += 1
            depth += 1 if found in "{[" else -1
            if depth == 0:
                return

    def _string(self, taking: _Taking) -> None:
        taking.add('"', 0, 1)
        self._at += 1
        self._to_end_of(_IN_STRING, taking)
        while self._text[self._at : self._at + 1] != '"':
            # A backslash at the end of a piece: its character is in the next one.
            if not self._more():
                raise BrokenJsonError("the file ends within a string")
            self._to_end_of(_IN_STRING, taking)
        taking.add('"', 0, 1)
        self._at += 1

    def _to_end_of(self, pattern: re.Pattern[str], taking: _Taking) -> None:
        while True:
            match = pattern.match(self._text, self._at)
            end = match.end() if match else self._at
            taking.add(self._text, self._at, end)
            self._at = end
            if self._at < len(self._text) or not self._more():
                return

    def _more(self) -> bool:
        """Read another piece, after what was not walked yet. False at the end of the file."""
        if self._ended:
            return False
        piece = self._file.read(_PIECE)
        self._ended = not piece
        self._text = self._text[self._at :] + self._decode(piece, self._ended)
        self._at = 0
        return bool(piece)


class _Taking:
    """The text of a value that may come in many pieces."""

    def __init__(self, *, keep: bool) -> None:
        self._parts: list[str] | None = [] if keep else None
        self._length = 0

    def add(self, text: str, begin: int, end: int) -> None:
        if self._parts is None:
            return
        self._length += end - begin
        if self._length > LARGEST_VALUE:
            self._parts = None
        else:
            self._parts.append(text[begin:end])

    def text(self) -> str | None:
        return None if self._parts is None else "".join(self._parts)


def _string(text: str) -> str:
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return text[1:-1]
