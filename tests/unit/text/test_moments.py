"""One table of moments, and everything that reads moments held to it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

import querious
from querious.answers.measures import ValueKind, measure
from querious.answers.volatile import is_near
from querious.baseline.traits.text_format import FORMATS, is_moment
from querious.config.moments import moment as said_moment
from querious.harvest.importers import facts
from querious.rest.openapi.validity import _FORMATS as JUDGED
from querious.state.substructure import same
from querious.state.templates.examples import from_example
from querious.text.moments import day_of, logged_moment_of, midnight_of, moment_of, seconds_of

NOON = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)
MOMENTS = {
    "2026-05-01T12:30:00Z": NOON,
    "2026-05-01t12:30:00z": NOON,
    "2026-05-01T12:30Z": NOON,
    "2026-05-01 12:30:00": NOON,
    "2026-05-01 12:30:00 Z": NOON,
    "2026-05-01T14:30:00+02:00": NOON,
    "2026-05-01T14:30:00+0200": NOON,
    "2026-05-01 14:30:00 +02:00": NOON,
    "2026-05-01T14:30+02": NOON,
    "2026-05-01T12:30:00.25Z": NOON + timedelta(seconds=0.25),
    "2026-05-01T12:30:00,25Z": NOON + timedelta(seconds=0.25),
    "2026-05-01T12:30:00.250000000Z": NOON + timedelta(seconds=0.25),
}
NO_MOMENTS = [
    "",
    "2026-05-01",
    "2026-02-30T12:00:00Z",
    "2026-05-01T25:00:00Z",
    "12:30:00",
    "20260501T123000Z",
    "2026-05-01T12:30:00Z and more",
    "٢٠٢٦-٠٥-٠١T12:30:00Z",
    "version 2026-05-01",
    "1777638600",
]


@pytest.mark.parametrize(("text", "expected"), MOMENTS.items())
def test_a_moment_is_the_same_for_all_who_read_it(text: str, expected: datetime):
    assert moment_of(text) == midnight_of(text) == expected
    assert measure(text, ValueKind.MOMENT) == expected
    assert facts.moment_of(text) == expected
    assert said_moment(text, NOON) == expected
    assert seconds_of(text) == expected.timestamp()
    assert is_near(text, expected.timestamp(), 0.5)
    assert same(text, expected.isoformat())
    assert FORMATS["date-time"](text)
    assert is_moment(text)
    assert JUDGED["date-time"](text)
    assert from_example(text) == "datetime()"


@pytest.mark.parametrize("text", NO_MOMENTS)
def test_what_is_no_moment_is_none_for_anybody(text: str):
    assert moment_of(text) is None
    assert not FORMATS["date-time"](text)
    assert not JUDGED["date-time"](text)
    assert from_example(text) != "datetime()"
    assert not same(text, NOON.isoformat())


def test_days():
    assert day_of("2026-05-01") == date(2026, 5, 1)
    assert day_of("2026-02-30") is None
    assert midnight_of("2026-05-01") == measure("2026-05-01", ValueKind.MOMENT) == datetime(2026, 5, 1, tzinfo=UTC)
    assert FORMATS["date"]("2026-05-01")
    assert not FORMATS["date"]("2026-02-30")
    assert JUDGED["date"]("2026-05-01")
    assert JUDGED["date"]("2026-05-01T00:00:00Z")
    assert from_example("2026-05-01") == "date()"
    assert from_example("2026-02-30") == "nonempty_string()"
    assert not same("2026-05-01", "2026-05-02")


@pytest.mark.parametrize("unit", [1, 1_000, 1_000_000, 1_000_000_000])
def test_numbers_count_from_1970_in_any_unit(unit: int):
    seconds = int(NOON.timestamp())
    assert seconds_of(seconds * unit) == seconds_of(str(seconds * unit)) == seconds
    assert facts.moment_of(seconds * unit) == NOON
    assert is_near(seconds * unit, seconds)


def test_what_counts_nothing():
    assert [seconds_of(value) for value in (True, None, -1, 1e30, "12", [], "2026-13-01")] == [None] * 7
    assert facts.moment_of(7) is None


def test_moments_of_logs():
    assert logged_moment_of("01/May/2026:14:30:00 +0200") == NOON.astimezone(timezone(timedelta(hours=2)))
    assert facts.moment_of("01/May/2026:14:30:00 +0200") == NOON


def test_nobody_else_reads_moments():
    root = Path(querious.__file__).parent
    readers = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if any(mark in path.read_text("utf-8") for mark in ("datetime.fromisoformat", "strptime", r"\d{4}-\d\d-\d\d["))
    }
    assert {name for name in readers if not name.startswith("demo/")} == {"text/moments.py"}
