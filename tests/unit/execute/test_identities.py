"""Who asks: each case goes out with the credentials of its identity, and no answer shows those of anybody."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from querious.errors import ConfigError, LoginError
from querious.execute import open_target, sign_in_all
from querious.model import Request, Settings, rest_case
from querious.model.identity import Identity
from querious.model.login import Login

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from querious.model import Exchange

SETTINGS = Settings(
    headers={"Authorization": "Bearer secret-of-main", "X-Tenant": "acme"},
    identities=(
        Identity("alice", {"Authorization": "Bearer secret-of-alice"}),
        Identity("bob", login=Login("test", url="/login", body={"user": "bob"}, token=("token",))),
    ),
)


async def application(scope: dict[str, Any], receive: Callable[[], Coroutine[Any, Any, Any]], send: Any) -> None:
    """Says back who asks, and whom it knows."""
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    headers = {name.decode(): value.decode() for name, value in scope["headers"]}
    status, told = 200, {name: headers.get(name) for name in ("authorization", "x-tenant")} | {"all": "secret-of-alice"}
    if scope["path"] == "/login":
        told = {"token": "secret-of-bob"}
    elif scope["path"] == "/refused-login":
        status = 401
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": json.dumps(told).encode()})


def asked(names: Sequence[str], settings: Settings = SETTINGS) -> list[Exchange]:
    async def go() -> list[Exchange]:
        target = await open_target(application, settings, "/", graphql=False)
        try:
            return [await target.client.send(rest_case(Request("GET", "/"), name)) for name in names]
        finally:
            await target.client.close()

    return asyncio.run(go())


def test_each_asks_with_its_own_credentials() -> None:
    payloads = [exchange.payload for exchange in asked(["", "main", "alice", "bob", "anonymous"])]
    assert [payload["authorization"] for payload in payloads] == [
        *(["Bearer MASKED-authorization"] * 2),
        "Bearer MASKED-alice-authorization",
        "Bearer MASKED-bob-authorization",
        None,
    ]


def test_what_says_nothing_of_who_asks_goes_with_all_requests() -> None:
    assert {exchange.payload["x-tenant"] for exchange in asked(["", "alice", "anonymous"])} == {"acme"}


def test_a_header_by_which_another_says_who_asks_is_not_shared() -> None:
    carol = Identity("carol", {"X-Tenant": "other"})
    settings = replace(SETTINGS, identities=(carol,))
    tenants = [exchange.payload["x-tenant"] for exchange in asked(["", "carol", "anonymous"], settings)]
    assert tenants == ["acme", "other", None]


def test_no_answer_shows_the_credentials_of_another() -> None:
    assert all(b"secret-of" not in exchange.body for exchange in asked(["", "alice", "bob", "anonymous"]))


def test_somebody_unknown_is_told() -> None:
    with pytest.raises(ConfigError, match=r"nobody is known as 'carol': add \[identities.carol\]"):
        asked(["carol"])


@pytest.mark.parametrize("needed", [True, False])
def test_who_cannot_log_in_ends_the_run_only_where_they_were_named(needed: bool) -> None:
    bob = Identity("bob", login=Login("test", url="/refused-login", body={}, token=("token",)), needed=needed)
    settings = Settings(identities=(bob,))

    async def go() -> Any:
        target = await open_target(application, settings, "/", graphql=False)
        return await sign_in_all(target.credentials, settings.identities)

    if needed:
        with pytest.raises(LoginError):
            asyncio.run(go())
    else:
        assert list(asyncio.run(go())) == ["bob"]
