"""Recording in a WSGI application: Flask, Django's WSGI, Pyramid, Bottle, Ariadne's WSGI app.

    app.wsgi_app = WsgiRecordingMiddleware(app.wsgi_app, recorder)    # Flask
    application = WsgiRecordingMiddleware(application, recorder)      # any other

What the application reads is copied while it is being read, and what it returns is handed on as it is: a list stays
that list, so that servers can set its length, and a file stays a file, so that they can send it their own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from querious.harvest.rest_calls import BODYLESS
from querious.harvest.watched_request import CRASHED, LEFT, Paths, RequestWatch, watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.harvest.recorder import Recorder

WsgiApp: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class WsgiRecordingMiddleware:
    """Hands every GraphQL request and REST call to the recorder.

    ``paths``: only these are watched, all if there are none; ``/api/*`` stands for all that begin so.
    """

    def __init__(self, app: WsgiApp, recorder: Recorder, *, paths: Iterable[str] = ()) -> None:
        self.app = app
        self._recorder = recorder
        self._paths = Paths(paths)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """See PEP 3333."""
        seen = self._watch(environ)
        if seen is None:
            return self.app(environ, start_response)
        watched: RequestWatch = seen

        def started(status: str, headers: Any, *rest: Any, **named: Any) -> Any:
            with self._recorder.harmless:
                told = next((value for name, value in headers if name.lower() == "content-type"), "")
                watched.begin(int(status[:3]), told)
            return start_response(status, headers, *rest, **named)

        with watched:
            result = self.app(environ, started)
        return self._answered(watched, environ, result)

    def _watch(self, environ: dict[str, Any]) -> RequestWatch | None:
        with self._recorder.harmless:
            path = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
            if path not in self._paths:
                return None
            method = environ["REQUEST_METHOD"]
            asked = environ.get("QUERY_STRING", ""), environ.get("CONTENT_TYPE") or ""
            seen = watch(self._recorder, method, *asked, path, partial(sent_headers, environ))
            if seen is not None and method not in BODYLESS:
                length = environ.get("CONTENT_LENGTH") or ""
                expected = int(length) if length.isdecimal() else None
                environ["wsgi.input"] = _Input(environ["wsgi.input"], seen, expected, self._recorder)
            return seen
        return None

    def _answered(self, seen: RequestWatch, environ: dict[str, Any], result: Iterable[bytes]) -> Iterable[bytes]:
        """The same answer; watched on its way if it is not yet complete."""
        with self._recorder.harmless:
            if isinstance(result, list | tuple):
                for chunk in result:
                    seen.answer(chunk)
            elif not _is_file(environ, result) and not hasattr(result, "__len__"):
                return _Answer(result, seen, self._recorder)
            seen.end(CRASHED)
        return result


def sent_headers(environ: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The headers of a request as CGI calls them; an underscore was a hyphen."""
    named = ((name[5:].replace("_", "-"), value) for name, value in environ.items() if name.startswith("HTTP_"))
    return [(name, value) for name, value in named if isinstance(value, str)]


def _is_file(environ: dict[str, Any], result: object) -> bool:
    wrapper = environ.get("wsgi.file_wrapper")
    return isinstance(wrapper, type) and isinstance(result, wrapper)


class _Input:
    """The server's input stream, watched while it is read."""

    def __init__(self, stream: Any, seen: RequestWatch, expected: int | None, recorder: Recorder) -> None:
        self._stream = stream
        self._seen = seen
        self._expected = expected
        self._recorder = recorder

    def read(self, *size: Any, **named: Any) -> bytes:
        return self._noted(self._stream.read(*size, **named), size)

    def readline(self, *size: Any, **named: Any) -> bytes:
        return self._noted(self._stream.readline(*size, **named), size)

    def readlines(self, *hint: Any, **named: Any) -> list[bytes]:
        lines: list[bytes] = self._stream.readlines(*hint, **named)
        self._noted(b"".join(lines), hint)
        return lines

    def __iter__(self) -> Iterator[bytes]:
        for line in self._stream:
            yield self._noted(line, (1,))
        self._noted(b"", ())

    def __getattr__(self, name: str) -> Any:
        """What servers have beyond PEP 3333; Werkzeug and Django read into a buffer where they can."""
        found = getattr(self._stream, name)
        if name in ("readinto", "readinto1"):
            return lambda buffer: self._read_into(found, buffer)
        if name == "read1":
            return lambda *size: self._noted(found(*size), size or (1,))
        return found

    def _read_into(self, read: Callable[[Any], int | None], buffer: Any) -> int | None:
        count = read(buffer)
        self._noted(bytes(memoryview(buffer)[: count or 0]), (len(buffer),))
        return count

    def _noted(self, chunk: bytes, size: tuple[Any, ...]) -> bytes:
        with self._recorder.harmless:
            self._seen.read(chunk)
            wanted_all = not size or size[0] is None or size[0] < 0
            at_end = wanted_all or (not chunk and size[0] > 0)
            if self._seen.size == self._expected or (self._expected is None and at_end):
                self._seen.read_all()
        return chunk


class _Answer:
    """An answer that is made while it is sent."""

    def __init__(self, result: Iterable[bytes], seen: RequestWatch, recorder: Recorder) -> None:
        self._result = result
        self._chunks = iter(result)
        self._seen = seen
        self._recorder = recorder

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            chunk = next(self._chunks)
        except Exception:  # also at its end
            self._seen.end(CRASHED)
            raise
        with self._recorder.harmless:
            self._seen.answer(chunk)
        return chunk

    def close(self) -> None:
        """Called by the server in any case, also if it did not ask for all of it."""
        try:
            close = getattr(self._result, "close", None)
            if close is not None:
                close()
        finally:
            self._seen.end(LEFT)
