"""Dates and moments as services write them: ISO 8601 with its usual liberties, or a number that counts from 1970."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.model.values import JSON

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?", re.ASCII | re.IGNORECASE
)
_COUNTED: Final = re.compile(r"\d{10,19}(?:\.\d+)?", re.ASCII)
_UNITS: Final = ((1e11, 1.0), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9))
"""Numbers below the first count so many to the second since 1970; none is larger."""
_APACHE: Final = "%d/%b/%Y:%H:%M:%S %z"


def day_of(text: str) -> date | None:
    """A day without a time: ``2026-05-01``. None if it is none, or not in the calendar."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def moment_of(text: str) -> datetime | None:
    """A day with a time, ``2026-05-01T12:30:00.123Z``; one without a zone is taken to be in UTC."""
    found = _MOMENT.fullmatch(text)
    if found is None:
        return None
    try:
        moment = datetime.fromisoformat(f"{found[1]}T{found[2]}{found[3] or ''}".upper())
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def logged_moment_of(text: str) -> datetime | None:
    """A moment as Apache and nginx log it: ``01/May/2026:12:30:00 +0200``."""
    try:
        return datetime.strptime(text, _APACHE)  # noqa: DTZ007 - its zone is in it
    except ValueError:
        return None


def midnight_of(text: str) -> datetime | None:
    """A moment, or the beginning of a day in UTC."""
    day = day_of(text)
    return moment_of(text) if day is None else datetime(day.year, day.month, day.day, tzinfo=UTC)


def seconds_of(value: JSON) -> float | None:
    """Seconds since 1970 of a moment, or of the noon of a day, or of a number in any unit from there."""
    if isinstance(value, str):
        if _COUNTED.fullmatch(value):
            return _counted(float(value))
        noon = moment_of(f"{value}T12:00Z") if _DAY.fullmatch(value) else None
        moment = noon or moment_of(value)
        return None if moment is None else moment.timestamp()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _counted(value)
    return None


def _counted(number: float) -> float | None:
    return next((number / unit for largest, unit in _UNITS if 0 <= number < largest), None)
