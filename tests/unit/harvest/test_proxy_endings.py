from __future__ import annotations

from typing import Any

import pytest

from querious.harvest.proxy_endings import end

pytestmark = pytest.mark.any_graphql_core


class Loop:
    """Keeps what is to be called later."""

    def __init__(self) -> None:
        self.later: list[tuple[Any, ...]] = []

    def call_later(self, seconds: float, *call: Any) -> None:
        self.later.append(call)

    def pass_time(self) -> None:
        (call,), self.later = self.later, []
        call[0](*call[1:])


class Transport:
    """Has so much to send, and remembers what was done to it."""

    def __init__(self, left: int) -> None:
        self.left: int | None = left
        self.done: list[str] = []

    def is_closing(self) -> bool:
        return bool(self.done)

    def get_write_buffer_size(self) -> int:
        if self.left is None:
            raise RuntimeError
        return self.left

    def get_extra_info(self, name: str) -> None:
        self.done.append(name)

    def close(self) -> None:
        self.done.append("close")

    def abort(self) -> None:
        self.done.append("abort")


def test_what_has_nothing_to_send_is_closed_and_not_looked_at_again():
    loop, transport = Loop(), Transport(0)
    end(loop, transport)
    end(loop, transport)
    assert (transport.done, loop.later) == (["close"], [])


def test_what_sends_on_is_waited_for_and_what_stalls_is_given_up():
    loop, transport = Loop(), Transport(100)
    end(loop, transport)
    transport.left = 60
    loop.pass_time()
    assert transport.done == ["close"]
    loop.pass_time()
    assert (transport.done, loop.later) == (["close", "abort"], [])


@pytest.mark.parametrize("left", [0, None])
def test_what_is_sent_or_gone_is_left_alone(left):
    loop, transport = Loop(), Transport(100)
    end(loop, transport)
    transport.left = left
    loop.pass_time()
    assert (transport.done, loop.later) == (["close"], [])


def test_a_reset_needs_the_socket():
    transport = Transport(0)
    end(Loop(), transport, reset=True)
    assert transport.done == ["socket", "close"]
