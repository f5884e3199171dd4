"""Applications and schemas of the libraries that people use, tested in process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from typing import TYPE_CHECKING, Any

import ariadne
import flask
import graphene
import pytest
import strawberry
from ariadne.asgi import GraphQL
from ariadne.wsgi import GraphQL as WsgiGraphQL
from graphql import GraphQLSchema, build_schema, graphql_sync
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from strawberry.asgi import GraphQL as StrawberryAsgi
from strawberry.extensions import SchemaExtension

from querious.execute import Target, open_target
from querious.model import Case, Exchange, Failure, Operation, Settings, graphql_case

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

SDL = "type Query { hello(name: String): String  broken: Int  must: Int! }"


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The libraries log every exception of a resolver; here they are raised on purpose."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def case(document: str, name: str = "", **variables: Any) -> Case:
    return graphql_case(0, Operation("query", name, "Query", ()), document, variables)


HELLO = case("query ($n: String) { hello(name: $n) }", n="é \x00")
BROKEN = case("{ broken }")


def say_hello(*_: object, name: str | None = None) -> str:
    return f"hello {name}"


def divide(*_: object) -> int:
    return 1 // 0


def ariadne_schema() -> GraphQLSchema:
    query = ariadne.QueryType()
    query.set_field("hello", say_hello)
    query.set_field("broken", divide)
    return ariadne.make_executable_schema(SDL, query)


def asked(target: object, *cases: Case, settings: Settings | None = None) -> tuple[Target, list[Exchange]]:
    async def run() -> tuple[Target, list[Exchange]]:
        opened = await open_target(target, settings or Settings(timeout=5))
        try:
            return opened, [await opened.client.send(one) for one in cases]
        finally:
            await opened.client.close()

    return asyncio.run(run())


@strawberry.type
class StrawberryQuery:
    @strawberry.field
    def hello(self, name: str | None = None) -> str:
        return f"hello {name}"

    @strawberry.field
    def broken(self) -> int | None:
        return 1 // 0


class Cost(SchemaExtension):
    def get_results(self) -> dict[str, Any]:
        return {"cost": 7}


class GrapheneQuery(graphene.ObjectType):
    hello = graphene.String(name=graphene.String())
    broken = graphene.Int()

    def resolve_hello(self, info: object, name: str | None = None) -> str:
        return f"hello {name}"

    async def resolve_broken(self, info: object) -> int:
        return 1 // 0


def plain_schema() -> GraphQLSchema:
    schema = build_schema(SDL)
    assert schema.query_type is not None
    schema.query_type.fields["hello"].resolve = say_hello
    schema.query_type.fields["broken"].resolve = divide
    return schema


@pytest.mark.parametrize(
    "schema",
    [
        plain_schema(),
        ariadne_schema(),
        strawberry.Schema(StrawberryQuery),
        graphene.Schema(query=GrapheneQuery),
    ],
    ids=["graphql-core", "ariadne", "strawberry", "graphene"],
)
def test_a_schema_of_every_library_is_executed_by_that_library(schema: object) -> None:
    target, (hello, broken, invalid) = asked(schema, HELLO, BROKEN, case("{ nonsense }"))
    assert isinstance(target.schema, GraphQLSchema)
    assert target.url == ""
    assert (hello.status, hello.payload, hello.is_json) == (200, {"data": {"hello": "hello é \x00"}}, True)
    assert broken.payload["data"] == {"broken": None}
    assert set(broken.payload["errors"][0]) <= {"message", "locations", "path"}
    assert "ZeroDivisionError" in broken.detail
    assert "return 1 // 0" in broken.detail
    assert "data" not in invalid.payload
    assert "nonsense" in invalid.payload["errors"][0]["message"]


def test_strawberry_runs_its_extensions() -> None:
    _, (exchange,) = asked(strawberry.Schema(StrawberryQuery, extensions=[Cost]), HELLO)
    assert exchange.payload["extensions"] == {"cost": 7}


def test_strawberry_refuses_an_unknown_operation_as_its_views_do() -> None:
    _, (exchange,) = asked(strawberry.Schema(StrawberryQuery), case("query A { hello }", name="Z"))
    assert (exchange.status, exchange.failure) == (400, None)
    assert exchange.payload["errors"][0]["message"]


def flask_app(path: str = "/graphql") -> flask.Flask:
    app = flask.Flask("shop")
    schema = plain_schema()

    @app.post(path)
    def graphql_view() -> Any:
        request = flask.request.get_json()
        result = graphql_sync(schema, request["query"], variable_values=request.get("variables"))
        return flask.jsonify(result.formatted)

    @app.post("/crash")
    def crash() -> Any:
        raise LookupError("in the view")

    return app


def test_a_flask_application() -> None:
    target, (exchange,) = asked(flask_app(), HELLO)
    assert (target.url, target.schema) == ("/graphql", None)
    assert exchange.payload == {"data": {"hello": "hello é \x00"}}
    assert exchange.headers["content-type"] == "application/json"


def test_a_flask_application_elsewhere() -> None:
    target, (exchange,) = asked(flask_app("/api/graphql"), HELLO)
    assert target.url == "/api/graphql"
    assert exchange.payload == {"data": {"hello": "hello é \x00"}}


def test_flask_answers_a_crash_and_only_a_propagated_one_is_a_crash() -> None:
    async def run(*, propagate: bool) -> Exchange:
        app = flask_app()
        app.config["PROPAGATE_EXCEPTIONS"] = propagate
        target = await open_target(app, Settings(timeout=5), "/crash")
        exchange = await target.client.send(HELLO)
        await target.client.close()
        return exchange

    answered = asyncio.run(run(propagate=False))
    assert (answered.status, answered.failure) == (500, None)
    crashed = asyncio.run(run(propagate=True))
    assert crashed.failure is Failure.CRASH
    assert "LookupError: in the view" in crashed.detail


def test_ariadnes_applications() -> None:
    schema = ariadne_schema()
    for app in (GraphQL(schema), WsgiGraphQL(schema)):
        target, (exchange,) = asked(app, HELLO)
        assert target.schema is schema
        assert target.url == "/graphql"
        assert exchange.payload["data"] == {"hello": "hello é \x00"}


def test_strawberrys_application() -> None:
    target, (exchange,) = asked(StrawberryAsgi(strawberry.Schema(StrawberryQuery)), HELLO)
    assert target.schema is not None
    assert exchange.payload["data"] == {"hello": "hello é \x00"}


def test_a_starlette_application_with_a_lifespan_and_a_mounted_endpoint() -> None:
    events: list[str] = []

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, str]]:
        events.append("started")
        yield {"shop": "open"}
        events.append("stopped")

    async def crash(request: Any) -> Any:
        assert request.state.shop == "open"
        raise LookupError("in the view")

    routes = [Route("/crash", crash, methods=["POST"]), Mount("/graphql", GraphQL(ariadne_schema()))]
    app = Starlette(routes=routes, lifespan=lifespan)
    target, (exchange,) = asked(app, HELLO)
    assert target.url in {"/graphql", "/graphql/"}
    assert exchange.payload["data"] == {"hello": "hello é \x00"}
    assert events == ["started", "stopped"]

    async def run() -> Exchange:
        opened = await open_target(app, Settings(timeout=5), "/crash")
        exchange = await opened.client.send(HELLO)
        await opened.client.close()
        return exchange

    crashed = asyncio.run(run())
    assert (crashed.status, crashed.failure) == (500, Failure.CRASH)
    assert "LookupError: in the view" in crashed.detail
    assert events == ["started", "stopped"] * 2


def test_an_application_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "qx_app.py").write_text(
        "import ariadne\n"
        "from ariadne.asgi import GraphQL\n"
        "query = ariadne.QueryType()\n"
        "query.set_field('hello', lambda *_, name=None: 'hi')\n"
        f"schema = ariadne.make_executable_schema('''{SDL}''', query)\n"
        "def create_app():\n    return GraphQL(schema)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name, url in (("qx_app:schema", ""), ("qx_app:create_app", "/graphql"), ("qx_app:create_app/any", "/any")):
        target, (exchange,) = asked(name, case("{ hello }"))
        assert target.url == url
        assert target.name.startswith(name.partition("/")[0])
        assert exchange.payload["data"] == {"hello": "hi"}
    sys.modules.pop("qx_app")


def test_many_requests_at_once_in_process() -> None:
    async def run() -> list[Exchange]:
        target = await open_target(flask_app(), Settings(timeout=20, connections=8))
        exchanges = await asyncio.gather(*(target.client.send(HELLO) for _ in range(100)))
        await target.client.close()
        return exchanges

    assert {exchange.status for exchange in asyncio.run(run())} == {200}
