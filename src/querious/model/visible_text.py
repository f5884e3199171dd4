r"""Text for people: hostile text with escapes such as ``\x1b`` or ``\u202e``, and long lists of names cut short."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def listing(names: Iterable[str], limit: int = 3) -> str:
    """``a, b, c and 4 more``."""
    every = list(names)
    shown = ", ".join(every[:limit])
    return shown if len(every) <= limit else f"{shown} and {len(every) - limit:,} more"


def _escape(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if code < 0x100:  # noqa: PLR2004 - the largest code that two hexadecimal digits can write
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004 - likewise for four
