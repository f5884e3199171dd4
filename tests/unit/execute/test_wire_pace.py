from __future__ import annotations

import threading

from hypothesis import given
from hypothesis import strategies as st

from querious.execute.wire_pace import counted, paced
from querious.model import Case, Exchange, Failure, Request, Send, rest_case

REQUEST = rest_case(Request("GET", "/"))


class Clock:
    """Time that passes only while somebody sleeps or waits for a reply."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []
        self.sent: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def wire(self, takes: float) -> Send:
        def send(_: Case) -> Exchange:
            self.sent.append(self.now)
            self.now += takes
            return Exchange(REQUEST, 200)

        return send


@given(st.floats(0.001, 10), st.lists(st.floats(0, 20), min_size=1, max_size=8), st.floats(0, 5))
def test_there_is_quiet_between_two_requests_and_no_more_of_it_than_asked(
    delay: float, thinking: list[float], takes: float
) -> None:
    clock = Clock()
    send = paced(clock.wire(takes), delay, clock, clock.sleep)
    ready = []
    for pause in thinking:
        ready.append(clock.now)
        assert send(REQUEST).status == 200
        clock.now += pause
    assert clock.sent[0] == 100
    for earlier, came, later in zip(clock.sent, ready[1:], clock.sent[1:], strict=False):
        assert abs(later - max(came, earlier + takes + delay)) < 1e-6


def test_threads_share_one_pace() -> None:
    lock = threading.Lock()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        with lock:
            slept.append(round(seconds, 6))

    send = paced(lambda _: Exchange(REQUEST, 200), 0.5, lambda: 7.0, sleep)
    threads = [threading.Thread(target=send, args=(REQUEST,)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(slept) == [0.5, 1.0, 1.5, 2.0]


def test_a_wire_that_raises_leaves_the_pace_as_it_was() -> None:
    clock = Clock()

    def broken(_: Case) -> Exchange:
        raise KeyboardInterrupt

    send = paced(broken, 0.5, clock, clock.sleep)
    for _ in range(2):
        try:
            send(REQUEST)
        except KeyboardInterrupt:
            continue
    assert clock.slept == [0.5]


def test_without_a_delay_it_is_the_wire_itself() -> None:
    wire = Clock().wire(0)
    assert paced(wire, 0) is wire


def test_the_budget_is_spent_to_the_last_request_and_then_nothing_is_sent() -> None:
    clock = Clock()
    send = counted(clock.wire(0), 3)
    assert [send(REQUEST).status for _ in range(3)] == [200] * 3
    assert send.spent
    reply = send(REQUEST)
    assert (reply.status, reply.failure, reply.ended - reply.began) == (0, Failure.TIMEOUT, 0)
    assert reply.detail == "not sent: the budget of the run is spent"
    assert (len(clock.sent), send.sent, send.refused) == (3, 3, 1)


def test_without_a_limit_it_only_counts() -> None:
    send = counted(Clock().wire(0))
    for _ in range(50):
        send(REQUEST)
    assert (send.sent, send.spent, send.refused) == (50, False, 0)


def test_threads_share_one_budget() -> None:
    sent = []
    send = counted(lambda request: sent.append(request) or Exchange(REQUEST, 200), 100)
    threads = [threading.Thread(target=lambda: [send(REQUEST) for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(sent), send.sent, send.refused) == (100, 100, 100)
