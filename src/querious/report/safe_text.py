r"""Hostile text → text that is safe to show.

Whatever an API answers and whatever was generated may hold terminal escapes, bidirectional marks or NULs. On a screen
and in every report they are shown as escapes such as ``\x1b`` and ``\u202e`` and never take effect.
"""

from __future__ import annotations

from querious.model.visible_text import visible

__all__ = ["shorten", "shorten_lines", "visible", "visible_lines"]


def visible_lines(text: str) -> list[str]:
    """As ``visible``, but line feeds still part lines."""
    return [visible(line) for line in text.replace("\r\n", "\n").split("\n")]


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
