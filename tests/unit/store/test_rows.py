from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.model.recording import Latency
from querious.store.rows import datetime_of, keepable, moment_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.recording import Recording

pytestmark = pytest.mark.any_graphql_core


@given(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=-7)), timezone(timedelta(minutes=345))])))
def test_a_moment_is_kept_to_the_microsecond(when: datetime):
    found = datetime_of(moment_of(when))
    assert found == when or when.utctimetuple().tm_year in {0, 10000}
    assert found.tzinfo is UTC


def test_a_moment_beyond_the_calendar_is_its_end():
    assert datetime_of(moment_of(datetime.max.replace(tzinfo=timezone(timedelta(hours=-7))))) == datetime.max.replace(
        tzinfo=UTC
    )


def test_what_can_be_kept_is_left_alone(recording: Callable[..., Recording]):
    given_ = recording(document="query é 😀 {a}", variables={"a": "\x00\ud800"})
    assert keepable(given_) is given_


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ({"operation_name": "a\x00b"}, {"operation_name": "a\ufffdb"}),
        ({"document": '{a(b:"\ud800é")}'}, {"document": '{a(b:"\ufffdé")}'}),
        ({"document_hash": "\udfff"}, {"document_hash": "\ufffd"}),
        ({"kind": "\x00"}, {"kind": "\ufffd"}),
        ({"times_called": 10**30}, {"times_called": 10**15}),
        ({"times_called": -1}, {"times_called": 0}),
        ({"statuses": {"a\x00": 1, "a\ufffd": 2}}, {"statuses": {"a\ufffd": 3}}),
        ({"statuses": {"200": -5, "500": 10**20}}, {"statuses": {"200": 0, "500": 10**15}}),
        ({"latency": Latency(1, math.nan, 1.0)}, {"latency": Latency()}),
        ({"latency": Latency(1, 1.0, math.inf)}, {"latency": Latency()}),
        ({"latency": Latency(-1, 1.0, 1.0)}, {"latency": Latency()}),
        ({"created_at": datetime(2026, 1, 1)}, {"created_at": datetime(2026, 1, 1, tzinfo=UTC)}),  # noqa: DTZ001
    ],
)
def test_what_no_database_can_hold_is_replaced(
    recording: Callable[..., Recording], changed: dict[str, Any], kept: dict[str, Any]
):
    assert keepable(recording(**changed)) == recording(**kept)
