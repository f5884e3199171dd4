from __future__ import annotations

import asyncio
import contextvars
import json
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from querious.execute.credentials import Credentials
from querious.execute.paths import probe_at
from querious.execute.wsgi import WsgiClient
from querious.model import Case, Exchange, Failure, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def ask(app: Any, case: Case, settings: Settings | None = None, path: str = "/graphql", **headers: str) -> Exchange:
    async def run() -> Exchange:
        client = WsgiClient(app, settings or Settings(), Credentials(headers), path)
        exchange = await client.send(case)
        await client.close()
        return exchange

    return asyncio.run(run())


def test_the_application_is_asked_as_a_server_would(make_case: Callable[..., Case]) -> None:
    seen: dict[str, Any] = {}

    def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.update(environ, body=environ["wsgi.input"].read(), thread=threading.current_thread())
        start_response("201 Created", [("X-One", "1")])
        return [b'{"data"', b":1}"]

    case = make_case("{a}", {"n": 1})
    exchange = ask(echo, case, path="/caf%C3%A9?x=1", Authorization="Bearer é")
    assert (exchange.status, exchange.payload, exchange.headers) == (201, {"data": 1}, {"x-one": "1"})
    assert (seen["REQUEST_METHOD"], seen["QUERY_STRING"]) == ("POST", "x=1")
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/café"
    assert seen["HTTP_AUTHORIZATION"].encode("latin-1").decode() == "Bearer é"
    assert seen["CONTENT_TYPE"] == "application/json"
    assert int(seen["CONTENT_LENGTH"]) == len(seen["body"])
    assert json.loads(seen["body"]) == case.body
    assert seen["thread"] is not threading.main_thread()


def test_the_write_callable_and_close_are_honoured(case: Case) -> None:
    closed: list[bool] = []

    class Chunks:
        def __iter__(self) -> Iterator[bytes]:
            yield b"2]"

        def close(self) -> None:
            closed.append(True)

    def app(environ: dict[str, Any], start_response: Any) -> Chunks:
        start_response("200 OK", [])(b"[1,")
        return Chunks()

    assert ask(app, case).payload == [1, 2]
    assert closed == [True]


def test_an_error_page_may_replace_an_answer_that_has_not_begun(case: Case) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        try:
            raise ValueError  # noqa: TRY301 - as an application would
        except ValueError:
            start_response("500 Oops", [], sys.exc_info())
        return [b"{}"]

    exchange = ask(app, case)
    assert (exchange.status, exchange.failure) == (500, None)


def test_an_error_after_the_answer_has_begun_is_a_crash(case: Case) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])(b"[")
        try:
            raise ValueError("late")  # noqa: TRY301 - as an application would
        except ValueError:
            start_response("500 Oops", [], sys.exc_info())
        return [b"{}"]

    exchange = ask(app, case)
    assert exchange.failure is Failure.CRASH
    assert "ValueError: late" in exchange.detail


@pytest.mark.parametrize("error", [LookupError("gone"), StopIteration("gone"), SystemExit("gone")])
def test_an_exception_is_a_crash(case: Case, error: BaseException) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        raise error

    exchange = ask(app, case)
    assert exchange.failure is Failure.CRASH
    assert f"{type(error).__name__}: gone" in exchange.detail


def test_what_the_application_logs_is_kept(case: Case) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        environ["wsgi.errors"].write("Traceback: resolver broke")
        start_response("500 Oops", [])
        return [b"oops"]

    exchange = ask(app, case)
    assert (exchange.failure, exchange.detail) == (None, "Traceback: resolver broke")


def test_a_hanging_application_times_out_and_does_not_hold_up_others(case: Case) -> None:
    release = threading.Event()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/hang":
            release.wait(30)
        start_response("200 OK", [])
        return [b"{}"]

    async def run() -> list[Exchange]:
        client = WsgiClient(app, Settings(timeout=0.05, connections=1), Credentials({}))
        hung = [await client.send(probe_at("/hang")) for _ in range(3)]
        return [*hung, await client.send(probe_at("/"))]

    exchanges = asyncio.run(run())
    release.set()
    assert [exchange.failure for exchange in exchanges] == [Failure.TIMEOUT] * 3 + [None]


def test_a_thread_that_outlives_the_loop_ends_quietly(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    release = threading.Event()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        release.wait(30)
        start_response("200 OK", [])
        return [b"{}"]

    assert ask(app, case, Settings(timeout=0.02)).failure is Failure.TIMEOUT
    release.set()
    for thread in threading.enumerate():
        if thread.name == "querious-wsgi":
            thread.join(5)
    assert capsys.readouterr().err == ""


def test_a_hanging_application_does_not_keep_the_interpreter() -> None:
    code = """
import asyncio, time
from querious.execute.credentials import Credentials
from querious.execute.paths import PROBE
from querious.execute.paths import probe_at
from querious.execute.wsgi import WsgiClient
from querious.model import Settings
client = WsgiClient(lambda environ, start: time.sleep(60), Settings(timeout=0.05), Credentials({}))
print(asyncio.run(client.send(PROBE)).failure.name)
"""
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.strip() == "TIMEOUT"
    assert time.monotonic() - started < 20


def test_context_variables_reach_the_application(case: Case) -> None:
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="unset")

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [json.dumps(variable.get()).encode()]

    token = variable.set("set")
    assert ask(app, case).payload == "set"
    variable.reset(token)


def test_limits_hold(case: Case) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        for _ in range(100):
            yield b"x" * 100

    assert ask(app, case, Settings(max_answer=1000)).failure is Failure.TOO_LARGE
