"""Lengths of time as services write them: ISO 8601, as a clock with days before it, or a number with its units."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

_SECOND: Final = r"\d+(?:[.,]\d+)?"
_ISO: Final = re.compile(
    rf"P(?:(?P<weeks>{_SECOND})W)?(?:(?P<days>{_SECOND})D)?"
    rf"(?:T(?:(?P<hours>{_SECOND})H)?(?:(?P<minutes>{_SECOND})M)?(?:(?P<seconds>{_SECOND})S)?)?",
    re.ASCII,
)
_CLOCK: Final = re.compile(
    rf"(?:(?P<days>\d+)(?: days?,? | |\.))?(?P<hours>\d+):(?P<minutes>\d\d):(?P<seconds>{_SECOND})", re.ASCII
)
_UNITS: Final = re.compile(
    rf"(?:(?P<days>{_SECOND})d)?\s?(?:(?P<hours>{_SECOND})h)?\s?(?:(?P<minutes>{_SECOND})m)?\s?"
    rf"(?:(?P<seconds>{_SECOND})s)?",
    re.ASCII,
)
_FORMS: Final = (_ISO, _CLOCK, _UNITS)
_LENGTHS: Final = {"weeks": 604_800, "days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}
_PER_SECOND: Final = (1, 10**3, 10**6, 10**9)
"""What a number may count: seconds, milliseconds, microseconds, nanoseconds."""
_LONGEST_TEXT: Final = 60


def duration_of(text: str) -> Decimal | None:
    """Seconds of ``P1DT2H``, ``1 day, 2:00:00``, ``26h0m0s``; None for years and months, which have no fixed length."""
    if len(text) > _LONGEST_TEXT:
        return None
    sign = -1 if text.startswith("-") else 1
    for form in _FORMS:
        found = form.fullmatch(text.removeprefix("-"))
        parts = {name: value for name, value in found.groupdict().items() if value} if found else {}
        if parts:
            lengths = (_LENGTHS[name] * Decimal(value.replace(",", ".")) for name, value in parts.items())
            return sign * sum(lengths, Decimal())
    return None


def counts_duration(number: Decimal, text: str) -> bool:
    """Whether a number is the length that a text tells, in any unit that services count in."""
    seconds = duration_of(text)
    return seconds is not None and any(number == seconds * unit for unit in _PER_SECOND)
