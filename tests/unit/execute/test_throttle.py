"""The pace that an API asks for, with a clock that only sleeping moves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from querious.execute.throttle import Throttle, Throttled, retry_after
from querious.model import Case, Exchange, Failure


class Clock:
    """Time that passes only while somebody sleeps; those who sleep together wake in order."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)


class Api:
    """Answers by a script of statuses or (status, headers); the last one for ever. Notes when it was asked."""

    def __init__(self, clock: Clock, *script: Any) -> None:
        self.clock = clock
        self.script = list(script)
        self.moments: list[float] = []

    async def send(self, case: Case) -> Exchange:
        self.moments.append(self.clock.now)
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        status, headers = answer if isinstance(answer, tuple) else (answer, {})
        return Exchange(case, status, headers)

    async def close(self) -> None:
        pass


def ask(case: Case, *script: Any, seconds: float | None = 60.0, times: int = 1) -> tuple[Api, Throttle, list[int]]:
    clock = Clock()
    api, throttle = Api(clock, *script), Throttle(seconds, clock, clock.sleep, clock)
    client = Throttled(api, throttle)

    async def one_after_another() -> list[int]:
        return [(await client.send(case)).status for _ in range(times)]

    return api, throttle, asyncio.run(one_after_another())


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_waited_for_and_the_request_is_sent_again(case, status):
    api, throttle, statuses = ask(case, (status, {"retry-after": "7"}), 200)
    assert statuses == [200]
    assert api.moments == pytest.approx([100, 107])
    assert (throttle.resent, throttle.waited, throttle.ended) == (1, 7, "")
    assert "once" in throttle.note()
    assert "waited 7 s" in throttle.note()


def test_a_wait_beyond_the_budget_ends_it_with_that_reason(case):
    api, throttle, statuses = ask(case, (429, {"retry-after": "120"}), times=3)
    assert statuses == [429, 429, 429]
    assert api.moments == [100, 100, 100]
    assert "wait 120 s (Retry-After)" in throttle.ended
    assert throttle.resent == 0


def test_without_an_end_of_the_time_five_minutes_are_waited_at_most(case):
    assert ask(case, (429, {"retry-after": "299"}), 200, seconds=None)[2] == [200]
    assert ask(case, (429, {"retry-after": "301"}), 200, seconds=None)[1].ended


def test_a_503_without_retry_after_is_an_answer_like_any_other(case):
    api, throttle, statuses = ask(case, 503)
    assert statuses == [503]
    assert len(api.moments) == 1
    assert throttle.note() == ""


def test_429_without_retry_after_slows_down_and_recovers(case):
    api, throttle, statuses = ask(case, *[200] * 40, 429, 429, 429, 200, times=100)
    assert statuses == [200] * 100
    gaps = [later - earlier for earlier, later in zip(api.moments, api.moments[1:], strict=False)]
    assert gaps[:40] == [0] * 40
    assert gaps[40:43] == pytest.approx([0.05, 0.1, 0.2])
    assert gaps[43:46] == pytest.approx([0.2, 0.2 * 0.9, 0.2 * 0.9**2])
    assert gaps[-1] == 0
    assert "slowed down" in throttle.note()


def test_the_pace_depends_on_the_answers_alone(case):
    script = [200, 429, 200, 429, 429, 200]
    assert ask(case, *script, times=20)[0].moments == ask(case, *script, times=20)[0].moments


def test_an_api_that_refuses_from_the_start_is_given_up_within_seconds(case):
    api, throttle, statuses = ask(case, 429, times=5)
    assert statuses == [429] * 5
    assert "however slowly" in throttle.ended
    assert api.moments[-1] - api.moments[0] < 10
    assert throttle.resent == 7


def test_retry_after_of_no_seconds_does_not_go_on_for_ever(case):
    api, throttle, _ = ask(case, (429, {"retry-after": "0"}))
    assert len(api.moments) == 8
    assert throttle.ended


def test_one_answer_pauses_the_whole_client(case):
    clock = Clock()
    api, throttle = Api(clock, (429, {"retry-after": "5"}), 200), Throttle(60, clock, clock.sleep, clock)
    client = Throttled(api, throttle)

    async def together() -> None:
        await client.send(case)
        await asyncio.gather(*(client.send(case) for _ in range(10)))

    asyncio.run(together())
    assert len(api.moments) == 12
    assert min(api.moments[1:]) >= 105


def test_requests_that_are_refused_together_slow_down_once(case):
    clock = Clock()
    api, throttle = Api(clock, *[429] * 16, 200), Throttle(60, clock, clock.sleep, clock)

    async def together() -> list[Exchange]:
        sent = [await throttle.turn() for _ in range(16)]
        answers = [await api.send(case) for _ in sent]
        clock.now += 0.01
        return [answer for answer, moment in zip(answers, sent, strict=True) if throttle.again(answer, moment)]

    assert len(asyncio.run(together())) == 16
    assert throttle.ended == ""


def test_cleaning_up_may_wait_again(case):
    clock = Clock()
    api = Api(clock, (429, {"retry-after": "120"}), (429, {"retry-after": "20"}), 200)
    throttle = Throttle(60, clock, clock.sleep, clock)
    client = Throttled(api, throttle)
    assert asyncio.run(client.send(case)).status == 429
    throttle.extend(30)
    assert asyncio.run(client.send(case)).status == 200


def test_what_never_came_is_no_refusal(case):
    throttle = Throttle(60)
    assert not throttle.again(Exchange(case, 429, {"retry-after": "1"}, failure=Failure.LOST), 0.0)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": " 0 "}, 0.0),
        ({"retry-after": "9" * 400}, 999_999_999_999.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:07 GMT", "date": "Wed, 21 Oct 2015 07:28:00 GMT"}, 7.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT", "date": "Wed, 21 Oct 2015 07:28:07 GMT"}, 0.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:02:00 GMT"}, 20.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": ""}, None),
        ({"ratelimit-reset": "7"}, 7.0),
        ({"ratelimit-reset": "3600"}, None),
        ({"x-ratelimit-reset": "1000000105"}, None),
        ({"x-rate-limit-reset": "soon"}, None),
        ({"retry-after": "2", "ratelimit-reset": "7"}, 2.0),
        ({}, None),
    ],
)
def test_the_header_is_seconds_or_a_date(headers, seconds):
    assert retry_after(headers, lambda: 100.0) == seconds


def test_the_end_of_a_window_may_be_a_moment():
    assert retry_after({"x-ratelimit-reset": "1700000030"}, lambda: 1_700_000_000.0) == 30.0
