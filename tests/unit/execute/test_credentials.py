from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from querious.errors import ConfigError
from querious.execute.credentials import Credentials, Renewing, by_hook
from querious.model import Case, Exchange

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = {"status": 401}
FINE = {"status": 200}


def counting() -> tuple[list[int], object]:
    calls: list[int] = []

    def renew() -> dict[str, str]:
        calls.append(len(calls) + 1)
        return {"Authorization": f"token-{len(calls)}"}

    return calls, renew


def send_all(client: Any, credentials: Credentials, case: Case, times: int = 1) -> list[Exchange]:
    async def run() -> list[Exchange]:
        renewing = Renewing(client, credentials)
        return [await renewing.send(case) for _ in range(times)]

    return asyncio.run(run())


def test_names_are_lowered_and_fresh_headers_win(case: Case, scripted: Callable[..., Any]) -> None:
    _, renew = counting()
    credentials = Credentials({"AUTHORIZATION": "old", "X-Team": "a"}, by_hook(renew))
    send_all(scripted(FINE), credentials, case)
    assert credentials.headers == {"authorization": "token-1", "x-team": "a"}


def test_values_are_never_shown() -> None:
    assert "hunter2" not in repr(Credentials({"Authorization": "hunter2"}))


def test_the_hook_is_asked_before_the_first_request_only(case: Case, scripted: Callable[..., Any]) -> None:
    calls, renew = counting()
    send_all(scripted(FINE), Credentials({}, by_hook(renew)), case, 3)
    assert calls == [1]


def test_a_refusal_renews_and_sends_once_more(case: Case, scripted: Callable[..., Any]) -> None:
    calls, renew = counting()
    client = scripted(REFUSED, FINE)
    (exchange,) = send_all(client, Credentials({}, by_hook(renew)), case)
    assert exchange.status == 200
    assert len(client.sent) == 2
    assert calls == [1, 2]


def test_a_refusal_that_renewing_does_not_cure_is_not_asked_again(case: Case, scripted: Callable[..., Any]) -> None:
    calls, renew = counting()
    client = scripted(REFUSED)
    exchanges = send_all(client, Credentials({}, by_hook(renew)), case, 4)
    assert [exchange.status for exchange in exchanges] == [401] * 4
    assert calls == [1, 2]
    assert len(client.sent) == 5


def test_credentials_that_worked_are_renewed_when_they_expire(case: Case, scripted: Callable[..., Any]) -> None:
    calls, renew = counting()
    client = scripted(REFUSED, REFUSED, FINE, REFUSED, FINE)
    exchanges = send_all(client, Credentials({}, by_hook(renew)), case, 3)
    assert [exchange.status for exchange in exchanges] == [401, 200, 200]
    assert calls == [1, 2, 3]


def test_many_refusals_at_once_call_the_hook_once(case: Case) -> None:
    calls, renew = counting()
    credentials = Credentials({}, by_hook(renew))

    class Expired:
        async def send(self, case: Case) -> Exchange:
            token = credentials.headers["authorization"]
            await asyncio.sleep(0.01)
            return Exchange(case, 401 if token == "token-1" else 200)

        async def close(self) -> None: ...

    async def run() -> list[Exchange]:
        renewing = Renewing(Expired(), credentials)
        return await asyncio.gather(*(renewing.send(case) for _ in range(20)))

    assert {exchange.status for exchange in asyncio.run(run())} == {200}
    assert calls == [1, 2]


def test_a_coroutine_function_is_awaited(case: Case, scripted: Callable[..., Any]) -> None:
    async def renew() -> dict[str, str]:
        return {"x-token": "t"}

    credentials = Credentials({}, by_hook(renew))
    send_all(scripted(FINE), credentials, case)
    assert credentials.headers == {"x-token": "t"}


def test_a_failing_hook_is_one_line_without_its_words(case: Case, scripted: Callable[..., Any]) -> None:
    def renew() -> dict[str, str]:
        raise KeyError("hunter2")

    with pytest.raises(
        ConfigError, match=r"renews credentials failed: KeyError \(test_credentials.py, line \d+\)"
    ) as caught:
        send_all(scripted(), Credentials({}, by_hook(renew)), case)
    assert "hunter2" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "answer", [None, "token", {"x": 1}, {"a b": "c"}, {"x": "hunter2\nHost: evil"}, {"x": "\ud800"}]
)
def test_a_hook_that_gives_no_headers_is_one_line(case: Case, scripted: Callable[..., Any], answer: object) -> None:
    with pytest.raises(ConfigError) as caught:
        send_all(scripted(), Credentials({}, by_hook(lambda: answer)), case)
    assert "hunter2" not in str(caught.value)


def test_headers_that_cannot_be_sent_are_refused_without_their_value() -> None:
    with pytest.raises(ConfigError, match="the settings: the value of the header X-Key") as caught:
        Credentials({"X-Key": "hunter2\r\n"})
    assert "hunter2" not in str(caught.value)


def test_without_a_hook_nothing_is_renewed() -> None:
    credentials = Credentials({"a": "b"})
    assert not credentials.renewable
    asyncio.run(credentials.renew(0))
    assert credentials.generation == 0


def test_closing_closes_what_it_wraps(scripted: Callable[..., Any]) -> None:
    client = scripted()
    asyncio.run(Renewing(client, Credentials({})).close())
    assert client.closed


def test_a_hook_that_fails_later_costs_nothing_but_the_renewal(case: Case, scripted: Callable[..., Any]) -> None:
    calls: list[int] = []

    def renew() -> dict[str, str]:
        calls.append(1)
        if len(calls) > 1:
            raise RuntimeError("no more")
        return {"Authorization": "token"}

    credentials = Credentials({}, by_hook(renew))
    exchanges = send_all(scripted(FINE, REFUSED, REFUSED), credentials, case, times=3)
    assert [exchange.status for exchange in exchanges] == [200, 401, 401]
    assert "RuntimeError" in str(credentials.failed)
    assert len(calls) == 2
