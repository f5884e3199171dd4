"""Applications in process, asked from synchronous code. HTTP is in the integration tests."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from graphql import build_schema

from querious.errors import ConfigError, TargetError
from querious.execute.bridge import LoopBlockedError, LoopThread, open_bridge
from querious.execute.paths import PROBE
from querious.model import Case, Exchange, Failure, Request, Settings, rest_case

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FAST = Settings(timeout=5)


async def asgi_echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with what it was asked; knows nothing of lifespans."""
    assert scope["type"] == "http"
    message = await receive()
    seen = {
        "method": scope["method"],
        "path": scope["path"],
        "query": scope["query_string"].decode(),
        "headers": {name.decode(): value.decode() for name, value in scope["headers"]},
        "body": message["body"].decode(),
    }
    await send({"type": "http.response.start", "status": 200, "headers": [(b"X-Seen", b"1")]})
    await send({"type": "http.response.body", "body": json.dumps(seen).encode()})


def wsgi_echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    headers = {name[5:].lower().replace("_", "-"): text for name, text in environ.items() if name.startswith("HTTP_")}
    if "CONTENT_TYPE" in environ:
        headers["content-type"] = environ["CONTENT_TYPE"]
    if environ["CONTENT_LENGTH"]:
        headers["content-length"] = environ["CONTENT_LENGTH"]
    seen = {
        "method": environ["REQUEST_METHOD"],
        "path": environ["PATH_INFO"].encode("latin-1").decode(),
        "query": environ["QUERY_STRING"],
        "headers": headers,
        "body": environ["wsgi.input"].read().decode(),
    }
    start_response("200 OK", [("X-Seen", "1")])
    return [json.dumps(seen).encode()]


def asked(target: object, *cases: Case, settings: Settings = FAST) -> list[Exchange]:
    with open_bridge(target, settings) as send:
        return [send(case) for case in cases]


@pytest.mark.parametrize("app", [asgi_echo, wsgi_echo])
def test_a_request_arrives_as_it_is_meant(app: object) -> None:
    settings = Settings(timeout=5, headers={"Authorization": "Bearer t", "X-Name": "n"})
    got, put, null = asked(
        app,
        rest_case(Request("GET", "/books/a%20b%C3%A9?page=2&q=%20")),
        rest_case(
            Request("PATCH", "/books/1", {"s": "\ud800 é"}, True, {"Content-Type": "application/merge-patch+json"})
        ),
        rest_case(Request("PUT", "/", None, True, {"If-Match": '"1"', "authorization": "mine"})),
        settings=settings,
    )
    assert (got.status, got.headers["x-seen"], got.is_json, got.failure) == (200, "1", True, None)
    assert (got.payload["method"], got.payload["path"]) == ("GET", "/books/a bé")
    assert (got.payload["query"], got.payload["body"]) == ("page=2&q=%20", "")
    assert got.payload["headers"] == {
        "host": "localhost",
        "accept": "application/json, */*;q=0.5",
        "authorization": "Bearer MASKED-authorization",
        "x-name": "n",
    }
    assert put.payload["headers"]["content-type"] == "application/merge-patch+json"
    assert put.payload["headers"]["content-length"] == str(len(put.payload["body"]))
    assert json.loads(put.payload["body"]) == {"s": "\ud800 é"}
    assert (null.payload["body"], null.payload["headers"]["if-match"]) == ("null", '"1"')
    assert null.payload["headers"]["authorization"] == "Bearer MASKED-authorization"
    assert got.began < got.ended <= put.began < put.ended <= null.began


async def raises(scope: Any, receive: Any, send: Any) -> None:
    raise LookupError("in the view")


async def raises_after_start(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    raise LookupError("in the view")


async def interrupts(scope: Any, receive: Any, send: Any) -> None:
    raise KeyboardInterrupt


async def exits(scope: Any, receive: Any, send: Any) -> None:
    raise SystemExit(3)


async def cancels(scope: Any, receive: Any, send: Any) -> None:
    raise asyncio.CancelledError


async def says_nothing(scope: Any, receive: Any, send: Any) -> None:
    return


async def hangs(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await asyncio.sleep(60)


def sends(*messages: dict[str, Any]) -> Callable[..., Any]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        for message in messages if scope["type"] == "http" else ():
            await send(message)

    return app


START = {"type": "http.response.start", "status": 200, "headers": []}
BODY = {"type": "http.response.body", "body": b"{}"}


def wsgi(status: Any = "200 OK", headers: Any = (), chunks: Any = (b"{}",)) -> Callable[..., Any]:
    def app(environ: Any, start_response: Any) -> Any:
        start_response(status, list(headers))
        return chunks

    return app


def wsgi_raises(environ: Any, start_response: Any) -> Any:
    raise SystemExit(3)


def wsgi_hangs(environ: Any, start_response: Any) -> Any:
    time.sleep(2)
    return []


@pytest.mark.parametrize(
    ("app", "failure"),
    [
        (raises, Failure.CRASH),
        (raises_after_start, Failure.CRASH),
        (interrupts, Failure.CRASH),
        (exits, Failure.CRASH),
        (cancels, Failure.CRASH),
        (says_nothing, Failure.LOST),
        (hangs, Failure.TIMEOUT),
        (sends({**START, "status": "200"}, BODY), Failure.CRASH),
        (sends({**START, "status": None}, BODY), Failure.CRASH),
        (sends({**START, "headers": [("a", "b")]}, BODY), Failure.CRASH),
        (sends({**START, "headers": [b"a"]}, BODY), Failure.CRASH),
        (sends({"type": "http.response.start"}), Failure.CRASH),
        (sends({}), Failure.CRASH),
        (sends(START, {**BODY, "body": "text"}), Failure.CRASH),
        (sends(START, {**BODY, "body": b"x" * 2000}), Failure.TOO_LARGE),
        (wsgi("abc"), Failure.CRASH),
        (wsgi(200), Failure.CRASH),
        (wsgi(headers=[("a", 1)]), Failure.CRASH),
        (wsgi(chunks="text"), Failure.CRASH),
        (wsgi(chunks=None), Failure.CRASH),
        (wsgi(chunks=[b"x" * 600, b"x" * 600]), Failure.TOO_LARGE),
        (wsgi_raises, Failure.CRASH),
        (wsgi_hangs, Failure.TIMEOUT),
    ],
)
def test_whatever_an_application_does_is_an_exchange_and_the_bridge_goes_on(app: object, failure: Failure) -> None:
    settings = Settings(timeout=0.2, max_answer=1000)
    replies = asked(app, rest_case(Request("GET", "/")), rest_case(Request("POST", "/", {}, True)), settings=settings)
    assert [reply.failure for reply in replies] == [failure] * 2
    assert all(reply.detail and not reply.is_json and reply.ended > reply.began for reply in replies)


def test_an_answer_that_is_nested_too_deeply_is_a_failure() -> None:
    (reply,) = asked(sends({**START, "status": 200}, {**BODY, "body": b"[" * 100_000}), rest_case(Request("GET", "/")))
    assert (reply.status, reply.is_json, reply.failure) == (200, False, Failure.TOO_DEEP)


@pytest.mark.parametrize("body", [b"", b"<html>", b"NaN", b"\xff", b"[" * 100])
def test_garbage_is_an_answer_that_is_no_json(body: bytes) -> None:
    (reply,) = asked(sends({**START, "status": 599}, {**BODY, "body": body}), rest_case(Request("GET", "/")))
    assert (reply.status, reply.body, reply.payload, reply.is_json, reply.failure) == (599, body, None, False, None)


def test_an_application_that_blocks_the_loop_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("querious.execute.bridge._PATIENCE", 0.05)
    monkeypatch.setattr("querious.execute.bridge._PING", 0.05)

    async def blocks(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            time.sleep(1)  # noqa: ASYNC251  # that is the fault

    started = time.monotonic()
    (reply,) = asked(blocks, rest_case(Request("GET", "/")), settings=Settings(timeout=0.1))
    assert (reply.failure, reply.detail) == (Failure.TIMEOUT, "no answer within 0.1 s, and the event loop is blocked")
    assert time.monotonic() - started < 4


def test_the_lifespan_is_run_in_the_loop_of_the_requests() -> None:
    events: list[object] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while (event := (await receive())["type"]) and events.append((event, asyncio.get_running_loop())) is None:
                scope["state"]["shop"] = "open"
                await send({"type": f"{event}.complete"})
                if event == "lifespan.shutdown":
                    return
        events.append((scope["state"]["shop"], asyncio.get_running_loop()))
        await send(START)
        await send(BODY)

    with open_bridge(app, FAST) as send:
        assert send(rest_case(Request("GET", "/"))).payload == {}
    assert [event for event, _ in events] == ["lifespan.startup", "open", "lifespan.shutdown"]
    assert len({loop for _, loop in events}) == 1


def test_a_lifespan_that_fails_is_an_error_of_the_user_and_leaves_no_thread() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no database"})

    with pytest.raises(TargetError, match="failed to start: no database"), open_bridge(app, FAST):
        pass
    assert not [thread for thread in threading.enumerate() if thread.name == "querious-bridge"]


def test_threads_send_at_once() -> None:
    arrived = 0
    all_here = asyncio.Event()

    async def meeting(scope: Any, receive: Any, send: Any) -> None:
        """Answer nobody before all eight have come."""
        nonlocal arrived
        if scope["type"] == "http":
            arrived += 1
            if arrived == 8:
                all_here.set()
            await all_here.wait()
            await send(START)
            await send(BODY)

    with open_bridge(meeting, Settings(timeout=30)) as send:
        replies: list[Exchange] = []
        threads = [
            threading.Thread(target=lambda: replies.append(send(rest_case(Request("GET", "/"))))) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [reply.status for reply in replies] == [200] * 8


def test_requests_keep_the_rate() -> None:
    with open_bridge(asgi_echo, Settings(timeout=5, rate=50)) as send:
        replies = [send(rest_case(Request("GET", "/"))) for _ in range(6)]
    assert replies[-1].began - replies[0].began >= 0.099


def test_credentials_are_renewed_when_they_are_refused() -> None:
    tokens = iter(("first", "second"))

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        good = environ.get("HTTP_AUTHORIZATION") == "second"
        start_response("200 OK" if good else "401 Unauthorized", [])
        return [b"{}"]

    settings = Settings(timeout=5, renew=lambda: {"Authorization": next(tokens)})
    first, second = asked(app, rest_case(Request("GET", "/")), rest_case(Request("GET", "/")), settings=settings)
    assert (first.status, second.status) == (200, 200)


def test_a_hook_that_fails_is_an_error_of_the_user() -> None:
    with (
        pytest.raises(ConfigError, match="KeyError"),
        open_bridge(asgi_echo, Settings(renew=lambda: {}["token"])) as send,
    ):
        send(rest_case(Request("GET", "/")))


def test_a_closed_bridge_says_so() -> None:
    with open_bridge(asgi_echo, FAST) as send:
        pass
    with pytest.raises(RuntimeError, match="closed"):
        send(rest_case(Request("GET", "/")))


def test_an_application_by_its_name_and_below_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "qx_bridged.py").write_text(
        "async def app(scope, receive, send):\n"
        "    assert scope['type'] == 'http'\n"
        "    await send({'type': 'http.response.start', 'status': 200, 'headers': []})\n"
        "    await send({'type': 'http.response.body', 'body': scope['path'].encode()})\n"
        "def create():\n    return app\n"
        "def broken():\n    raise LookupError('no settings')\n"
        "number = 7\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name, base, path in (
        ("qx_bridged:app", "", "/books"),
        ("qx_bridged:create", "", "/books"),
        ("qx_bridged:app/api/", "/api/", "/api/books"),
    ):
        with open_bridge(name, FAST) as send:
            assert send.target.url == base
            assert send.target.name.startswith(name.partition("/")[0])
            assert send(rest_case(Request("GET", "/books"))).body == path.encode()
    for name, words in (
        ("qx_bridged:broken", "calling qx_bridged:broken.. failed: LookupError: no settings"),
        (
            "qx_bridged:number",
            "qx_bridged:number is a int, which cannot be tested; name a URL, an ASGI or WSGI application",
        ),
        ("qx_bridged:ap", "did you mean app"),
    ):
        with pytest.raises(TargetError, match=words), open_bridge(name, FAST):
            pass
    sys.modules.pop("qx_bridged")


@pytest.mark.parametrize(
    "target", ["", "shop", "localhost:8000", "ftp://h/", "http://h:99999/", "http://%zz/", object(), 7, asyncio.Lock]
)
def test_what_is_no_target_is_an_error_of_the_user(target: object) -> None:
    with pytest.raises(TargetError) as caught, open_bridge(target, FAST):
        pass
    assert "\n" not in str(caught.value)


def test_nothing_is_sent_once_no_time_is_left() -> None:
    seen: list[Exchange] = []
    left = [10.0, 0.0]
    with open_bridge(asgi_echo, FAST, left=lambda: left.pop(0), observe=seen.append) as send:
        assert send(rest_case(Request("GET", "/"))).status == 200
        unsent = send(rest_case(Request("GET", "/")))
        assert (unsent.status, unsent.failure, unsent.elapsed) == (0, Failure.TIMEOUT, 0)
        assert unsent.detail == "not sent: the budget of the run is spent"
        assert (len(seen), send.target.sent()) == (1, 1)


def test_no_answer_is_waited_for_longer_than_there_is_time() -> None:
    with open_bridge(hangs, Settings(timeout=30), left=lambda: 0.1) as send:
        assert send.latency == 0
        exchange = send(rest_case(Request("GET", "/")))
        assert (exchange.failure, exchange.detail) == (Failure.TIMEOUT, "no answer within 0.1 s")
        assert 0.1 <= send.latency < 5


def test_a_schema_answers_graphql_alone() -> None:
    with open_bridge(build_schema("type Query { a: Int }"), FAST) as send:
        assert send(PROBE).payload == {"data": {"__typename": "Query"}}
        assert send(rest_case(Request("GET", "/openapi.json"))).status == 404


def test_the_usual_paths_are_tried_where_graphql_is_asked() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "http"
        found = scope["path"] == "/api/graphql"
        await send({**START, "status": 200 if found else 404})
        await send({**BODY, "body": b'{"data": {"__typename": "Query"}}' if found else b""})

    with open_bridge(app, FAST, graphql=True) as send:
        assert send.target.url == "/api/graphql"
        assert send(PROBE).status == 200


@pytest.fixture
def loop():
    thread = LoopThread()
    yield thread
    thread.stop()


async def answer(value: int, seconds: float = 0) -> int:
    await asyncio.sleep(seconds)
    return value


def test_work_is_done_for_many_threads_at_once(loop: LoopThread) -> None:
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda value=value: found.append(loop.run(answer(value, 0.05), 5)))
        for value in range(20)
    ]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(20))
    assert time.monotonic() - started < 0.9  # one after the other they would take a second


def test_what_the_work_raises_comes_out(loop: LoopThread) -> None:
    async def fail() -> None:
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        loop.run(fail(), 0.01)
    assert loop.run(answer(1), 1) == 1


def test_work_that_takes_longer_than_patience_is_waited_for_while_the_loop_turns(loop: LoopThread) -> None:
    assert loop.run(answer(1, 0.2), 0.02) == 1


def test_a_blocked_loop_is_noticed_and_can_be_left(loop: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("querious.execute.bridge._PING", 0.05)

    async def block() -> None:
        time.sleep(0.4)  # noqa: ASYNC251  # that is the fault

    with pytest.raises(LoopBlockedError):
        loop.run(block(), 0.02)
    assert loop.run(answer(2), 5) == 2


def test_what_interrupts_the_waiting_cancels_the_work(loop: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = threading.Event()

    async def hang() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    def interrupted(*_: object) -> bool:
        time.sleep(0.05)
        raise KeyboardInterrupt

    monkeypatch.setattr("querious.execute.bridge._done", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loop.run(hang(), 1)
    assert cancelled.wait(2)


def test_a_stopped_loop_does_no_more_work(loop: LoopThread) -> None:
    loop.stop()
    loop.stop()
    with pytest.raises(RuntimeError, match="closed"):
        loop.run(answer(1), 1)
