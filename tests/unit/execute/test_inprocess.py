from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import ariadne
import pytest
import strawberry
from graphql import GraphQLError, build_schema

from querious.execute.inprocess import SchemaClient, SchemaInContext, executor
from querious.model import Case, Exchange, Failure, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

SDL = """
scalar Any
enum Colour { RED GREEN }
type Query { n(x: Int, c: Colour): Int  must: Int!  any(v: Any): Any  many: [Int]  slow: Int }
"""


def ask(case: Case, settings: Settings | None = None, **resolvers: Callable[..., Any]) -> Exchange:
    schema = build_schema(SDL)
    for name, resolve in resolvers.items():
        schema.query_type.fields[name].resolve = resolve
    known = executor(schema)
    assert known is not None
    assert known[1] is schema
    return asyncio.run(SchemaClient(known[0], settings or Settings()).send(case))


def test_the_answer_is_what_a_server_would_send(make_case: Callable[..., Case]) -> None:
    case = make_case("query A($x: Int) { n(x: $x) } query B { must }", {"x": 3}, "A")
    exchange = ask(case, n=lambda *_, x: x + 1)
    assert (exchange.status, exchange.payload, exchange.is_json) == (200, {"data": {"n": 4}}, True)
    assert exchange.body == b'{"data": {"n": 4}}'
    assert exchange.headers == {"content-type": "application/json"}
    assert exchange.detail == ""


def test_a_request_that_is_never_executed_has_no_data(make_case: Callable[..., Case]) -> None:
    for document in ("{", "{ nonsense }"):
        payload = ask(make_case(document)).payload
        assert "data" not in payload
        assert payload["errors"][0]["message"]


def test_null_that_reaches_the_root_is_data(make_case: Callable[..., Case]) -> None:
    payload = ask(make_case("{ must }"), must=lambda *_: None).payload
    assert payload["data"] is None
    assert payload["errors"][0]["path"] == ["must"]


def test_the_traceback_of_a_resolver_is_in_the_detail_and_not_in_the_payload(make_case: Callable[..., Case]) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("inside")

    exchange = ask(make_case("{ n }"), n=broken)
    assert exchange.failure is None
    assert exchange.payload["data"] == {"n": None}
    assert set(exchange.payload["errors"][0]) <= {"message", "path", "locations"}
    assert "ZeroDivisionError: inside" in exchange.detail
    assert "in broken" in exchange.detail


def test_an_error_the_resolver_means_to_give_has_no_traceback(make_case: Callable[..., Case]) -> None:
    def polite(*_: object) -> int:
        raise GraphQLError("no such thing", extensions={"code": "NOT_FOUND"})

    exchange = ask(make_case("{ n }"), n=polite)
    assert exchange.payload["errors"][0]["extensions"] == {"code": "NOT_FOUND"}
    assert exchange.detail == ""


def test_only_a_few_tracebacks_are_kept(make_case: Callable[..., Case]) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("inside")

    aliases = " ".join(f"a{number}: n" for number in range(50))
    exchange = ask(make_case(f"{{ {aliases} }}"), n=broken)
    assert len(exchange.payload["errors"]) == 50
    assert exchange.detail.count("ZeroDivisionError: inside") == 5


def test_the_case_is_not_changed_by_a_resolver(make_case: Callable[..., Case]) -> None:
    case = make_case("query ($v: Any) { any(v: $v) }", {"v": {"list": [1]}})
    ask(case, any=lambda *_, v: v["list"].append(2))
    assert case.variables == {"v": {"list": [1]}}


def test_an_answer_that_is_no_json_crashes_as_it_would_in_a_server(make_case: Callable[..., Case]) -> None:
    exchange = ask(make_case("{ any }"), any=lambda *_: object())
    assert exchange.failure is Failure.CRASH
    assert "TypeError" in exchange.detail


def test_an_answer_with_nan_is_not_json(make_case: Callable[..., Case]) -> None:
    exchange = ask(make_case("{ any }"), any=lambda *_: float("nan"))
    assert (exchange.failure, exchange.is_json) == (None, False)
    assert b"NaN" in exchange.body


def test_limits_hold(make_case: Callable[..., Case]) -> None:
    async def slow(*_: object) -> int:
        await asyncio.sleep(30)
        return 1

    assert ask(make_case("{ slow }"), Settings(timeout=0.02), slow=slow).failure is Failure.TIMEOUT
    exchange = ask(make_case("{ many }"), Settings(max_answer=100), many=lambda *_: list(range(100)))
    assert exchange.failure is Failure.TOO_LARGE


def test_extensions_of_the_result_are_sent(case: Case) -> None:
    async def execute(*_: object) -> SimpleNamespace:
        return SimpleNamespace(data={}, errors=None, extensions={"cost": 3})

    exchange = asyncio.run(SchemaClient(execute, Settings()).send(case))
    assert exchange.payload == {"data": {}, "extensions": {"cost": 3}}


def test_other_objects_are_no_schema() -> None:
    for candidate in (None, 3, "schema", SimpleNamespace(_schema=1), SimpleNamespace(graphql_schema=build_schema(SDL))):
        assert executor(candidate) is None


def test_closing_is_harmless(case: Case) -> None:
    asyncio.run(SchemaClient(lambda *_: None, Settings()).close())


def _graphql_core():
    schema = build_schema("type Query { who: String }")
    schema.query_type.fields["who"].resolve = lambda _, info: info.context["user"]
    return schema


def _ariadne():
    query = ariadne.QueryType()
    query.set_field("who", lambda _, info: info.context["user"])
    return ariadne.make_executable_schema("type Query { who: String }", query)


def _strawberry():
    def who(info: strawberry.Info) -> str:
        return info.context["user"]

    return strawberry.Schema(strawberry.type(type("Query", (), {"who": strawberry.field(resolver=who)})))


def _graphene():
    graphene = pytest.importorskip("graphene")  # there is none for the newest graphql-core

    def resolve_who(_, info):
        return info.context["user"]

    return graphene.Schema(
        type("Query", (graphene.ObjectType,), {"who": graphene.String(), "resolve_who": resolve_who})
    )


async def _later():
    return {"user": "ann"}


@pytest.mark.parametrize("make", [_graphql_core, _ariadne, _strawberry, _graphene])
@pytest.mark.parametrize("context", [{"user": "ann"}, lambda: {"user": "ann"}, _later])
def test_resolvers_find_the_context_that_is_given(make_case, make, context):
    known = executor(SchemaInContext(make(), context))
    exchange = asyncio.run(SchemaClient(known[0], Settings()).send(make_case("{ who }")))
    assert exchange.payload == {"data": {"who": "ann"}}


def test_a_function_makes_a_context_for_each_operation(make_case):
    made = []
    execute, _ = executor(SchemaInContext(_graphql_core(), lambda: made.append(1) or {"user": str(len(made))}))
    client = SchemaClient(execute, Settings())
    answers = [asyncio.run(client.send(make_case("{ who }"))).payload["data"]["who"] for _ in range(2)]
    assert answers == ["1", "2"]
