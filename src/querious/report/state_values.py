"""A value of a service in the room there is: JSON in one line, safe to show, the telling members first.

What a service answers may be long, deep or both: no more of it is read than is shown.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from querious.model.values import JSON

CUT: Final = "…"
_DEEPEST: Final = 40
"""Levels of a value that are shown: Python's stack is not endless."""
_LONGEST_NAME: Final = 200
"""Characters of the name of a member."""
_SHORTEST: Final = 8
"""Characters of a string that are shown in any case."""


def compact(value: JSON, room: int, first: Collection[str] = (), comma: str = ",") -> str:
    """The value in at most ``room`` cells; of objects the members named in ``first`` come first.

    Where it does not fit, long strings are cut, so that other members are still seen, and then the end.
    """
    whole = _up_to(_pieces(value, _Form(first, room + 1, comma)), room + 1)
    if cell_len(whole) <= room:
        return whole
    return cut(_up_to(_pieces(value, _Form(first, max(room // 3, _SHORTEST), comma)), room + 1), room)


def beginning(value: JSON, most: int) -> str:
    """The first so many characters of its JSON."""
    return _up_to(_pieces(value, _Form((), most, ",")), most)[:most]


def cut(text: str, room: int) -> str:
    """The beginning of a text that is safe to show."""
    if cell_len(text) <= room:
        return text
    return set_cell_size(text, max(room - 1, 0)).rstrip() + CUT


def _up_to(pieces: Iterator[str], most: int) -> str:
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > most:
            break
    return text


class _Form(NamedTuple):
    first: Collection[str]
    longest: int
    """Characters of a string; names of members are whole."""
    comma: str


def _pieces(value: JSON, form: _Form, depth: int = 0) -> Iterator[str]:
    """JSON, piece by piece."""
    if isinstance(value, str):
        yield _quoted(value, form.longest)
    elif isinstance(value, dict | list) and value and depth == _DEEPEST:
        yield CUT
    elif isinstance(value, dict):
        for position, name in enumerate(_in_order(value, form.first)):
            yield f"{form.comma if position else '{'}{_quoted(str(name), _LONGEST_NAME)}:"
            yield from _pieces(value[name], form, depth + 1)
        yield "}" if value else "{}"
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield form.comma if position else "["
            yield from _pieces(item, form, depth + 1)
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
