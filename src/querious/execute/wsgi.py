"""A WSGI application called in process, without a server."""

from __future__ import annotations

import asyncio
import contextvars
import copy
import io
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote_to_bytes

from querious.execute.payload import headers_of, path_below
from querious.execute.python_calls import HOST, AppResponse, exchange_of
from querious.model.request_body import encode

if TYPE_CHECKING:
    from types import TracebackType

    from querious.execute.credentials import Credentials
    from querious.model import Case, Exchange, Request, Settings

    _ExceptionInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]

WsgiApp: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_LOG: Final = 20_000
"""Characters of an application's error log that are kept for one request, from its end."""


class WsgiClient:
    """Sends below one path of an application, each request in a daemon thread of its own.

    Not a pool: a thread that hangs cannot be stopped. It would take a place in the pool for good, and the interpreter
    would wait for it at exit. Starting a thread takes a tenth of a millisecond, which is what a WSGI server pays too.
    """

    def __init__(self, app: WsgiApp, settings: Settings, credentials: Credentials, path: str = "") -> None:
        self._app = app
        self._settings = settings
        self._credentials = credentials
        self.path = path

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        environ = self._environ(case.request, self._credentials.of(case.identity).headers)
        response = AppResponse(self._settings.max_answer)

        async def call() -> None:
            await _in_thread(lambda: _serve(self._app, environ, response))

        return await exchange_of(case, response, call, self._settings.timeout)

    def at_root(self, credentials: Credentials) -> WsgiClient:
        """The same application, asked at any path and with other credentials; not to be closed."""
        other = copy.copy(self)
        other.path = ""
        other._credentials = credentials  # noqa: SLF001 - its own class
        return other

    async def close(self) -> None:
        """See ``Client``."""

    def _environ(self, request: Request, credentials: Mapping[str, str]) -> dict[str, Any]:
        """The request as PEP 3333 has it: text is bytes decoded as Latin-1."""
        path, _, query = path_below(self.path, request.path).partition("?")
        body = encode(request)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": request.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": HOST,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)) if request.has_body else "",
            "HTTP_HOST": HOST,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in headers_of(request, credentials).items():
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value.encode().decode("latin-1")
        return environ


def _serve(app: WsgiApp, environ: dict[str, Any], response: AppResponse) -> None:
    """Call the application and take its whole response."""

    def start_response(
        status: str, headers: list[tuple[str, str]], exc_info: _ExceptionInfo | None = None
    ) -> Callable[[bytes], None]:
        if exc_info is not None and response.size:
            raise exc_info[1].with_traceback(exc_info[2])
        response.start(int(status.split(" ", 1)[0]), headers)
        return response.add

    try:
        chunks = app(environ, start_response)
        try:
            for chunk in chunks:
                response.add(chunk)
        finally:
            close = getattr(chunks, "close", None)
            if close is not None:
                close()
    finally:
        response.detail = environ["wsgi.errors"].getvalue()[-_LOG:]


async def _in_thread(work: Callable[[], None]) -> None:
    """Do the work in a new daemon thread, with the context of the caller; raise what it raises."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    context = contextvars.copy_context()

    def settle(error: BaseException | None) -> None:
        if done.done():  # nobody waits any longer
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    def run() -> None:
        error: BaseException | None = None
        try:
            context.run(work)
        except BaseException as raised:  # noqa: BLE001 - a thread has nobody above it; the caller decides
            error = _carried(raised)
        try:
            loop.call_soon_threadsafe(settle, error)
        except RuntimeError:  # the loop was closed while the application hung
            return

    threading.Thread(target=run, name="querious-wsgi", daemon=True).start()
    await done


def _carried(error: BaseException) -> BaseException:
    """An exception that a future can hold: it cannot hold StopIteration, and must not stop the loop by SystemExit."""
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    carrier = RuntimeError(f"the application raised {type(error).__name__}")
    carrier.__cause__ = error
    return carrier
