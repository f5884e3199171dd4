from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from querious.execute.python_calls import AppResponse, exchange_of
from querious.model import Case, Exchange, Failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def outcome(
    case: Case, call: Callable[[AppResponse], Awaitable[object]], limit: int = 100, seconds: float = 5
) -> Exchange:
    async def run() -> Exchange:
        answer = AppResponse(limit)
        return await exchange_of(case, answer, lambda: call(answer), seconds)

    return asyncio.run(run())


def test_an_answer_is_read_as_json(case: Case) -> None:
    async def call(answer: AppResponse) -> None:
        answer.start(200, [("Content-Type", "application/json"), ("Set-Cookie", "a"), ("set-cookie", "b")])
        answer.add(b'{"data"')
        answer.add(b": 1}")

    exchange = outcome(case, call)
    assert exchange.failure is None
    assert (exchange.status, exchange.payload, exchange.is_json) == (200, {"data": 1}, True)
    assert exchange.headers == {"content-type": "application/json", "set-cookie": "a, b"}


@pytest.mark.parametrize(
    "error", [ValueError("boom"), TimeoutError("boom"), asyncio.CancelledError("boom"), SystemExit("boom")]
)
def test_whatever_is_raised_is_a_crash_with_its_traceback(case: Case, error: BaseException) -> None:
    async def call(_: AppResponse) -> None:
        raise error

    exchange = outcome(case, call)
    assert exchange.failure is Failure.CRASH
    assert type(error).__name__ in exchange.detail
    assert "boom" in exchange.detail
    assert "test_python_calls.py" in exchange.detail


def test_what_was_answered_before_the_crash_is_kept(case: Case) -> None:
    async def call(answer: AppResponse) -> None:
        answer.start(500, [])
        raise ValueError

    exchange = outcome(case, call)
    assert (exchange.status, exchange.failure) == (500, Failure.CRASH)


def test_an_answer_that_takes_too_long_is_a_timeout(case: Case) -> None:
    async def call(_: AppResponse) -> None:
        await asyncio.sleep(30)

    exchange = outcome(case, call, seconds=0.02)
    assert exchange.failure is Failure.TIMEOUT
    assert exchange.detail == "no answer within 0.02 s"
    assert 0.02 <= exchange.elapsed < 5


def test_an_application_that_swallows_the_deadline_has_still_timed_out(case: Case) -> None:
    async def call(answer: AppResponse) -> None:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            answer.start(200, [])

    assert outcome(case, call, seconds=0.02).failure is Failure.TIMEOUT


def test_our_own_cancellation_goes_through(case: Case) -> None:
    async def run() -> None:
        async def call() -> None:
            await asyncio.sleep(30)

        task = asyncio.create_task(exchange_of(case, AppResponse(10), call, 60))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run())


def test_too_large_an_answer_is_counted_but_not_kept(case: Case) -> None:
    async def call(answer: AppResponse) -> None:
        answer.start(200, [])
        for _ in range(11):
            answer.add(b"0123456789")

    exchange = outcome(case, call)
    assert exchange.failure is Failure.TOO_LARGE
    assert exchange.detail == "more than 100 bytes"
    assert exchange.body == b""
    assert outcome(case, call, limit=110).failure is None


def test_no_answer_at_all_is_a_loss(case: Case) -> None:
    async def call(_: AppResponse) -> None: ...

    assert outcome(case, call).failure is Failure.LOST


def test_a_deep_recursion_has_a_short_traceback(case: Case) -> None:
    async def call(_: AppResponse) -> None:
        def dive(depth: int) -> Any:
            return dive(depth + 1)

        dive(0)

    exchange = outcome(case, call)
    assert exchange.failure is Failure.CRASH
    assert len(exchange.detail.splitlines()) < 100
