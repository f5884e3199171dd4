r"""Hostile text → text that is safe to show.

Whatever an API answers and whatever was generated may hold terminal escapes, bidirectional marks or NULs. On a screen
and in every report they are shown as escapes such as ``\x1b`` and ``\u202e`` and never take effect.
"""

from __future__ import annotations

import unicodedata

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MARKS_IN_A_ROW = 2
"""Combining marks that may follow one character; more are shown as escapes, for they would paint over other lines."""


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


def _escape(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if code < 0x100:  # noqa: PLR2004 - the largest code that two hexadecimal digits can write
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004 - likewise for four


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
