"""The body of an answer as people read it: one member a line.

Laid out from the tokens of the text and not from what was read of it, so that numbers and keys that stand twice are
seen as they came, and so that a body that was cut can be shown too.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.text.display import visible, visible_lines

if TYPE_CHECKING:
    from querious.model.exchange import Exchange

_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{},:]|[^\s"\[\]{},:]+', re.DOTALL)
_INDENT: Final = "  "
_DEEPEST: Final = 40
"""Levels that are indented; more would only push the text out of sight."""
_PAIRS: Final = {"{": "}", "[": "]"}
_ENDS: Final = {end: begin for begin, end in _PAIRS.items()}


def answer_lines(exchange: Exchange) -> list[str]:
    """The body, safe to show."""
    text = exchange.body.decode("utf-8", "backslashreplace")
    if exchange.is_json:
        return [visible(line) for line in lay_out(text)]
    return visible_lines(text.strip("\r\n")) if text.strip() else []


def lay_out(text: str) -> list[str]:
    """The lines of JSON text; what is no JSON comes out somehow, with all its tokens."""
    pieces: list[str] = _TOKEN.findall(text)
    lines: list[str] = []
    line = ""
    depth = 0
    for piece, following in pairwise([*pieces, ""]):
        if piece in _PAIRS:
            line += piece
            if following != _PAIRS[piece]:
                lines.append(_indented(line, depth))
                line = ""
                depth += 1
        elif piece in _ENDS:
            if not line.endswith(_ENDS[piece]):
                if line:
                    lines.append(_indented(line, depth))
                line = ""
                depth = max(depth - 1, 0)
            line += piece
        elif piece == ",":
            lines.append(_indented(line + piece, depth))
            line = ""
        else:
            line += ": " if piece == ":" else _readable(piece)
    return [*lines, _indented(line, depth)] if line else lines


def _indented(line: str, depth: int) -> str:
    return _INDENT * min(depth, _DEEPEST) + line


def _readable(piece: str) -> str:
    """A string without the escapes that it does not need: some servers escape all that is not ASCII."""
    if "\\" not in piece:
        return piece
    try:
        return json.dumps(json.loads(piece), ensure_ascii=False)
    except ValueError:
        return piece
