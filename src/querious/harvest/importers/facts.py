"""Loose values → facts: when, how often, with which status, how long. What cannot be read is None, never a guess."""

from __future__ import annotations

import ast
import contextlib
import math
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from querious.harvest.strict_json import read_strict_json
from querious.text import moments

if TYPE_CHECKING:
    from querious.model.values import JSON

_LONGEST: Final = 1_000_000
"""Characters of variables that are read."""
_UNITS: Final = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}
_DURATION: Final = re.compile(r"\s*(\d+(?:\.\d+)?(?:e-?\d+)?)\s*(ns|us|µs|μs|ms|s|m)\s*")
_EARLIEST: Final = 1e8
"""Seconds since 1970, in 1973: smaller numbers are something else."""
_MOST_CALLS: Final = 10**12
_STATUSES: Final = range(100, 600)


def moment_of(value: object) -> datetime | None:
    """A moment as text (ISO 8601, or as Apache and nginx write it) or as a number since 1970, in any usual unit."""
    number = _number(value)
    if number is not None:
        seconds = moments.seconds_of(number) if number >= _EARLIEST else None
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    text = value.strip() if isinstance(value, str) else ""
    moment = moments.midnight_of(text) or moments.logged_moment_of(text)
    with contextlib.suppress(OverflowError):
        return moment.astimezone(UTC) if moment else None
    return None


def seconds_of(value: object, unit: float | None) -> float | None:
    """A duration: a number in this unit, or a text that names its own."""
    written = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if written is not None:
        value, unit = written[1], _UNITS[written[2]]
    number = _number(value)
    return number * unit if number is not None and unit is not None and number >= 0 else None


def _number(value: Any) -> float | None:
    """A finite number, or a text of one; None for anything else, booleans included."""
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def count_of(value: object) -> int | None:
    """A positive number of calls."""
    number = _number(value)
    return int(number) if number is not None and number.is_integer() and 0 < number <= _MOST_CALLS else None


def status_of(value: object) -> int | None:
    """An HTTP status."""
    count = count_of(value)
    return count if count in _STATUSES else None


def variables_of(value: object) -> dict[str, JSON] | None:
    """Variables as an object, as JSON in a text, or as Python writes a dict; None for anything else."""
    if isinstance(value, str):
        value = _read(value.strip() or "null")
    if value is None:
        return {}
    return value if isinstance(value, dict) else None


def _read(text: str) -> object:
    """What a text holds; the text itself if that is nothing."""
    if len(text) <= _LONGEST:
        with contextlib.suppress(ValueError, RecursionError):
            return read_strict_json(text)
        with contextlib.suppress(ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            return _plain(ast.literal_eval(text))
    return text


def _plain(value: Any) -> JSON:
    """As JSON has it. ValueError for what it does not have."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _plain(item) for key, item in value.items()}
    is_plain = value is None or isinstance(value, bool | int | str)
    if not is_plain and not (isinstance(value, float) and math.isfinite(value)):
        raise ValueError("not JSON")
    return value
