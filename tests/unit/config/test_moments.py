from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from querious.config.moments import moment

NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-05-01", datetime(2026, 5, 1, tzinfo=UTC)),
        (" 2026-05-01T12:30 ", datetime(2026, 5, 1, 12, 30, tzinfo=UTC)),
        ("2026-05-01T12:30Z", datetime(2026, 5, 1, 12, 30, tzinfo=UTC)),
        ("2026-05-01 12:30+02:00", datetime(2026, 5, 1, 12, 30, tzinfo=timezone(timedelta(hours=2)))),
        ("90m", datetime(2026, 5, 10, 10, 30, tzinfo=UTC)),
        ("12h", datetime(2026, 5, 10, tzinfo=UTC)),
        ("7d", datetime(2026, 5, 3, 12, tzinfo=UTC)),
        ("2w", datetime(2026, 4, 26, 12, tzinfo=UTC)),
    ],
)
def test_moments_are_dates_or_how_long_ago(written: str, meant: datetime):
    assert moment(written, NOW) == meant


@pytest.mark.parametrize("written", ["", "yesterday", "7", "7y", "-7d", "2026-13-01", "999999w", "1d2h"])
def test_anything_else_is_told(written: str):
    with pytest.raises(ValueError, match="a date such as 2026-05-01"):
        moment(written, NOW)
