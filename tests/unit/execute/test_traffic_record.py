from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from querious.execute.pace import Counted, Retrying
from querious.execute.throttle import Throttle, Throttled
from querious.execute.traffic_record import TrafficRecord
from querious.model import Exchange, Failure, Request, Severity, rest_case
from querious.model.traffic import BINS

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Case

CALL = rest_case(Request("GET", "/books"))


def answered(case: Case = CALL, began: float = 0.0, **answer: Any) -> Exchange:
    return Exchange(case, **{"status": 200, "elapsed": 0.01, "began": began, **answer})


def test_times_are_kept_by_the_operation_that_is_asked():
    record = TrafficRecord()
    record.operation_of = lambda case: f"{case.request.method} /books/{{id}}"
    for elapsed in (0.01, 0.01, 0.3):
        record.note(answered(elapsed=elapsed))
    record.note(answered(rest_case(Request("PUT", "/books/1"))))
    operations = record.traffic().operations
    assert {name: (one.count, one.longest) for name, one in operations.items()} == {
        "GET /books/{id}": (3, 0.3),
        "PUT /books/{id}": (1, 0.01),
    }


def test_until_somebody_tells_which_operation_it_is_there_is_none():
    record = TrafficRecord()
    record.note(answered())
    assert list(record.traffic().operations) == [""]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ({"status": 404}, "client_errors"),
        ({"status": 500}, "server_errors"),
        ({"status": 503}, "server_errors"),
        ({"status": 429}, "limited"),
        ({"status": 503, "headers": {"retry-after": "1"}}, "limited"),
        ({"status": 0, "failure": Failure.UNREACHABLE}, "failed"),
        ({"status": 200, "failure": Failure.LOST}, "failed"),
    ],
)
def test_what_goes_wrong_is_counted_by_kind(answer: dict[str, Any], kind: str):
    record = TrafficRecord()
    record.note(answered(**answer))
    (counts,) = record.traffic().slices
    assert {name: count for name, count in counts._asdict().items() if count} == {"requests": 1, kind: 1}


def test_errors_under_200_count_where_graphql_tells_them(case: Case):
    record = TrafficRecord()
    for asked in (case, CALL):
        record.note(answered(asked, payload={"errors": [{"message": "no"}]}))
    (counts,) = record.traffic().slices
    assert (counts.requests, counts.errors) == (2, 1)


def test_a_time_that_says_nothing_of_the_operation_is_left_out():
    record = TrafficRecord()
    record.note(answered(status=429))
    record.note(answered(status=0, failure=Failure.UNREACHABLE))
    assert record.traffic().operations == {}
    record.note(answered(status=0, failure=Failure.TIMEOUT, elapsed=30.0))
    assert record.traffic().operations[""].longest == 30.0


def test_findings_stand_where_they_showed_first():
    record = TrafficRecord()
    record.note(answered(began=0.0))
    record.note(answered(began=0.3))
    record.note_finding(Severity.FAULT)
    record.note_finding(Severity.SUSPICION)
    assert [(one.faults, one.suspicions) for one in record.traffic().slices] == [(0, 0), (1, 1)]


def test_a_long_run_has_no_more_slices_than_a_short_one_and_none_of_its_requests_is_lost():
    record = TrafficRecord(most_slices=8)
    for second in range(1000):
        record.note(answered(began=second))
    traffic = record.traffic()
    assert 4 <= len(traffic.slices) <= 8
    assert sum(one.requests for one in traffic.slices) == 1000
    assert traffic.width * len(traffic.slices) >= 999


def test_many_operations_take_no_more_room_than_some_thousands():
    record = TrafficRecord()
    names = iter(range(10_000))
    record.operation_of = lambda _: f"GET /{next(names)}"
    for _ in range(4_000):
        record.note(answered())
    operations = record.traffic().operations
    assert len(operations) <= 3_001
    assert sum(one.count for one in operations.values()) == 4_000
    assert all(len(one.bins) <= BINS for one in operations.values())


def test_what_is_sent_again_counts_each_time(scripted: Callable[..., Any]):
    async def no_pause(_: float) -> None:
        return

    counted = Counted(scripted({"failure": Failure.UNREACHABLE}, {"status": 429}, {"status": 200}))
    clock = count().__next__
    client = Throttled(Retrying(counted, (0.0,), sleep=no_pause), Throttle(sleep=no_pause, clock=clock))

    async def run() -> None:
        await client.send(CALL)

    asyncio.run(run())
    (counts,) = counted.record.traffic().slices
    assert (counts.requests, counts.failed, counts.limited) == (3, 1, 1)
