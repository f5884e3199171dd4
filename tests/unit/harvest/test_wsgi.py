from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any
from wsgiref.util import FileWrapper, setup_testing_defaults

import pytest

from harvested import Kept, recorder_to
from querious.harvest.request_operations import LARGEST
from querious.harvest.wsgi import WsgiRecordingMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.harvest import Recorder

BODY = json.dumps({"query": "query Q { a }"}).encode()


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def recorder(kept: Kept) -> Iterator[Recorder]:
    made = recorder_to(kept)
    yield made
    made.close(5)


def environ(body: bytes = BODY, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/graphql",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        **more,
    }
    setup_testing_defaults(made)
    return made


class Started:
    """A server's ``start_response``."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def __call__(self, *given: Any) -> Any:
        self.calls.append(given)
        return self.write

    def write(self, data: bytes) -> None: ...


def reading(read: Callable[[Any], object], status: str = "200 OK", answer: Any = None) -> Any:
    def app(environ: dict[str, Any], start_response: Any) -> Any:
        read(environ["wsgi.input"])
        start_response(status, [("X", "y")])
        return [b"{}"] if answer is None else answer

    return app


READERS = {
    "at once": lambda stream: stream.read(),
    "with minus one": lambda stream: stream.read(-1),
    "by length": lambda stream: stream.read(len(BODY)),
    "in pieces": lambda stream: [stream.read(5) for _ in range(20)],
    "into a buffer": lambda stream: [stream.readinto(bytearray(9)) for _ in range(20)],
    "as it comes": lambda stream: [stream.read1(9) for _ in range(20)],
    "twice": lambda stream: (stream.read(), stream.seek(0), stream.read()),
    "by line": lambda stream: stream.readline(),
    "by lines": lambda stream: stream.readlines(),
    "as an iterator": list,
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_requests_are_recorded_however_they_are_read(kept: Kept, recorder: Recorder, read: Any) -> None:
    for length in (str(len(BODY)), ""):
        if length or read not in (READERS["by length"], READERS["by line"]):
            WsgiRecordingMiddleware(reading(read), recorder)(environ(CONTENT_LENGTH=length), Started())
    assert recorder.flush()
    assert (kept.only.document, set(kept.only.statuses)) == ("query Q{a}", {"200"})


def test_answers_and_calls_are_handed_on_as_they_are(kept: Kept, recorder: Recorder) -> None:
    for answer in ([b"{}"], (b"{", b"}"), [], FileWrapper(io.BytesIO(b"{}"))):
        started = Started()
        asked = environ(**{"wsgi.file_wrapper": FileWrapper})
        result = WsgiRecordingMiddleware(reading(lambda s: s.read(), answer=answer), recorder)(asked, started)
        assert result is answer
        assert started.calls == [("200 OK", [("X", "y")])]
    assert recorder.flush()
    assert kept.only.times_called == 4


def test_what_write_and_exc_info_are_for_still_works(recorder: Recorder) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> Any:
        environ["wsgi.input"].read()
        error = (ValueError, ValueError(), None)
        assert start_response("200 OK", []) == start_response("500 Oops", [], error)
        return []

    started = Started()
    WsgiRecordingMiddleware(app, recorder)(environ(), started)
    assert started.calls[1][2][0] is ValueError
    assert recorder.flush()


def test_an_answer_made_while_it_is_sent_is_not_waited_for(kept: Kept, recorder: Recorder) -> None:
    events: list[str] = []

    class Chunks:
        def __iter__(self) -> Iterator[bytes]:
            for chunk in (b'{"errors"', b": [1]}"):
                events.append("made")
                yield chunk

        def close(self) -> None:
            events.append("closed")

    result = WsgiRecordingMiddleware(reading(lambda s: s.read(), "400 No", Chunks()), recorder)(environ(), Started())
    assert events == []
    events.extend("sent" for _ in result)
    result.close()
    assert events == ["made", "sent", "made", "sent", "closed"]
    assert recorder.flush()
    assert kept.only.statuses == {"400": 1}


def test_errors_in_an_answer_of_one_piece_are_seen(kept: Kept, recorder: Recorder) -> None:
    for answer in ([b'{"errors": [1]}'], iter([b'{"errors": [1]}'])):
        list(WsgiRecordingMiddleware(reading(lambda s: s.read(), answer=answer), recorder)(environ(), Started()))
    assert recorder.flush()
    assert kept.only.statuses == {"errors": 2}


def test_an_application_may_begin_when_it_is_first_asked_for_a_piece(kept: Kept, recorder: Recorder) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        environ["wsgi.input"].read()
        start_response("201 Created", [])
        yield b"{}"

    assert list(WsgiRecordingMiddleware(app, recorder)(environ(), Started())) == [b"{}"]
    assert recorder.flush()
    assert kept.only.statuses == {"201": 1}


def test_an_answer_that_is_broken_off(kept: Kept, recorder: Recorder) -> None:
    def failing(environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        environ["wsgi.input"].read()
        yield b""
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(WsgiRecordingMiddleware(failing, recorder)(environ(), Started()))
    result = WsgiRecordingMiddleware(failing, recorder)(environ(), Started())
    next(iter(result))
    result.close()
    with pytest.raises(ZeroDivisionError):
        WsgiRecordingMiddleware(lambda env, _: env["wsgi.input"].read() and 1 / 0, recorder)(environ(), Started())
    assert recorder.flush()
    assert kept.only.statuses == {"500": 2, "499": 1}


def test_a_get_and_what_is_not_looked_at(kept: Kept, recorder: Recorder) -> None:
    seen: list[Any] = []

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.append(environ["wsgi.input"])
        start_response("200 OK", [])
        return [b""]

    watched = WsgiRecordingMiddleware(app, recorder, paths=["/graphql"])
    stream = io.BytesIO(BODY)
    for more in ({"PATH_INFO": "/other"}, {"REQUEST_METHOD": "TRACE"}, {"CONTENT_TYPE": "text/html"}):
        watched(environ(**{"wsgi.input": stream, **more}), Started())
        assert seen[-1] is stream
    watched(
        environ(REQUEST_METHOD="GET", QUERY_STRING="query=%7Ba%7D", SCRIPT_NAME="/graphql", PATH_INFO="/"), Started()
    )
    assert recorder.flush()
    assert (kept.only.document, recorder.seen) == ("{a}", 1)


def test_a_body_that_was_not_read_is_not_recorded_and_a_large_one_is_skipped(recorder: Recorder) -> None:
    WsgiRecordingMiddleware(reading(lambda s: s.read(5)), recorder)(environ(), Started())
    assert (recorder.seen, recorder.skipped) == (0, 0)
    WsgiRecordingMiddleware(reading(lambda s: s.read()), recorder)(environ(b" " * LARGEST + BODY), Started())
    assert (recorder.seen, recorder.skipped) == (0, 1)


def test_the_input_stream_is_otherwise_the_servers(recorder: Recorder) -> None:
    stream = io.BytesIO(BODY)
    WsgiRecordingMiddleware(reading(lambda s: s.seek(3)), recorder)(environ(**{"wsgi.input": stream}), Started())
    assert stream.tell() == 3


def test_failures_of_ours_do_not_reach_the_host(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("read", "begin", "answer"):
        monkeypatch.setattr(f"querious.harvest.watched_request.RequestWatch.{name}", lambda *_: 1 / 0)
    for answer in ([b"{}"], iter([b"{}"])):
        result = WsgiRecordingMiddleware(reading(lambda s: s.read(), answer=answer), recorder)(environ(), Started())
        assert b"".join(result) == b"{}"
    assert recorder.failed == 6


def test_rest_calls_are_recorded_and_pages_are_not(kept: Kept, recorder: Recorder) -> None:
    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        is_api = environ["PATH_INFO"].startswith("/books")
        if environ["REQUEST_METHOD"] == "PATCH":
            environ["wsgi.input"].read()
        start_response("200 OK", [("Content-Type", "application/json" if is_api else "text/html")])
        return [b'{"id": 7}']

    watched = WsgiRecordingMiddleware(app, recorder)
    for path, method in (("/books/7", "GET"), ("/page", "GET"), ("/books/7", "PATCH")):
        watched(environ(b'{"title": "A"}', REQUEST_METHOD=method, PATH_INFO=path), Started())
    assert recorder.flush()
    found = {one.document: one for one in kept.all}
    assert found.keys() == {"GET /books/{id}", "PATCH /books/{id}"}
    assert found["PATCH /books/{id}"].variables["body"] == {"title": "A"}
    assert found["GET /books/{id}"].shapes["200"].schema["required"] == ["id"]
