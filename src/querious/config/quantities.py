"""How values are written: one reader per kind, the same for files, environment and flags.

A reader takes what TOML, the environment or a flag gave and raises ValueError with what it expects.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_SIZE = re.compile(r"(\d+)\s*(|B|kB|KB|KiB|MB|MiB|GB|GiB)")
_BYTES = {"": 1, "B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_LONGEST_DURATION = 366 * 24 * 3600.0
_LARGEST_SIZE = 2**40
_LEAST_RATE, _MOST_RATE = 0.001, 1_000_000.0
_LONGEST_NUMBER = 40
"""Characters. No number that means something here is written in more."""
_TRUTH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def duration(value: Any) -> float:
    """Seconds, from ``30s``, ``5m``, ``1m30s``, ``250ms`` or a number of seconds."""
    written = _written(value)
    if re.fullmatch(r"\d+(\.\d+)?", written):
        seconds = float(written)
    elif written and not _DURATION.sub("", written):
        seconds = sum(float(number) * _SECONDS[unit] for number, unit in _DURATION.findall(written))
    else:
        raise ValueError("a duration such as 30s, 5m or 1m30s")
    if not seconds:
        raise ValueError("a duration of more than nothing, such as 30s")
    if seconds > _LONGEST_DURATION:
        raise ValueError("a duration of a year at most")
    return seconds


def share(value: Any) -> float:
    """A part from 0 to 1, from ``95%`` or ``0.95``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(%?)", _written(value))
    part = float(match[1]) / (100 if match[2] else 1) if match else -1.0
    if not 0 <= part <= 1:
        raise ValueError("a share such as 95% or 0.95")
    return part


def size(value: Any) -> int:
    """Bytes, from ``64KiB``, ``16 MB`` or a number of bytes."""
    match = _SIZE.fullmatch(_written(value))
    if not match or not int(match[1]):
        raise ValueError("a size such as 64KiB or 16MB")
    bytes_ = int(match[1]) * _BYTES[match[2]]
    if bytes_ > _LARGEST_SIZE:
        raise ValueError("a size of 1024GiB at most")
    return bytes_


def whole(least: int, most: int = 10**18 - 1) -> Callable[[Any], int]:
    """A reader of whole numbers that are neither below ``least`` nor above ``most``."""

    def read(value: Any) -> int:
        written = "" if isinstance(value, float) else _written(value)
        if not re.fullmatch(r"-?\d{1,18}", written) or not least <= int(written) <= most:
            raise ValueError(f"a whole number from {least} to {most:,}")
        return int(written)

    return read


def _written(value: Any) -> str:
    """A number or text as text; empty for everything else, which no reader of numbers takes."""
    if isinstance(value, str) and len(value) <= _LONGEST_NUMBER:
        return value.strip()
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10**_LONGEST_NUMBER:
        return str(value)
    return ""


def rate(value: Any) -> float:
    """Requests per second, from ``50`` or ``50/s``."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(/s)?", _written(value))
    if not match or not float(match[1]):
        raise ValueError("requests per second, such as 50")
    if not _LEAST_RATE <= float(match[1]) <= _MOST_RATE:
        raise ValueError(f"from {_LEAST_RATE} to {_MOST_RATE:,.0f} requests per second")
    return float(match[1])


def unlimited(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Also take ``none``."""
    return lambda value: None if isinstance(value, str) and value.strip().lower() == "none" else read(value)


def text(value: Any) -> str:
    """Text that is not empty."""
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError("a text in quotes")
    return value


def truth(value: Any) -> bool:
    """True or false; from the environment also 1, yes, on and their opposites."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value.lower() not in _TRUTH:
        raise ValueError("true or false")
    return _TRUTH[value.lower()]


def one_of(*words: str) -> Callable[[Any], str]:
    """A reader of one of these words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return read


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts, or texts parted by commas."""
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) and item.strip() for item in items):
        raise ValueError("a list of texts")
    return tuple(item.strip() for item in items)
