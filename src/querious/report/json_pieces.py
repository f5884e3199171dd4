"""JSON in one line, piece by piece, safe to show: no more of a value is read than is shown."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from querious.model.values import JSON

CUT: Final = "…"
_DEEPEST: Final = 40
"""Levels of a value that are shown: Python's stack is not endless."""
_LONGEST_NAME: Final = 200
"""Characters of the name of a member."""


class JsonForm(NamedTuple):
    """How a value is written."""

    first: Collection[str]
    """Members of objects that come first."""
    longest: int
    """Characters of a string; names of members are whole."""
    comma: str


def beginning(value: JSON, most: int) -> str:
    """The first so many characters of its JSON."""
    return up_to(pieces(value, JsonForm((), most, ",")), most)[:most]


def up_to(pieces: Iterator[str], most: int) -> str:
    """The pieces joined, until they have more than so many characters."""
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > most:
            break
    return text


def pieces(value: JSON, form: JsonForm, depth: int = 0) -> Iterator[str]:
    """JSON, piece by piece."""
    if isinstance(value, str):
        yield _quoted(value, form.longest)
    elif isinstance(value, dict | list) and value and depth == _DEEPEST:
        yield CUT
    elif isinstance(value, dict):
        for position, name in enumerate(_in_order(value, form.first)):
            yield f"{form.comma if position else '{'}{_quoted(str(name), _LONGEST_NAME)}:"
            yield from pieces(value[name], form, depth + 1)
        yield "}" if value else "{}"
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield form.comma if position else "["
            yield from pieces(item, form, depth + 1)
        yield "]" if value else "[]"
    else:
        yield visible(json.dumps(value, default=repr))


def _in_order(value: dict[str, JSON], first: Collection[str]) -> Iterator[str]:
    """Its names; those of ``first`` are looked for, not waited for: they may be the last of many."""
    chosen = [name for name in first if name in value]
    return chain(chosen, (name for name in value if name not in chosen))


def _quoted(text: str, longest: int) -> str:
    if len(text) > longest:
        text = text[: longest - 1] + CUT
    return visible(json.dumps(text, ensure_ascii=False))
