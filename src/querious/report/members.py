"""Members of JSON objects that a file of ours holds, each checked for its type as it is read.

A file may have been edited or damaged. Whoever works with what was read need not ask again: a member of another type
than it must have is a TypeError here that names it, one that is missing a KeyError.
"""

from __future__ import annotations

import math
from typing import Any, Final

_REQUIRED: Final[Any] = object()


def text(data: Any, name: str, default: Any = _REQUIRED) -> str:
    """A text."""
    return str(_member(data, name, str, "a text", default))


def whole(data: Any, name: str, default: Any = _REQUIRED) -> int:
    """A whole number, such as a count."""
    value = _member(data, name, int, "a whole number", default)
    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number")
    return int(value)


def seconds(data: Any, name: str, default: Any = _REQUIRED) -> float:
    """A number that can be calculated with."""
    value = _member(data, name, (int, float), "a number", default)
    if isinstance(value, bool) or not math.isfinite(value):
        raise TypeError(f"{name} must be a number")
    return float(value)


def flag(data: Any, name: str, default: Any = _REQUIRED) -> bool:
    """True or false."""
    return bool(_member(data, name, bool, "true or false", default))


def mapping(data: Any, name: str, default: Any = _REQUIRED) -> dict[str, Any]:
    """An object."""
    found: dict[str, Any] = _member(data, name, dict, "an object", default)
    return found


def listing(data: Any, name: str, default: Any = _REQUIRED) -> list[Any]:
    """A list."""
    return list(_member(data, name, (list, tuple), "a list", default))


def texts(data: Any, name: str, default: Any = _REQUIRED) -> tuple[str, ...]:
    """A list of texts."""
    found = listing(data, name, default)
    if not all(isinstance(item, str) for item in found):
        raise TypeError(f"{name} must be a list of texts")
    return tuple(found)


def counts(data: Any, name: str, default: Any = _REQUIRED) -> dict[str, int]:
    """An object of whole numbers."""
    found = mapping(data, name, default)
    return {key: whole(found, key) for key in found}


def _member(data: Any, name: str, kinds: Any, expected: str, default: Any) -> Any:
    if not isinstance(data, dict):
        raise TypeError(f"what holds {name} must be an object")
    if name not in data and default is not _REQUIRED:
        return default
    value = data[name]
    if not isinstance(value, kinds):
        raise TypeError(f"{name} must be {expected}")
    return value
