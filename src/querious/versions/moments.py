"""Values that are about the present moment: a field that tells the time differs from one answer to the next."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.model import JSON

NEAR: Final = 300.0
"""Seconds from now that still count as the present: clocks of two machines are seldom further apart."""
_UNITS: Final = (1.0, 1e3, 1e6, 1e9)
"""Of numbers that count from 1970: seconds, and thousandths, millionths and milliardths of one."""
_LARGEST: Final = 1e20
"""More than any of these counts: and a number of hundreds of digits cannot be calculated with."""
_WRITTEN: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?", re.IGNORECASE)
_NUMERAL: Final = re.compile(r"\d{10,19}(\.\d+)?")


def is_present(value: JSON, now: float) -> bool:
    """Whether a value is a date with its time, or a number of seconds since 1970, close to ``now``, which is one."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        return abs(value) < _LARGEST and any(abs(value / unit - now) <= NEAR for unit in _UNITS)
    if not isinstance(value, str):
        return False
    if _NUMERAL.fullmatch(value):
        return is_present(float(value), now)
    return _is_present_text(value, now) if _WRITTEN.fullmatch(value) else False


def _is_present_text(text: str, now: float) -> bool:
    try:
        moment = datetime.fromisoformat(text.replace(" ", "T", 1).replace(" ", ""))
    except ValueError:
        return False
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return abs(moment.timestamp() - now) <= NEAR
