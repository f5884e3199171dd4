from __future__ import annotations

import asyncio
import threading
import time

import pytest

from querious.execute.wire_loop import LoopBlockedError, LoopThread


@pytest.fixture
def loop():
    thread = LoopThread()
    yield thread
    thread.stop()


async def answer(value: int, seconds: float = 0) -> int:
    await asyncio.sleep(seconds)
    return value


def test_work_is_done_for_many_threads_at_once(loop: LoopThread) -> None:
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda value=value: found.append(loop.run(answer(value, 0.05), 5)))
        for value in range(20)
    ]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(20))
    assert time.monotonic() - started < 0.9  # one after the other they would take a second


def test_what_the_work_raises_comes_out(loop: LoopThread) -> None:
    async def fail() -> None:
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        loop.run(fail(), 0.01)
    assert loop.run(answer(1), 1) == 1


def test_work_that_takes_longer_than_patience_is_waited_for_while_the_loop_turns(loop: LoopThread) -> None:
    assert loop.run(answer(1, 0.2), 0.02) == 1


def test_a_blocked_loop_is_noticed_and_can_be_left(loop: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("querious.execute.wire_loop._PING", 0.05)

    async def block() -> None:
        time.sleep(0.4)  # noqa: ASYNC251  # that is the fault

    with pytest.raises(LoopBlockedError):
        loop.run(block(), 0.02)
    assert loop.run(answer(2), 5) == 2


def test_what_interrupts_the_waiting_cancels_the_work(loop: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = threading.Event()

    async def hang() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    def interrupted(*_: object) -> bool:
        time.sleep(0.05)
        raise KeyboardInterrupt

    monkeypatch.setattr("querious.execute.wire_loop._done", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loop.run(hang(), 1)
    assert cancelled.wait(2)


def test_a_stopped_loop_does_no_more_work(loop: LoopThread) -> None:
    loop.stop()
    loop.stop()
    with pytest.raises(RuntimeError, match="closed"):
        loop.run(answer(1), 1)
