"""Plain values → literals of a language, on one line where they fit, and otherwise laid out as a person would."""

from __future__ import annotations

from dataclasses import dataclass
from sys import maxsize
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model import JSON

WIDTH = 100
"""Columns of a line at most, where a value can be parted."""


@dataclass(frozen=True, slots=True)
class Literals:
    """How a language writes values. A pair is a tuple of two: something short, and what belongs to it."""

    leaf: Callable[[Any], str]
    """Text, numbers, true, false and null."""
    key: Callable[[str], str]
    """A key with what follows it: ``"name": ``."""
    map_marks: tuple[str, str]
    list_marks: tuple[str, str]
    pair_marks: tuple[str, str]
    indent: str = "    "
    spaced: str = ""
    """What stands between the marks of a map and its content on one line."""

    def write(self, value: Any, column: int = 0, level: int = 0) -> str:
        """The literal; ``column`` is where it begins, ``level`` how deep its line is indented."""
        line = self._inline(value, WIDTH - column - 1)
        if line is not None:
            return line
        if not isinstance(value, dict | list | tuple) or not value:
            return self.inline(value)
        if isinstance(value, tuple):
            first = self.inline(value[0])
            start = f"{self.pair_marks[0]}{first}, "
            return f"{start}{self.write(value[1], column + len(start), level)}{self.pair_marks[1]}"
        inside = self.indent * (level + 1)
        if isinstance(value, dict):
            lines = [f"{inside}{self._entry(key, item, level + 1)}," for key, item in value.items()]
        else:
            lines = self._items(value, inside, level + 1)
        opening, closing = self._marks(value)
        return "\n".join([opening, *lines, f"{self.indent * level}{closing}"])

    def _marks(self, value: Any) -> tuple[str, str]:
        if isinstance(value, dict):
            return self.map_marks
        return self.pair_marks if isinstance(value, tuple) else self.list_marks

    def _entry(self, key: str, item: Any, level: int) -> str:
        start = self.key(key)
        return start + self.write(item, len(self.indent) * level + len(start), level)

    def _items(self, items: list[Any], inside: str, level: int) -> list[str]:
        """One item a line; words such as the members of an enum fill the lines."""
        if not all(isinstance(item, str) for item in items):
            return [f"{inside}{self.write(item, len(inside), level)}," for item in items]
        lines: list[str] = []
        line = ""
        for item in items:
            piece = f"{self.leaf(item)},"
            if line and len(inside) + len(line) + 1 + len(piece) > WIDTH:
                lines.append(inside + line)
                line = ""
            line = f"{line} {piece}" if line else piece
        return [*lines, inside + line]

    def inline(self, value: Any) -> str:
        """On one line, however long."""
        return self._inline(value, maxsize) or ""

    def _inline(self, value: Any, room: int) -> str | None:
        """On one line if that is not longer than ``room``; no more is written than is needed to know."""
        if not isinstance(value, dict | list | tuple):
            text = self.leaf(value)
            return text if len(text) <= room else None
        keyed = isinstance(value, dict)
        marks = self._marks(value)
        space = self.spaced if keyed and value else ""
        pieces: list[str] = []
        room -= len(marks[0]) + len(marks[1]) + 2 * len(space)
        for entry in value:
            start = self.key(entry) if keyed else ""
            piece = self._inline(value[entry] if keyed else entry, room - len(start))
            if piece is None:
                return None
            pieces.append(start + piece)
            room -= len(start) + len(piece) + 2
        return f"{marks[0]}{space}{', '.join(pieces)}{space}{marks[1]}" if room >= -2 else None  # noqa: PLR2004


def quoted(text: str, mark: str, escape: Callable[[str], str], special: str = "") -> str:
    """Text in quotation marks: these, backslashes and what is ``special`` are escaped, and all that does not print."""
    if text.isprintable() and not any(character in text for character in f"{mark}\\{special}"):
        return f"{mark}{text}{mark}"
    escapes = {character: f"\\{character}" for character in f"{mark}\\{special}"} | _NAMED
    parts = []
    for character in text:
        if character in escapes:
            parts.append(escapes[character])
        else:
            parts.append(character if character.isprintable() else escape(character))
    return f"{mark}{''.join(parts)}{mark}"


_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def plain(text: str) -> str:
    r"""Text for a comment, in one line: what does not print is shown as an escape such as ``\u202e``."""
    parts = []
    for character in text.strip():
        escape = _NAMED.get(character, f"\\u{ord(character):04x}")
        parts.append(character if character.isprintable() else escape)
    return "".join(parts)


def is_text(document: str) -> bool:
    """Whether it can stand in a file as it is, over several lines."""
    return all(character.isprintable() or character == "\n" for character in document)


def values_in(value: JSON) -> Iterator[JSON]:
    """A value and all that is inside, keys of objects included."""
    yield value
    items: list[JSON] = []
    if isinstance(value, dict):
        items = [*value, *value.values()]
    elif isinstance(value, list):
        items = value
    for item in items:
        yield from values_in(item)
