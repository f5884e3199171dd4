from __future__ import annotations

import asyncio

import pytest
from graphql import build_schema

from querious.execute import without_loop
from querious.execute.inprocess import SchemaClient, SchemaInContext, executor
from querious.execute.without_loop import WithoutLoop, is_synchronous, loop_hidden
from querious.model import Settings


def loop_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.fixture
def refusing(monkeypatch):
    monkeypatch.setattr(without_loop, "_REFUSING", ("asyncio",))


def schema_of(resolve):
    schema = build_schema("type Query { n: Int, seen: Boolean }")
    schema.query_type.fields["seen"].resolve = resolve
    return schema


def answered(make_case, schema, context=None):
    execute, _ = executor(SchemaInContext(schema, context))
    return asyncio.run(SchemaClient(execute, Settings()).send(make_case("{ seen }"))).payload["data"]["seen"]


def test_synchronous_resolvers_and_contexts_see_no_loop_where_something_refuses_one(make_case, refusing):
    assert answered(make_case, schema_of(lambda *_: loop_is_running())) is False
    assert answered(make_case, schema_of(lambda _, info: info.context), loop_is_running) is False


def test_otherwise_they_see_it(make_case):
    assert answered(make_case, schema_of(lambda *_: loop_is_running())) is True


def test_a_coroutine_has_the_loop_that_it_needs(make_case, refusing):
    async def resolve(*_):
        await asyncio.sleep(0)
        return loop_is_running()

    assert not is_synchronous(schema_of(resolve))
    assert answered(make_case, schema_of(resolve)) is True

    async def context():
        await asyncio.sleep(0)
        return True

    assert answered(make_case, schema_of(lambda _, info: info.context), context) is True


def test_the_loop_is_back_whatever_happens():
    async def go() -> None:
        with pytest.raises(ZeroDivisionError), loop_hidden():
            raise ZeroDivisionError
        assert loop_is_running()

        async def broken() -> None:
            assert not loop_is_running()
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await WithoutLoop(broken())
        assert loop_is_running()

    asyncio.run(go())


def test_what_waits_can_be_cancelled():
    async def go() -> str:
        waiting = asyncio.get_running_loop().create_future()

        async def work() -> str:
            try:
                await waiting
            except asyncio.CancelledError:
                return "cancelled"
            return "done"

        async def wait() -> str:
            return await WithoutLoop(work())

        task = asyncio.ensure_future(wait())
        await asyncio.sleep(0)
        task.cancel()
        return await task

    assert asyncio.run(go()) == "cancelled"


def test_what_waits_goes_on():
    async def go() -> int:
        waiting = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_soon(waiting.set_result, 7)

        async def work() -> int:
            return await waiting

        return await WithoutLoop(work())

    assert asyncio.run(go()) == 7
