from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.text.scalar_formats import FORMATS_BY_VALUE, format_of_custom_scalar, has_format, named, shows_format

if TYPE_CHECKING:
    from uuid import UUID


@pytest.mark.parametrize(
    ("name", "page", "expected"),
    [
        ("DateTime", "", "date-time"),
        ("Moment", "https://tools.ietf.org/html/rfc3339", "date-time"),
        ("Day", "https://scalars.graphql.org/andimarek/local-date", "date"),
        ("Key", "https://www.rfc-editor.org/rfc/rfc4122", "uuid"),
        ("BigInt", "", "number"),
        ("IPv6", "", "ip"),
        ("CountryCode", "", "country"),
        ("HexColor", "", "color"),
        ("JSON", "", ""),
        ("Sku", "", ""),
    ],
)
def test_names_and_pages_say_what_a_scalar_stands_for(name: str, page: str, expected: str):
    assert format_of_custom_scalar(name, page) == expected


@given(
    st.datetimes(min_value=datetime.fromisoformat("1000-01-01")),
    st.dates(min_value=date(1000, 1, 1)),
    st.times(),
    st.uuids(),
)
def test_whatever_python_writes_has_the_format(moment: datetime, day: date, clock: time, key: UUID):
    assert has_format(moment.isoformat(), "date-time")
    assert has_format(f"{moment.isoformat(' ')}+02:00", "date-time")
    assert has_format(day.isoformat(), "date")
    assert has_format(clock.isoformat(), "time")
    assert has_format(str(key), "uuid")
    assert shows_format(key.hex, "uuid")


@given(
    st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=999)),
    st.decimals(allow_nan=False, allow_infinity=False),
)
def test_durations_and_numbers(duration: timedelta, number: object):
    assert has_format(str(duration), "duration")
    assert has_format(f"PT{duration.seconds}S", "duration")
    assert has_format(str(number), "number")


@pytest.mark.parametrize(
    ("value", "format_"),
    [
        ("yesterday", "date-time"),
        ("0000-00-00T00:00:00Z", "date-time"),
        ("2024-02-30", "date"),
        ("Infinity", "number"),
        ("EURO", "currency"),
        ("Sweden", "country"),
        ("a b", "uri"),
        ("nobody", "email"),
        ("300.1.1.1", "ip"),
        ("1234", "uuid"),
        ("PT", "color"),
        ({}, "date"),
        (True, "number"),
    ],
)
def test_what_cannot_be_of_a_format(value: object, format_: str):
    assert has_format(value, format_) is (value == "PT")  # a color may have a name


@given(st.text(), st.sampled_from(FORMATS_BY_VALUE))
def test_any_text_can_be_judged(text: str, format_: str):
    assert shows_format(text, format_) in {True, False}
    assert named(format_).startswith("a")
