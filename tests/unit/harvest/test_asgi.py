from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from harvested import Kept, recorder_to
from querious.harvest import Recorder
from querious.harvest.asgi import AsgiRecordingMiddleware
from querious.harvest.notes import ReceivedRequest
from querious.harvest.request_operations import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator


BODY = json.dumps({"query": "query Q { a }"}).encode()


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def recorder(kept: Kept) -> Iterator[Recorder]:
    made = recorder_to(kept)
    yield made
    made.close(5)


def scope(
    path: str = "/graphql", method: str = "POST", query: bytes = b"", kind: str = "http", **headers: str
) -> dict[str, Any]:
    named = {"content-type": "application/json", **headers}
    return {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query,
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }


def call(app: Any, asked: dict[str, Any], *messages: Any) -> list[Any]:
    """What the application sends if it is sent these messages."""
    sent: list[Any] = []
    waiting = list(messages)

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(asked, receive, send))
    return sent


def request(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def answering(*chunks: bytes, status: int = 200) -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": status, "headers": []})
        for chunk in chunks[:-1]:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": chunks[-1]})

    return app


def test_requests_are_recorded_and_messages_are_handed_on_as_they_are(kept: Kept, recorder: Recorder) -> None:
    received: list[Any] = []
    answer = [
        {"type": "http.response.start", "status": 201, "headers": [(b"x", b"y")]},
        {"type": "http.response.body", "body": b"{}"},
    ]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        received.extend([await receive(), await receive()])
        for message in answer:
            await send(message)

    messages = [request(BODY[:9], more=True), request(BODY[9:])]
    sent = call(AsgiRecordingMiddleware(app, recorder), scope(), *messages)
    assert all(one is other for one, other in zip(received, messages, strict=True))
    assert all(one is other for one, other in zip(sent, answer, strict=True))
    assert recorder.flush()
    assert (kept.only.document, kept.only.statuses, kept.only.operation_name) == ("query Q{a}", {"201": 1}, "Q")
    assert 0 < kept.only.latency.total < 5


def test_errors_in_an_answer_of_one_piece_are_seen(kept: Kept, recorder: Recorder) -> None:
    answer = b'{"errors": [{"message": "no"}]}'
    call(AsgiRecordingMiddleware(answering(answer), recorder), scope(), request(BODY))
    call(AsgiRecordingMiddleware(answering(answer[:5], answer[5:]), recorder), scope(), request(BODY))
    assert recorder.flush()
    assert kept.only.statuses == {"errors": 1, "200": 1}


def test_a_get(kept: Kept, recorder: Recorder) -> None:
    app = AsgiRecordingMiddleware(answering(b"{}"), recorder)
    call(app, scope(method="GET", query=b"query=%7Ba%7D"), request(b""))
    call(app, scope(method="GET", query=b"page=1"), request(b""))
    assert recorder.flush()
    assert (kept.only.document, recorder.seen) == ("{a}", 1)


def test_chunks_are_sent_when_the_application_sends_them(recorder: Recorder) -> None:
    events: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for number in range(3):
            events.append(f"made {number}")
            await send({"type": "http.response.body", "body": b"x", "more_body": True})

    async def send(message: Any) -> None:
        events.append("sent")

    asyncio.run(AsgiRecordingMiddleware(app, recorder)(scope(), None, send))
    assert events == ["sent", "made 0", "sent", "made 1", "sent", "made 2", "sent"]


def test_websockets_other_paths_and_other_content_are_handed_on_untouched(recorder: Recorder) -> None:
    got: list[Any] = []

    async def app(*given: Any) -> None:
        got.append(given)

    async def receive() -> Any: ...
    async def send(message: Any) -> None: ...

    watched = AsgiRecordingMiddleware(app, recorder, paths=["/graphql/"])
    for asked in (
        {"type": "websocket", "path": "/graphql", "headers": []},
        scope("/other"),
        scope(method="TRACE"),
        scope(**{"content-type": "text/plain"}),
        {"type": "http"},
    ):
        asyncio.run(watched(asked, receive, send))
        assert got[-1][0] is asked
        assert got[-1][1:] == (receive, send)
    asyncio.run(watched(scope(), receive, send))
    assert got[-1][1] is not receive


def test_what_the_application_raises_is_recorded_and_raised(kept: Kept, recorder: Recorder) -> None:
    def raising(error: BaseException) -> Any:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            raise error

        return app

    for error in (ZeroDivisionError(), asyncio.CancelledError()):
        with pytest.raises(type(error)):
            call(AsgiRecordingMiddleware(raising(error), recorder), scope(), request(BODY))
    assert recorder.flush()
    assert kept.only.statuses == {"500": 1, "499": 1}


def test_a_body_that_nobody_read_to_its_end_is_not_recorded(recorder: Recorder) -> None:
    async def hasty(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 401, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    call(AsgiRecordingMiddleware(hasty, recorder), scope(), request(BODY, more=True))
    call(AsgiRecordingMiddleware(hasty, recorder), scope(), {"type": "http.disconnect"})
    assert recorder.seen == 0


def test_large_bodies_are_skipped_and_uploads_are_cut(kept: Kept, recorder: Recorder) -> None:
    app = AsgiRecordingMiddleware(answering(b"{}"), recorder)
    half = LARGEST // 2 + 1
    call(app, scope(), request(b" " * half, more=True), request(b" " * half, more=True), request(BODY))
    assert (recorder.skipped, recorder.seen) == (1, 0)
    upload = b'--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n' + BODY + b"\r\n--b\r\n"
    kind = {"content-type": "multipart/form-data; boundary=b"}
    call(
        app,
        scope(**kind),
        request(upload + b"\x00" * half, more=True),
        *[request(b"\x00" * half, more=True)] * 5,
        request(b""),
    )
    assert recorder.flush()
    assert kept.only.document == "query Q{a}"


def test_failures_of_ours_do_not_reach_the_host(
    kept: Kept, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("querious.harvest.watched_request.RequestWatch.read", lambda *_: 1 / 0)
    monkeypatch.setattr("querious.harvest.watched_request.RequestWatch.begin", lambda *_: 1 / 0)
    sent = call(AsgiRecordingMiddleware(answering(b"{}"), recorder), scope(), request(BODY))
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    monkeypatch.setattr("querious.harvest.watched_request.may_call", lambda *_: 1 / 0)
    assert call(AsgiRecordingMiddleware(answering(b"{}"), recorder), scope(), request(BODY))
    assert recorder.failed == 3


def test_the_lifespan_starts_the_thread_and_writes_what_is_left(kept: Kept, recorder: Recorder) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        assert recorder._thread is not None
        recorder.record(ReceivedRequest("GET", "", "", b""), 200, 0.1, 0.0)
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    sent = call(
        AsgiRecordingMiddleware(app, recorder),
        {"type": "lifespan"},
        {"type": "lifespan.startup"},
        {"type": "lifespan.shutdown"},
    )
    assert [message["type"] for message in sent] == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert (recorder.seen, recorder.ignored) == (1, 1)


def answering_json(text: bytes, status: int = 200, kind: bytes = b"application/json") -> Any:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] in {"POST", "PUT"}:
            await receive()
        await send({"type": "http.response.start", "status": status, "headers": [(b"Content-Type", kind)]})
        await send({"type": "http.response.body", "body": text})

    return app


def test_rest_calls_are_recorded_and_pages_are_not(kept: Kept, recorder: Recorder) -> None:
    call(AsgiRecordingMiddleware(answering_json(b'{"id": 7}'), recorder), scope("/books/7", "GET", b"x=1"))
    call(AsgiRecordingMiddleware(answering_json(b"{}", 201), recorder), scope("/books", "PUT"), request(b'{"a": 1}'))
    call(AsgiRecordingMiddleware(answering_json(b"<html>", kind=b"text/html"), recorder), scope("/books", "GET"))
    assert recorder.flush()
    assert {one.document: one.variables["path"] for one in kept.all} == {
        "GET /books/{id}": "/books/7?x=1", "PUT /books": "/books",
    }  # fmt: skip
    assert recorder.seen == 2


def test_rest_can_be_left_out_and_paths_can_be_beginnings(kept: Kept) -> None:
    recorder = Recorder(kept.open, rest=False)
    call(AsgiRecordingMiddleware(answering_json(b"{}"), recorder), scope("/api/books", "GET"))
    assert recorder.seen == 0
    recorder = recorder_to(kept)
    for path in ("/api/books", "/other"):
        call(AsgiRecordingMiddleware(answering_json(b"{}"), recorder, paths=["/api/*"]), scope(path, "GET"))
    assert recorder.close(5)
    assert kept.only.document == "GET /api/books"
