r"""Text for people: hostile characters as escapes, long texts and long lists cut short, numbers with their nouns.

Whatever an API answers and whatever was generated may hold terminal escapes, bidirectional marks or NULs. On a screen
and in every report they are shown as escapes such as ``\x1b`` and ``\u202e`` and never take effect.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAMED: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MARKS_IN_A_ROW: Final = 2
"""Combining marks that may follow one character; more are shown as escapes, for they would paint over other lines."""
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """The text in one line; everything that does not print, line breaks included, is escaped."""
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        printable = character.isprintable() and marks <= _MARKS_IN_A_ROW
        shown.append(character if printable else _escape(character))
    return "".join(shown)


def visible_lines(text: str) -> list[str]:
    """As ``visible``, but line feeds still part lines."""
    return [visible(line) for line in text.replace("\r\n", "\n").split("\n")]


def one_line(text: str, limit: int = 200) -> str:
    """The text on one line of at most ``limit`` characters that any terminal can print, its spaces run together."""
    return cut(" ".join(_UNPRINTABLE.sub(" ", text).split()), limit)


def cut(text: str, limit: int) -> str:
    """The beginning of a text, of at most ``limit`` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def shorten(text: str, limit: int) -> str:
    """The text with its middle left out if it is longer than ``limit`` characters: both ends tell something."""
    if len(text) <= limit:
        return text
    left_out = f"[... {len(text) - limit:,} characters ...]"
    tail = limit // 3
    return text[: limit - tail] + left_out + text[len(text) - tail :]


def shorten_lines(lines: list[str], limit: int) -> list[str]:
    """The lines with the middle ones left out if they are more than ``limit``."""
    if len(lines) <= limit:
        return lines
    tail = limit // 3
    return [*lines[: limit - tail], f"[... {len(lines) - limit:,} lines ...]", *lines[len(lines) - tail :]]


def listing(names: Iterable[str], limit: int = 3) -> str:
    """``a, b, c and 4 more``."""
    every = list(names)
    shown = ", ".join(every[:limit])
    return shown if len(every) <= limit else f"{shown} and {len(every) - limit:,} more"


def plural(number: int, one: str, many: str = "") -> str:
    """``1 fault``, ``2,000 faults``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def counted(*counts: tuple[int, str]) -> str:
    """``2 faults, 1 suspicion and 3 breaking changes``, without those of which there are none."""
    *most, last = [plural(number, noun) for number, noun in counts if number] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _escape(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if code < 0x100:  # noqa: PLR2004 - the largest code that two hexadecimal digits can write
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004 - likewise for four
