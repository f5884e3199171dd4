"""JSON of any size, walked without holding more than one value of it.

    scanner = JsonScanner(file)
    for _ in scanner.values_of("entries"):
        for text in scanner.items(): ...

Values are found by their brackets; what is between them need not be right, so that one bad value spoils no other.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import IO, TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_VALUE: Final = 64 * 1024 * 1024
"""Characters of one value, or of a file that is read as a whole; a longer value is passed over."""
_PIECE: Final = 256 * 1024
_BLANK: Final = re.compile(r"[\s\ufeff]*")
_IN_STRING: Final = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_BETWEEN_BRACKETS: Final = re.compile(r'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+', re.DOTALL)
_PLAIN: Final = re.compile(r"[^\s,\]}]*")


class BrokenJsonError(ValueError):
    """The file does not go on as JSON must: nothing after this place can be read."""


def read_whole(file: IO[bytes]) -> Any:
    """The one value of a file. ValueError if that is too large, or no JSON."""
    return read_value(file.read(LARGEST_VALUE + 1))


def read_value(text: str | bytes) -> Any:
    """The value of a text that a ``JsonScanner`` gave. ValueError for what is too large, or no JSON."""
    if not 0 < len(text) <= LARGEST_VALUE:
        raise ValueError(f"more than {LARGEST_VALUE // 1024 // 1024} MiB, or nothing at all")
    try:
        return json.loads(text, strict=False)
    except ValueError as error:
        raise ValueError(f"not JSON: {str(error)[:100]}") from None


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
        self._pass(_BLANK, [])
        return self._character()

    def keys(self) -> Iterator[str]:
        """The keys of the object that comes next. The value of each must be taken before the next key."""
        for _ in self._members("{", "}"):
            text = self.take()
            if not text.startswith('"') or self.peek() != ":":
                raise BrokenJsonError("an object without a key")
            self._at += 1
            yield _string(text)

    def values_of(self, wanted: str) -> Iterator[None]:
        """Stop before each value of that key in the object that comes next, and pass over all others."""
        for key in self.keys():
            if key == wanted:
                yield
            else:
                self.skip()

    def items(self) -> Iterator[str]:
        """The texts of the items of the list that comes next; empty for one that is too large."""
        for _ in self._members("[", "]"):
            yield self.take()

    def skip(self) -> None:
        """Pass over the value that comes next."""
        self._value(_Nothing())

    def take(self) -> str:
        """The text of the value that comes next; empty if it is too large."""
        taken = _Pieces()
        self._value(taken)
        return "".join(taken)

    def _members(self, opening: str, closing: str) -> Iterator[None]:
        self._expect(opening)
        if self.peek() == closing:
            self._at += 1
            return
        following = ","
        while following == ",":
            yield
            following = self._expect(f",{closing}")

    def _expect(self, characters: str) -> str:
        """Pass over one of these characters."""
        found = self.peek()
        if not found or found not in characters:
            raise BrokenJsonError(f"{found or 'the end'!r} where {' or '.join(characters)} should be")
        self._at += 1
        return found

    def _value(self, taken: list[str]) -> None:
        begin = self.peek()
        if begin in ("", ",", ":", "]", "}"):
            raise BrokenJsonError(f"{begin or 'the end'!r} where a value should be")
        if begin == '"':
            self._string(taken)
        elif begin in "{[":
            self._nested(taken)
        else:
            self._pass(_PLAIN, taken)

    def _nested(self, taken: list[str]) -> None:
        depth = 0
        while True:
            self._pass(_BETWEEN_BRACKETS, taken)
            found = self._character()
            if not found:
                raise BrokenJsonError("the file ends within a value")
            if found == '"':  # a string that is longer than the piece of the file
                self._string(taken)
                continue
            self._step(taken)
            depth += 1 if found in "{[" else -1
            if depth == 0:
                return

    def _string(self, taken: list[str]) -> None:
        self._step(taken)
        self._pass(_IN_STRING, taken)
        while self._character() != '"':
            # A backslash at the end of a piece: its character is in the next one.
            if not self._more():
                raise BrokenJsonError("the file ends within a string")
            self._pass(_IN_STRING, taken)
        self._step(taken)

    def _character(self) -> str:
        return self._text[self._at : self._at + 1]

    def _step(self, taken: list[str]) -> None:
        taken.append(self._character())
        self._at += 1

    def _pass(self, pattern: re.Pattern[str], taken: list[str]) -> None:
        """Take as much as the pattern, which may be nothing, does."""
        goes_on = True
        while goes_on:
            end = cast("re.Match[str]", pattern.match(self._text, self._at)).end()
            taken.append(self._text[self._at : end])
            self._at = end
            goes_on = end == len(self._text) and self._more()

    def _more(self) -> bool:
        """Read another piece, after what was not walked yet. False at the end of the file."""
        if self._ended:
            return False
        piece = self._file.read(_PIECE)
        self._ended = not piece
        self._text = self._text[self._at :] + self._decode(piece, self._ended)
        self._at = 0
        return bool(piece)


class _Nothing(list[str]):
    """Nothing is kept."""

    def append(self, _piece: str) -> None:
        pass


class _Pieces(list[str]):
    """The pieces of a value; of one that is too large, none."""

    _length = 0

    def append(self, piece: str) -> None:
        self._length += len(piece)
        if self._length <= LARGEST_VALUE:
            super().append(piece)
        else:
            self.clear()


def _string(text: str) -> str:
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return text[1:-1]
