"""Plain values → literals of a language, on one line where they fit, and otherwise laid out as a person would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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
        line = self.inline(value)
        if column + len(line) < WIDTH or not value or not isinstance(value, dict | list | tuple):
            return line
        if isinstance(value, tuple):
            opening, closing = self.pair_marks
            start = f"{opening}{self.inline(value[0])}, "
            return f"{start}{self.write(value[1], column + len(start), level)}{closing}"
        opening, closing = self.map_marks if isinstance(value, dict) else self.list_marks
        inside = self.indent * (level + 1)
        lines = [f"{inside}{line}" for line in self._lines(value, level + 1)]
        return "\n".join([opening, *lines, f"{self.indent * level}{closing}"])

    def _lines(self, value: dict[str, Any] | list[Any], level: int) -> list[str]:
        """One entry a line; words such as the members of an enum fill the lines."""
        width = len(self.indent) * level
        if isinstance(value, dict):
            starts = {self.key(key): item for key, item in value.items()}
            return [f"{start}{self.write(item, width + len(start), level)}," for start, item in starts.items()]
        if not all(isinstance(item, str) for item in value):
            return [f"{self.write(item, width, level)}," for item in value]
        lines = [""]
        for item in value:
            piece = f"{self.leaf(item)}, "
            if lines[-1] and width + len(lines[-1]) + len(piece) > WIDTH + 1:
                lines.append("")
            lines[-1] += piece
        return [line.rstrip() for line in lines]

    def inline(self, value: Any) -> str:
        """On one line, however long."""
        if isinstance(value, dict):
            entries = [f"{self.key(key)}{self.inline(item)}" for key, item in value.items()]
            space = self.spaced if value else ""
            return f"{self.map_marks[0]}{space}{', '.join(entries)}{space}{self.map_marks[1]}"
        if isinstance(value, list | tuple):
            opening, closing = self.pair_marks if isinstance(value, tuple) else self.list_marks
            return f"{opening}{', '.join(map(self.inline, value))}{closing}"
        return self.leaf(value)


def quoted(text: str, mark: str, escape: Callable[[str], str], special: str = "") -> str:
    """Text in quotation marks: these, backslashes and what is ``special`` are escaped, and all that does not print."""
    escapes = {character: f"\\{character}" for character in f"{mark}\\{special}"}
    return f"{mark}{_escaped(text, escapes, escape)}{mark}"


def plain(text: str) -> str:
    r"""Text for a comment, in one line: what does not print is shown as an escape such as ``\u202e``."""
    return _escaped(text.strip(), {}, lambda character: f"\\u{ord(character):04x}")


def _escaped(text: str, escapes: dict[str, str], escape: Callable[[str], str]) -> str:
    known = _NAMED | escapes
    parts = [known.get(character, character if character.isprintable() else escape(character)) for character in text]
    return "".join(parts)


_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def is_text(document: str) -> bool:
    """Whether it can stand in a file as it is, over several lines."""
    return all(character.isprintable() or character == "\n" for character in document)


def values_in(value: JSON) -> Iterator[JSON]:
    """A value and all that is inside, keys of objects included."""
    yield value
    inside: Iterable[JSON] = value if isinstance(value, dict | list) else ()
    for item in inside:
        yield from values_in(item)
    if isinstance(value, dict):
        for item in value.values():
            yield from values_in(item)
