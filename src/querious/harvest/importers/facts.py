"""Loose values → facts: when, how often, with which status, how long. What cannot be read is None, never a guess."""

from __future__ import annotations

import ast
import json
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
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?(?:e-?\d+)?)\s*(ns|us|µs|μs|ms|s|m)")
_EARLIEST: Final = 1e8
"""Seconds since 1970, in 1973: smaller numbers are something else."""
_MOST_CALLS: Final = 10**12
_STATUSES: Final = range(100, 600)


def moment_of(value: object) -> datetime | None:
    """A moment as text (ISO 8601, or as Apache and nginx write it) or as a number since 1970, in any usual unit."""
    if isinstance(value, str):
        return _moment_of_text(value.strip())
    number = _number(value)
    seconds = moments.seconds_of(number) if number is not None and number >= _EARLIEST else None
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _moment_of_text(text: str) -> datetime | None:
    try:
        return moment_of(float(text))
    except ValueError:
        pass
    moment = moments.midnight_of(text) or moments.logged_moment_of(text)
    try:
        return None if moment is None else moment.astimezone(UTC)
    except OverflowError:
        return None


def seconds_of(value: object, unit: float | None) -> float | None:
    """A duration: a number in this unit, or a text that names its own."""
    if isinstance(value, str):
        match = _DURATION.fullmatch(value.strip())
        text, unit = (match[1], _UNITS[match[2]]) if match is not None else (value, unit)
        try:
            value = float(text)
        except ValueError:
            return None
    number = _number(value)
    return number * unit if number is not None and unit is not None and number >= 0 else None


def _number(value: object) -> float | None:
    """A finite number that fits a float; None for anything else, booleans included."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def count_of(value: object) -> int | None:
    """A positive number of calls."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < len(str(_MOST_CALLS)):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 < value <= _MOST_CALLS else None


def status_of(value: object) -> int | None:
    """An HTTP status."""
    count = count_of(value)
    return count if count in _STATUSES else None


def outcome(status: int | None, answer: str | bytes | None, place: int = 0) -> dict[str, int]:
    """How one request was answered, as recordings count it: the status, or ``errors`` if a good one held some.

    ``place``: of the operation in its batch.
    """
    if status is None:
        return {}
    if status == 200 and answer and len(answer) <= _LONGEST and _has_errors(answer, place):  # noqa: PLR2004 - OK
        return {"errors": 1}
    return {str(status): 1}


def _has_errors(answer: str | bytes, place: int) -> bool:
    text = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
    if '"errors"' not in text:
        return False
    try:
        content = json.loads(answer)
    except (ValueError, RecursionError):
        return False
    if isinstance(content, list):
        content = content[place] if place < len(content) else None
    return isinstance(content, dict) and bool(content.get("errors"))


def variables_of(value: object) -> dict[str, JSON] | None:
    """Variables as an object, as JSON in a text, or as Python writes a dict; None for anything else."""
    if isinstance(value, str):
        value = _read(value)
    if value is None:
        return {}
    return value if isinstance(value, dict) else None


def _read(text: str) -> object:
    """What a text holds; the text itself if that is nothing."""
    if not text.strip():
        return None
    if len(text) > _LONGEST:
        return text
    try:
        return read_strict_json(text)
    except (ValueError, RecursionError):
        pass
    try:
        return _plain(ast.literal_eval(text.strip()))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return text


def _plain(value: Any) -> JSON:
    """As JSON has it. ValueError for what it does not have."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
    elif isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    elif isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _plain(item) for key, item in value.items()}
    raise ValueError("not JSON")
