from __future__ import annotations

import asyncio
import functools
import sys
from typing import TYPE_CHECKING, Any

import pytest
from graphql import build_schema

from querious.errors import ConfigError, TargetError
from querious.execute.paths import PROBE
from querious.execute.targets import Target, open_target
from querious.model import Exchange, Settings

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = build_schema("type Query { n: Int }")
ANSWER = b'{"data":{"__typename":"Query"}}'


def wsgi(environ: Any, start_response: Any) -> list[bytes]:
    found = environ["PATH_INFO"] == "/graphql/"
    start_response("200 OK" if found else "404 Not Found", [])
    return [ANSWER if found else b"nothing here"]


async def asgi(scope: Any, receive: Any, send: Any) -> None:
    assert scope["type"] == "http"
    found = scope["path"] == "/api/graphql"
    await send({"type": "http.response.start", "status": 200 if found else 404})
    await send({"type": "http.response.body", "body": ANSWER if found else b""})


class CarriesSchema:
    schema = SCHEMA

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await asgi({**scope, "path": "/api/graphql"}, receive, send)


def opened(target: object, settings: Settings | None = None, path: str = "") -> tuple[Target, Exchange]:
    async def run() -> tuple[Target, Exchange]:
        found = await open_target(target, settings or Settings(), path)
        exchange = await found.client.send(PROBE)
        await found.client.close()
        return found, exchange

    return asyncio.run(run())


def test_a_schema_is_executed_in_process() -> None:
    target, exchange = opened(SCHEMA)
    assert target.schema is SCHEMA
    assert (target.name, target.url) == ("a GraphQLSchema object", "")
    assert exchange.payload == {"data": {"__typename": "Query"}}


@pytest.mark.parametrize(
    ("app", "path"),
    [
        (wsgi, "/graphql/"),
        (asgi, "/api/graphql"),
        (functools.partial(asgi), "/api/graphql"),
        (CarriesSchema(), "/graphql"),
    ],
)
def test_an_application_is_asked_at_the_path_where_it_answers(app: object, path: str) -> None:
    target, exchange = opened(app)
    assert target.url == path
    assert exchange.payload == {"data": {"__typename": "Query"}}


def test_a_schema_that_an_application_carries_is_known() -> None:
    assert opened(CarriesSchema())[0].schema is SCHEMA
    assert opened(wsgi)[0].schema is None


def test_a_given_path_is_not_doubted() -> None:
    target, exchange = opened(asgi, path="/elsewhere")
    assert (target.url, exchange.status) == ("/elsewhere", 404)


def test_an_application_with_nothing_at_the_usual_paths_is_closed_again() -> None:
    events: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            events.append((await receive())["type"])
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send({"type": "http.response.start", "status": 404})
        await send({"type": "http.response.body"})

    with pytest.raises(TargetError, match="has nothing at"):
        opened(app)
    assert events == ["lifespan.shutdown"]


def test_factories_are_called_and_their_result_is_tested() -> None:
    def create(config: object = None) -> object:
        return SCHEMA

    async def create_app() -> object:
        return wsgi

    assert opened(create)[0].schema is SCHEMA
    target, _ = opened(create_app)
    assert target.url == "/graphql/"


@pytest.mark.parametrize("thing", [3, None, dict, CarriesSchema, lambda a: a, {"a": 1}, int])
def test_what_cannot_be_tested_says_what_can(thing: object) -> None:
    with pytest.raises(TargetError, match="cannot be tested; name a URL, an ASGI or WSGI application"):
        opened(thing)


def test_a_name_in_a_module_may_carry_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "qx_target.py").write_text(
        "from graphql import build_schema\n"
        "class holder:\n    schema = build_schema('type Query { n: Int }')\n"
        "def app(environ, start_response):\n    start_response('200 OK', [])\n    return [b'{}']\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    target, _ = opened("qx_target:holder.schema")
    assert target.name == "qx_target:holder.schema"
    assert target.schema is not None
    target, _ = opened("qx_target:app/v2/graphql")
    assert (target.name, target.url) == ("qx_target:app", "/v2/graphql")
    sys.modules.pop("qx_target")


def test_credentials_are_renewed_before_an_application_is_first_asked() -> None:
    seen: list[str] = []

    def app(environ: Any, start_response: Any) -> list[bytes]:
        seen.append(environ.get("HTTP_X_TOKEN", ""))
        start_response("200 OK", [])
        return [ANSWER]

    opened(app, Settings(renew=lambda: {"X-Token": "fresh"}))
    assert seen == ["fresh", "fresh"]


def test_the_url_of_a_target_has_no_secrets() -> None:
    async def run() -> Target:
        found = await open_target("http://ann:hunter2@127.0.0.1:9/g?key=s3cret", Settings())
        await found.client.close()
        return found

    target = asyncio.run(run())
    assert target.url == "http://127.0.0.1:9/g?key=s3cret"
    assert target.name == "http://127.0.0.1:9/g"
    assert "hunter2" not in repr(target)


def test_a_host_that_cannot_be_one_is_a_target_error() -> None:
    with pytest.raises(TargetError, match="cannot be used"):
        opened("http://a%00b/")


def test_headers_that_cannot_be_sent_are_a_config_error() -> None:
    with pytest.raises(ConfigError, match="X-Key"):
        opened("http://127.0.0.1:9/", Settings(headers={"X-Key": "a\nb"}))


def test_rate_and_connections_are_kept_in_process_too() -> None:
    async def run() -> float:
        found = await open_target(SCHEMA, Settings(rate=100, connections=2))
        loop = asyncio.get_running_loop()
        started = loop.time()
        await asyncio.gather(*(found.client.send(PROBE) for _ in range(11)))
        return loop.time() - started

    assert asyncio.run(run()) >= 0.099
