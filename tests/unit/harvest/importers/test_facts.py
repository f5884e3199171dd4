from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.importers.facts import count_of, moment_of, seconds_of, status_of, variables_of

NOON = datetime(2021, 9, 4, 12, 0, tzinfo=UTC)
SECONDS = int(NOON.timestamp())


@pytest.mark.parametrize(
    "value",
    [
        "2021-09-04 12:00:00+00:00",
        "2021-09-04T12:00:00Z",
        "2021-09-04T14:00:00.000+02:00",
        "2021-09-04T12:00:00",
        "04/Sep/2021:14:00:00 +0200",
        SECONDS,
        float(SECONDS),
        SECONDS * 1_000,
        SECONDS * 1_000_000,
        SECONDS * 1_000_000_000,
        str(SECONDS),
    ],
)
def test_moments_are_read_as_they_are_written(value):
    assert moment_of(value) == NOON


@pytest.mark.parametrize(
    "value",
    [
        "yesterday",
        "",
        None,
        True,
        12,
        -5,
        float("nan"),
        float("inf"),
        1e300,
        [],
        "1e400",
        10**400,
        -(10**400),
        "9999-12-31T23:59:59-14:00",
    ],
)
def test_what_is_no_moment_is_none(value):
    assert moment_of(value) is None


@given(st.text() | st.integers() | st.floats() | st.none() | st.integers(300, 500).map(lambda n: -(10**n)))
def test_nothing_breaks_the_reading_of_facts(value):
    moment_of(value)
    seconds_of(value, 1.0)
    count_of(value)
    status_of(value)


@pytest.mark.parametrize(
    ("value", "unit", "seconds"),
    [(250, 1e-3, 0.25), ("250", 1e-3, 0.25), ("12ms", None, 0.012), ("1.5 s", 1e-3, 1.5), ("3µs", None, 3e-6)],
)
def test_durations_are_read_in_their_unit(value, unit, seconds):
    assert seconds_of(value, unit) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("value", "unit"),
    [(250, None), (-1, 1.0), ("soon", 1.0), (True, 1.0), (float("nan"), 1.0), (10**400, 1.0), ("1e999s", 1.0)],
)
def test_a_duration_without_a_unit_is_none(value, unit):
    assert seconds_of(value, unit) is None


@pytest.mark.parametrize(
    ("value", "count"), [(3, 3), ("3", 3), (0, None), (-1, None), (True, None), ("x", None), (2.5, None)]
)
def test_counts_are_positive_numbers(value, count):
    assert count_of(value) == count


@pytest.mark.parametrize(
    ("value", "status"), [(200, 200), ("404", 404), (0, None), (99, None), (600, None), ("ok", None)]
)
def test_statuses_are_those_of_http(value, status):
    assert status_of(value) == status


@pytest.mark.parametrize(
    ("value", "variables"),
    [
        ({"a": 1}, {"a": 1}),
        (None, {}),
        ("", {}),
        ("null", {}),
        ('{"a": null}', {"a": None}),
        ("{'first': 2, 'x': None, 'y': True, 'z': [1, (2,)]}", {"first": 2, "x": None, "y": True, "z": [1, [2]]}),
        ("{'text': \"it's\"}", {"text": "it's"}),
        ("__import__('os').getcwd()", None),
        ("{'a': {1, 2}}", None),
        ("{'a': b'x'}", None),
        ("{'a': 1e999}", None),
        ("{1: 2}", None),
        ('{"a": NaN}', None),
        ("[1]", None),
        ([1], None),
        ("(" * 5_000, None),
        ("just words", None),
    ],
)
def test_variables_are_json_or_as_python_writes_them(value, variables):
    assert variables_of(value) == variables
