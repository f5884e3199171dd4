from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from querious.execute.asgi import AsgiClient
from querious.execute.credentials import Credentials
from querious.model import Case, Exchange, Failure, Settings

if TYPE_CHECKING:
    from collections.abc import Callable


def ask(app: Any, case: Case, settings: Settings | None = None, path: str = "/graphql", **headers: str) -> Exchange:
    async def run() -> Exchange:
        client = AsgiClient(app, settings or Settings(), Credentials(headers), path)
        await client.start()
        exchange = await client.send(case)
        await client.close()
        return exchange

    return asyncio.run(run())


def http_only(handle: Callable[..., Any]) -> Callable[..., Any]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "http"
        await handle(scope, receive, send)

    return app


def test_the_application_is_asked_as_a_server_would(make_case: Callable[..., Case]) -> None:
    seen: dict[str, Any] = {}

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope, message=await receive())
        await send({"type": "http.response.start", "status": 201, "headers": [(b"X-One", b"\xe9")]})
        await send({"type": "http.response.body", "body": b'{"data"', "more_body": True})
        await send({"type": "http.response.body", "body": b":1}"})

    case = make_case("{a}", {"n": 1})
    exchange = ask(http_only(echo), case, path="/g?x=1", Authorization="Bearer é")
    assert (exchange.status, exchange.payload, exchange.headers) == (201, {"data": 1}, {"x-one": "é"})
    assert (seen["method"], seen["path"], seen["query_string"], seen["state"]) == ("POST", "/g", b"x=1", {})
    headers = dict(seen["headers"])
    assert headers[b"authorization"] == "Bearer é".encode()
    assert headers[b"content-type"] == b"application/json"
    assert headers[b"accept"].startswith(b"application/graphql-response+json")
    assert int(headers[b"content-length"]) == len(seen["message"]["body"])
    assert json.loads(seen["message"]["body"]) == case.body


def test_a_disconnect_comes_only_after_the_answer(case: Case) -> None:
    order: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()

        async def listen() -> None:
            order.append((await receive())["type"])

        listener = asyncio.create_task(listen())
        await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 200})
        order.append("answered")
        await send({"type": "http.response.body", "body": b"{}"})
        await listener

    assert ask(http_only(app), case).payload == {}
    assert order == ["answered", "http.disconnect"]


def test_each_request_has_its_own_copy_of_the_lifespan_state(case: Case) -> None:
    states: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            scope["state"]["db"] = 1
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        states.append(dict(scope["state"]))
        scope["state"]["db"] = 2
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"{}"})

    async def run() -> None:
        client = AsgiClient(app, Settings(), Credentials({}))
        await client.start()
        await client.send(case)
        await client.send(case)
        await client.close()

    asyncio.run(run())
    assert states == [{"db": 1}, {"db": 1}]


def test_an_exception_is_a_crash(case: Case) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise LookupError("lost it")

    exchange = ask(http_only(app), case)
    assert exchange.failure is Failure.CRASH
    assert "LookupError: lost it" in exchange.detail


def test_limits_hold(case: Case) -> None:
    async def big(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200})
        for _ in range(100):
            await send({"type": "http.response.body", "body": b"x" * 100, "more_body": True})

    async def hanging(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(60)

    assert ask(http_only(big), case, Settings(max_answer=1000)).failure is Failure.TOO_LARGE
    assert ask(http_only(hanging), case, Settings(timeout=0.02)).failure is Failure.TIMEOUT


def test_an_application_that_sends_text_for_bytes_has_crashed(case: Case) -> None:
    async def wrong(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": "{}"})

    exchange = ask(http_only(wrong), case)
    assert exchange.failure is Failure.CRASH
    assert "the body of a response is bytes, not str" in exchange.detail
