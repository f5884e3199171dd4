from __future__ import annotations

from datetime import UTC, datetime

import pytest

from querious.harvest.importers.operations import ImportedOperation
from querious.harvest.importers.record_facts import with_facts
from querious.model.recording import Latency

MOMENT = datetime(2021, 9, 4, 12, 0, tzinfo=UTC)
LATER = datetime(2022, 9, 4, 12, 0, tzinfo=UTC)


def told(record: dict) -> ImportedOperation:
    (found,) = with_facts(record, [ImportedOperation("{a}")])
    return found


def test_the_facts_of_a_recorded_operation_are_kept():
    found = told({"timesCalled": 7, "createdAt": MOMENT.isoformat(), "updatedAt": LATER.isoformat(), "id": 3})
    assert (found.moment, found.until, found.times_called) == (MOMENT, LATER, 7)
    assert (found.statuses, found.latency) == ({}, Latency())


@pytest.mark.parametrize(
    "record",
    [
        {"time": MOMENT.timestamp() * 1000, "res": {"statusCode": 404}, "responseTime": 250},
        {"@timestamp": MOMENT.isoformat(), "http": {"response": {"status_code": 404}}, "duration_ms": 250},
        {"time_local": "04/Sep/2021:12:00:00 +0000", "status": "404", "request_time": "0.250"},
        {"ts": MOMENT.timestamp(), "status": 404, "latency": "250ms"},
        {"timestamp": MOMENT.isoformat(), "response": {"status": 404}, "elapsedNanos": 250_000_000},
    ],
)
def test_facts_are_found_under_the_names_that_loggers_use(record):
    found = told(record)
    assert found.moment == MOMENT
    assert found.statuses == {"404": 1}
    assert found.latency.total == pytest.approx(0.25)


def test_a_duration_in_an_unknown_unit_is_left_out():
    assert told({"duration": 12, "latency": 3}).latency == Latency()


def test_what_was_called_often_took_its_time_every_time():
    found = told({"times_called": 4, "status": 200, "duration_ms": 500})
    assert found.statuses == {"200": 4}
    assert found.latency == Latency(4, 2.0, 0.5)


def test_variables_and_headers_tell_no_facts():
    found = told({"variables": {"status": 500, "time": 1_600_000_000}, "headers": {"date": MOMENT.isoformat()}})
    assert (found.moment, found.statuses) == (None, {})


def test_our_own_recordings_are_read_whole():
    found = told({"statuses": {"200": 3, "errors": 1}, "latency": {"count": 4, "total": 2.0, "longest": 1.0}})
    assert (found.statuses, found.latency) == ({"200": 3, "errors": 1}, Latency(4, 2.0, 1.0))


def test_the_outermost_word_counts():
    assert told({"inner": {"status": 500}, "status": 200}).statuses == {"200": 1}
