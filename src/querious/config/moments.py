"""How moments are written: ``2026-05-01``, ``2026-05-01T12:30+02:00``, or how long ago: ``7d``, ``12h``."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from querious.text.moments import midnight_of

_AGO: Final = re.compile(r"(\d{1,6})(m|h|d|w)")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def moment(value: str, now: datetime) -> datetime:
    """A reader as in ``quantities``; what has no time zone is meant in UTC."""
    written = value.strip()
    ago = _AGO.fullmatch(written)
    try:
        if ago:
            return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        found = midnight_of(written)
    except OverflowError:
        found = None
    if found is None:
        raise ValueError("a date such as 2026-05-01, with a time 2026-05-01T12:30Z, or how long ago: 7d, 12h") from None
    return found
