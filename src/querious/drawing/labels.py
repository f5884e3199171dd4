r"""Any text → text that a drawing can hold, and how much room it takes.

What does not print (control characters, marks that reorder text, halves of characters) is written as an escape such as
``\x1b`` or ``\u202e``, so that it neither takes effect nor makes a file that readers refuse.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from querious.text.display import visible

SIZE: Final = 13.0
"""Of letters, in pixels."""
_NARROW: Final = 0.61
"""The width of a letter in fonts of fixed width, as a part of its size."""
_WIDE: Final = 1.25
"""Likewise for the signs of East Asia and for emoji, at most."""


def lines(label: str, longest: int, most: int = 4) -> list[str]:
    """A label as at most so many lines of at most so many characters, each safe to show; there is always one."""
    parts = [shortened(visible(line), longest) for line in label.replace("\r\n", "\n").split("\n", most)]
    return parts if len(parts) <= most else [*parts[: most - 1], "…"]


def shortened(text: str, most: int) -> str:
    """The text with its middle left out if it is longer: names differ in front and at the end."""
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return f"{text[: most - 1 - tail]}…{text[len(text) - tail :]}"


def width(text: str, size: float = SIZE) -> float:
    """About how many pixels a line takes in a font of fixed width; rather more than less."""
    if text.isascii():
        return len(text) * _NARROW * size
    return size * sum(_advance(character) for character in text)


def _advance(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    return _WIDE if unicodedata.east_asian_width(character) in "WF" else _NARROW
