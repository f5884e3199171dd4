"""JSON text → values, read alike wherever the text comes from: an answer, a saved file, a store.

Python's own reader accepts values that break the code which works with them later: ``NaN``, numbers that no float can
hold (``float(n)`` raises OverflowError, ``1e999`` is written back as ``Infinity``, which is no JSON), and nesting that
exhausts the stack of the first recursive function that walks over the value. All of that is dealt with here, once.
"""

from __future__ import annotations

import json
import math
import sys
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from querious.model.values import JSON

DEEPEST: Final = 200
"""Levels of lists and objects within each other. An operation has 60 selections by default, and each of them adds one
object and rarely more than one list; a recursive function takes up to three of Python's 1,000 frames for each level."""
_LONGEST_INTEGER: Final = 300
"""Digits. Beyond 308 an integer does not fit a float; beyond 4,300 Python refuses to read or write it."""
_LARGEST_WRITTEN: Final = 10**4000
_MOST_PARTS: Final = 1_000_000


class NestingError(ValueError):
    """The text is nested deeper than ``DEEPEST`` levels."""

    def __init__(self) -> None:
        super().__init__(f"it is nested more than {DEEPEST} levels deep")


def read_json(text: str) -> JSON:
    """The value of a JSON text.

    Raises ``json.JSONDecodeError`` for what is no JSON, ``NaN`` and ``Infinity`` included, and ``NestingError``; both
    are ValueErrors. Numbers beyond every float are cut to ones that any limit still refuses.
    """
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise NestingError from None
    if text.count("[") + text.count("{") > DEEPEST and is_deeper(value, DEEPEST):
        raise NestingError
    return value


def is_deeper(value: JSON, limit: int) -> bool:
    """Whether lists and objects stand within each other on more than ``limit`` levels."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(limit):
        below: list[Any] = []
        for container in level:
            children = container.values() if isinstance(container, dict) else container
            below += [child for child in children if isinstance(child, dict | list)]
        if not below:
            return False
        level = below
    return bool(level)


def _refuse(constant: str) -> NoReturn:
    raise json.JSONDecodeError(f"{constant} is not a JSON value", constant, 0)


def integer_of(digits: str) -> int:
    """The number that foreign digits stand for, or one of their first: far beyond every limit anyone could mean.

    ``int`` itself raises ValueError for more than 4,300 digits.
    """
    return int(digits[:_LONGEST_INTEGER])


def float_of(text: str) -> float:
    """The number that a foreign text stands for, infinities cut to the largest floats."""
    return max(-sys.float_info.max, min(float(text), sys.float_info.max))


_DECODER: Final[Any] = json.JSONDecoder(parse_constant=_refuse, parse_int=integer_of, parse_float=float_of)


def why_not_json(value: object) -> str:
    """What keeps a value of Python from being written as JSON, in words; empty if nothing does.

    For values that come from the user's own code or files. Tuples are written as lists.
    """
    left = _MOST_PARTS
    stack: list[tuple[object, int]] = [(value, 0)]
    while stack:
        part, depth = stack.pop()
        left -= 1
        if not left or depth > DEEPEST:
            return "a value that is nested too deeply, contains itself, or is far too large"
        if isinstance(part, dict):
            if not all(isinstance(name, str) for name in part):
                return "a dictionary with keys that are no texts"
            stack.extend((inner, depth + 1) for inner in part.values())
        elif isinstance(part, list | tuple):
            stack.extend((inner, depth + 1) for inner in part)
        elif isinstance(part, float) and not math.isfinite(part):
            return f"the number {part}"
        elif isinstance(part, int) and abs(part) >= _LARGEST_WRITTEN:
            return "a number of thousands of digits"
        elif part is not None and not isinstance(part, bool | int | float | str):
            return f"a value of type {type(part).__name__}"
    return ""
