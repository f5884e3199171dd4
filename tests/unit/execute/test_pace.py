from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.execute.pace import Limited, Paced, Retrying
from querious.model import Case, Exchange, Failure, Request, rest_case

if TYPE_CHECKING:
    from collections.abc import Callable


ANY_CASE = rest_case(Request("GET", "/"))


class Clock:
    """Time that passes only while somebody sleeps alone."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_requests_one_after_another_are_evenly_spaced(case: Case, scripted: Callable[..., Any]) -> None:
    clock = Clock()
    paced = Paced(scripted(), 4, clock=clock, sleep=clock.sleep)

    async def run() -> None:
        for _ in range(5):
            await paced.send(case)

    asyncio.run(run())
    assert clock.slept == [0.25] * 4


def test_requests_at_once_each_take_their_own_moment_in_order(case: Case, scripted: Callable[..., Any]) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def run() -> None:
        paced = Paced(scripted(), 10, clock=lambda: 5.0, sleep=sleep)
        await asyncio.gather(*(paced.send(case) for _ in range(4)))

    asyncio.run(run())
    assert [round(seconds, 6) for seconds in slept] == [0.1, 0.2, 0.3]


def test_idle_time_is_not_saved_up_for_a_burst(case: Case, scripted: Callable[..., Any]) -> None:
    clock = Clock()
    paced = Paced(scripted(), 2, clock=clock, sleep=clock.sleep)

    async def run() -> None:
        await paced.send(case)
        clock.now += 60
        await paced.send(case)
        await paced.send(case)

    asyncio.run(run())
    assert clock.slept == [0.5]


class Timed:
    """A client whose answers take a while."""

    def __init__(self, clock: Clock, takes: float = 0.0) -> None:
        self.clock = clock
        self.takes = takes
        self.sent: list[float] = []

    async def send(self, case: Case) -> Exchange:
        self.sent.append(self.clock.now)
        self.clock.now += self.takes
        return Exchange(case, 200)

    async def close(self) -> None:
        pass


@given(st.floats(0.001, 10), st.lists(st.floats(0, 20), min_size=1, max_size=8), st.floats(0, 5))
def test_there_is_quiet_between_two_requests_and_no_more_of_it_than_asked(
    delay: float, thinking: list[float], takes: float
) -> None:
    clock = Clock()
    client = Timed(clock, takes)
    paced = Paced(client, delay=delay, clock=clock, sleep=clock.sleep)
    ready: list[float] = []

    async def run() -> None:
        for pause in thinking:
            ready.append(clock.now)
            assert (await paced.send(ANY_CASE)).status == 200
            clock.now += pause

    asyncio.run(run())
    assert client.sent[0] == 100
    for earlier, came, later in zip(client.sent, ready[1:], client.sent[1:], strict=False):
        assert abs(later - max(came, earlier + takes + delay)) < 1e-6


def test_requests_at_once_share_one_delay(case: Case, scripted: Callable[..., Any]) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 6))

    async def run() -> None:
        paced = Paced(scripted(), delay=0.5, clock=lambda: 7.0, sleep=sleep)
        await asyncio.gather(*(paced.send(case) for _ in range(5)))

    asyncio.run(run())
    assert sorted(slept) == [0.5, 1.0, 1.5, 2.0]


def test_a_client_that_raises_leaves_the_pace_as_it_was(case: Case) -> None:
    class Broken(Timed):
        async def send(self, case: Case) -> Exchange:
            raise LookupError

    clock = Clock()
    paced = Paced(Broken(clock), delay=0.5, clock=clock, sleep=clock.sleep)
    for _ in range(2):
        with pytest.raises(LookupError):
            asyncio.run(paced.send(case))
    assert clock.slept == [0.5]


def test_of_rate_and_delay_the_slower_one_counts(case: Case, scripted: Callable[..., Any]) -> None:
    for delay, expected in ((0.1, 0.25), (1.0, 1.0)):
        clock = Clock()
        paced = Paced(scripted(), 4, delay, clock, clock.sleep)

        async def run(paced: Paced = paced) -> None:
            for _ in range(3):
                await paced.send(case)

        asyncio.run(run())
        assert clock.slept == [expected] * 2


def test_no_more_than_the_limit_are_under_way_and_all_get_their_turn(make_case: Callable[..., Case]) -> None:
    class Slow:
        under_way = 0
        most = 0
        order: list[str]

        async def send(self, case: Case) -> Exchange:
            self.order.append(case.document)
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            await asyncio.sleep(0)
            self.under_way -= 1
            return Exchange(case)

        async def close(self) -> None: ...

    slow = Slow()
    slow.order = []

    async def run() -> None:
        limited = Limited(slow, 3)
        await asyncio.gather(*(limited.send(make_case(str(number))) for number in range(10)))

    asyncio.run(run())
    assert slow.most == 3
    assert slow.order == [str(number) for number in range(10)]


UNREACHABLE = {"failure": Failure.UNREACHABLE}


def test_a_connection_that_could_not_be_made_is_tried_again_twice(case: Case, scripted: Callable[..., Any]) -> None:
    clock = Clock()
    client = scripted(UNREACHABLE, UNREACHABLE, {"status": 200})
    exchange = asyncio.run(Retrying(client, (0.1, 0.5), clock.sleep).send(case))
    assert exchange.status == 200
    assert clock.slept == [0.1, 0.5]


def test_after_two_more_attempts_it_is_given_up(case: Case, scripted: Callable[..., Any]) -> None:
    client = scripted(UNREACHABLE)
    exchange = asyncio.run(Retrying(client, (0, 0), Clock().sleep).send(case))
    assert exchange.failure is Failure.UNREACHABLE
    assert len(client.sent) == 3


def test_nothing_else_is_ever_sent_again(case: Case, scripted: Callable[..., Any]) -> None:
    for failure in set(Failure) - {Failure.UNREACHABLE}:
        client = scripted({"failure": failure}, {"status": 200})
        assert asyncio.run(Retrying(client).send(case)).failure is failure
        assert len(client.sent) == 1


def test_closing_a_wrapper_closes_what_it_wraps(scripted: Callable[..., Any]) -> None:
    for wrap in (lambda c: Paced(c, 1), lambda c: Limited(c, 1), Retrying):
        client = scripted()
        asyncio.run(wrap(client).close())
        assert client.closed
