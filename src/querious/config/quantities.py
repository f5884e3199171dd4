"""How values are written: one reader per kind, the same for files, environment and flags.

A reader takes what TOML, the environment or a flag gave and raises ValueError with what it expects.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_BYTES: Final = {"B": 1, "kB": 10**3, "KB": 10**3, "MB": 10**6, "GB": 10**9}
_BINARY_BYTES: Final = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
_SHARES: Final = {"%": 0.01}
_RATES: Final = {"/s": 1.0}
_LONGEST_NUMBER: Final = 40
"""Characters. No number that means something here is written in more."""
_TRUTH: Final = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)


def _amount(units: dict[str, float], least: float, most: float, expected: str) -> Callable[[Any], float]:
    """A reader of plain numbers, and of numbers with one of these units; of several, as in ``1m30s``, the sum."""
    number, unit = r"\d+(?:\.\d+)?", "|".join(units)
    whole_form = re.compile(rf"{number}|(?:{number}\s*(?:{unit}))+")
    part = re.compile(rf"({number})\s*({unit}|)")

    def read(value: Any) -> float:
        written = _written(value)
        parts = part.findall(written) if whole_form.fullmatch(written) else []
        amount = round(sum(float(number) * units.get(unit, 1) for number, unit in parts), 9)
        if not parts or not least <= amount <= most:
            raise ValueError(expected)
        return amount

    return read


def _written(value: Any) -> str:
    """A number or text as text; empty for everything else, which no reader of numbers takes."""
    if isinstance(value, str) and len(value) <= _LONGEST_NUMBER:
        return value.strip()
    if type(value) in {int, float} and abs(value) < 10**_LONGEST_NUMBER:
        return str(value)
    return ""


duration: Final = _amount(_SECONDS, 1e-9, 366 * 24 * 3600.0, "a duration such as 30s, 5m or 1m30s, at most a year")
"""Seconds, from ``30s``, ``5m``, ``1m30s``, ``250ms`` or a number of seconds."""
share: Final = _amount(_SHARES, 0, 1, "a share such as 95% or 0.95")
"""A part from 0 to 1, from ``95%`` or ``0.95``."""
rate: Final = _amount(_RATES, 0.001, 1e6, "requests per second, such as 50: from 0.001 to 1,000,000")
"""Requests per second, from ``50`` or ``50/s``."""
_size: Final = _amount({**_BYTES, **_BINARY_BYTES}, 1, 2**40, "a size such as 64KiB or 16MB, at most 1024GiB")


def size(value: Any) -> int:
    """Bytes, from ``64KiB``, ``16 MB`` or a number of bytes."""
    return int(_size(value))


def whole(least: int, most: int = 10**18 - 1) -> Callable[[Any], int]:
    """A reader of whole numbers that are neither below ``least`` nor above ``most``."""

    def read(value: Any) -> int:
        written = "" if isinstance(value, float) else _written(value)
        if not re.fullmatch(r"-?\d{1,18}", written) or not least <= int(written) <= most:
            raise ValueError(f"a whole number from {least} to {most:,}")
        return int(written)

    return read


def unlimited(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Also take ``none``."""
    return lambda value: None if str(value).strip().lower() == "none" else read(value)


def text(value: Any) -> str:
    """Text that is not empty."""
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError("a text in quotes")
    return value


def proxy(value: Any) -> str:
    """The URL of a proxy, which may be written without its scheme, or ``none``."""
    written = text(value).strip()
    return written if "://" in written or written == "none" else f"http://{written}"


def truth(value: Any) -> bool:
    """True or false; from the environment also 1, yes, on and their opposites."""
    written = str(value).lower()
    if not isinstance(value, str | bool) or written not in _TRUTH:
        raise ValueError("true or false")
    return _TRUTH[written]


def one_of(*words: str) -> Callable[[Any], str]:
    """A reader of one of these words."""

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return read


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts, or texts separated by commas."""
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) and item.strip() for item in items):
        raise ValueError("a list of texts")
    return tuple(item.strip() for item in items)


def files(value: Any) -> dict[str, str]:
    """Files by format, from texts such as ``junit=run.xml`` or from a table."""
    pairs = value if isinstance(value, dict) else dict(item.partition("=")[::2] for item in texts(value))
    if not all(isinstance(file, str) and file for file in pairs.values()):
        raise ValueError("of the form FORMAT=FILE")
    return pairs
