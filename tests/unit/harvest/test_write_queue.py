from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvested import Kept
from querious.harvest import write_queue
from querious.harvest.write_queue import PendingRecordings
from querious.model.recording import Recording

EARLY, LATE = (datetime(2024, 1, day, tzinfo=UTC) for day in (1, 2))


def recording(document: str, moment: datetime = EARLY) -> Recording:
    return Recording(document, {}, created_at=moment, updated_at=moment, statuses={"200": 1})


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def pending(kept: Kept) -> PendingRecordings:
    return PendingRecordings(kept.open, 10_000_000)


def test_equal_recordings_wait_as_one(kept: Kept, pending: PendingRecordings) -> None:
    for moment in (LATE, EARLY, LATE):
        pending.add(recording("{a}", moment))
    assert kept.opened == 0
    assert pending.write(9, lambda: None) == (3, 0)
    assert (kept.only.times_called, kept.only.created_at, kept.only.updated_at) == (3, EARLY, LATE)
    assert not pending
    assert pending.give_up() == 0


def test_what_has_waited_longest_is_written_first(kept: Kept, pending: PendingRecordings) -> None:
    for number in (1, 2, 3, 1):
        pending.add(recording(f"{{a{number}}}"))
    assert pending.write(2, lambda: None) == (3, 0)
    assert [one.document for one in kept.all] == ["{a1}", "{a2}"]
    assert pending.write(2, lambda: None) == (1, 0)
    assert not pending


def test_it_is_time_after_the_interval_or_when_much_waits(
    pending: PendingRecordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not pending.is_due(0)
    pending.add(recording("{a}"))
    assert pending.is_due(0)
    assert not pending.is_due(60)
    monkeypatch.setattr(write_queue, "_MANY", 2)
    pending.add(recording("{b}"))
    assert pending.is_due(60)


def test_what_is_large_is_written_before_its_time(kept: Kept) -> None:
    pending = PendingRecordings(kept.open, 10_000)
    pending.add(recording("{a}" * 3_000))
    assert pending.is_due(60)


def test_a_store_that_fails_is_tried_again_later_and_nothing_is_lost(
    kept: Kept, pending: PendingRecordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(write_queue.time, "monotonic", lambda: now[0])
    kept.failure = OSError("cannot reach postgresql://me:hunter2@db/x\nmore")
    pending.add(recording("{a}"))
    assert pending.write(9, lambda: None) == (0, 0)
    assert pending.trouble == "OSError: cannot reach postgresql://db/x"
    waits = []
    for _ in range(8):
        began = now[0]
        while not pending.is_due(0):
            now[0] += 0.5
        waits.append(now[0] - began)
        assert pending.write(9, lambda: None) == (0, 0)
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    kept.failure = None
    assert pending.write(9, lambda: None) == (1, 0)
    assert (pending.trouble, kept.only.times_called) == ("", 1)


def test_what_waits_for_a_failing_store_is_bounded(
    kept: Kept, pending: PendingRecordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_queue, "_MANY", 2)
    kept.failure = OSError()
    for number in range(4):
        pending.add(recording(f"{{a{number}}}"))
        pending.add(recording(f"{{a{number}}}"))
    assert pending.write(9, lambda: None) == (0, 8)
    assert not pending
    assert pending.trouble == "OSError"


def test_a_store_that_cannot_be_opened_or_closed_raises_nothing(kept: Kept) -> None:
    def refuse() -> Kept:
        raise ModuleNotFoundError("install it")

    pending = PendingRecordings(refuse, 1_000_000)
    pending.add(recording("{a}"))
    assert pending.write(9, lambda: None) == (0, 0)
    assert pending.give_up() == 1
    pending.close()

    class Stubborn(Kept):
        def close(self) -> None:
            raise OSError("busy")

    pending = PendingRecordings(Stubborn, 1_000_000)
    pending.add(recording("{a}"))
    assert pending.write(9, lambda: None) == (1, 0)
    pending.close()
    assert pending.trouble == "OSError: busy"


def test_rests_after_each_recording_while_the_store_gets_them_ready(kept: Kept, pending: PendingRecordings) -> None:
    for name in "ab":
        pending.add(recording(f"{{{name}}}"))
    rests: list[int] = []
    assert pending.write(9, lambda: rests.append(1)) == (2, 0)
    assert [one.document for one in kept.all] == ["{a}", "{b}"]
    assert len(rests) == 2
