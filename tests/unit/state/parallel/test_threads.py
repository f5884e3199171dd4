"""Work at the same time: it starts together, and nothing is under way any more in the end."""

from __future__ import annotations

import threading
import time

import pytest

from querious.state.parallel.threads import at_once


def test_all_are_under_way_together():
    meeting = threading.Barrier(3)
    at_once([lambda _: meeting.wait(5)] * 3, [0.0] * 3)


def test_a_delay_lets_others_begin_first():
    order = []
    at_once([lambda _: order.append("late"), lambda _: order.append("early")], [0.05, 0.0])
    assert order == ["early", "late"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_one_raises_stops_the_others_and_is_raised_here(error):
    seen = []

    def failing(_):
        raise error

    def waiting(stopped):
        while not stopped():
            time.sleep(0.001)
        seen.append("stopped")

    with pytest.raises(error):
        at_once([failing, waiting], [0.0, 0.0])
    assert seen == ["stopped"]


def test_an_interruption_of_the_waiting_thread_waits_for_the_others(monkeypatch):
    seen = []
    join = threading.Thread.join
    meeting = threading.Barrier(3)

    def interrupted(thread, timeout=None):
        monkeypatch.setattr(threading.Thread, "join", join)
        meeting.wait(5)
        raise KeyboardInterrupt

    def waiting(stopped):
        meeting.wait(5)
        while not stopped():
            time.sleep(0.001)
        seen.append("stopped")

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        at_once([waiting, waiting], [0.0, 0.0])
    assert threading.active_count() == before
    assert seen == ["stopped", "stopped"]


def test_without_threads_nothing_waits_for_ever(monkeypatch):
    start = threading.Thread.start
    started = []

    def limited(thread):
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
    with pytest.raises(RuntimeError):
        at_once([lambda _: None] * 2, [0.0] * 2)
    assert not started[0].is_alive()
