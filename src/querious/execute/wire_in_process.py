"""Requests to ASGI and WSGI applications in process, without a server."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from querious.execute.asgi import Call
from querious.execute.lifespan import Lifespan
from querious.execute.python_calls import HOST, Answer, exchange_of
from querious.execute.wire_transport import body_of, headers_of
from querious.execute.wsgi import environ_of, in_thread, serve
from querious.model import Exchange, Failure

if TYPE_CHECKING:
    from querious.execute.asgi import AsgiApp
    from querious.execute.credentials import Credentials
    from querious.execute.wsgi import WsgiApp
    from querious.model import Case, Request, Settings

_STARTUP: Final = 30.0
"""Seconds an application has at least to start and to stop; it may have databases to connect to."""


class AsgiSender:
    """Sends below a path of an application. ``start`` runs its lifespan, ``close`` ends it, both in the same loop."""

    def __init__(self, app: AsgiApp, path: str, settings: Settings, credentials: Credentials) -> None:
        self._app = _guarded(app)
        self._path = path
        self._settings = settings
        self._credentials = credentials
        self._lifespan = Lifespan(self._app, max(settings.timeout, _STARTUP))

    async def start(self) -> None:
        """Run the application's startup; a TargetError if it fails."""
        await self._lifespan.start()

    async def send(self, case: Case) -> Exchange:
        """See ``Sender``."""
        answer = Answer(self._settings.max_answer)
        call = Call(self._app, self._scope(case.request), body_of(case.request), answer)
        return await exchange_of(case, answer, call.run, self._settings.timeout)

    async def close(self) -> None:
        """See ``Sender``."""
        await self._lifespan.stop()

    def _scope(self, request: Request) -> dict[str, Any]:
        plain, _, query = below(self._path, request.path).partition("?")
        headers = {"host": HOST, **headers_of(request, self._credentials)}
        if request.has_body:
            headers["content-length"] = str(len(body_of(request)))
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": "http",
            "path": unquote(plain),
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 50000),
            "server": (HOST, 80),
            "state": self._lifespan.state.copy(),
        }


class WsgiSender:
    """Sends below a path of an application, each request in a daemon thread of its own, as ``WsgiClient`` does."""

    def __init__(self, app: WsgiApp, path: str, settings: Settings, credentials: Credentials) -> None:
        self._app = app
        self._path = path
        self._settings = settings
        self._credentials = credentials

    async def start(self) -> None:
        """Nothing: WSGI has no lifespan."""

    async def send(self, case: Case) -> Exchange:
        """See ``Sender``."""
        request = case.request
        body = body_of(request)
        environ = environ_of(below(self._path, request.path), body, headers_of(request, self._credentials))
        environ["REQUEST_METHOD"] = request.method
        if not request.has_body:
            environ.pop("CONTENT_TYPE", None)
            environ["CONTENT_LENGTH"] = ""
        answer = Answer(self._settings.max_answer)

        async def run() -> None:
            await in_thread(lambda: serve(self._app, environ, answer))

        return await exchange_of(case, answer, run, self._settings.timeout)

    async def close(self) -> None:
        """See ``Sender``."""


def below(base: str, path: str) -> str:
    """The path below that of the application; an empty one is the application's own."""
    if path.startswith("/"):
        return f"{base.rstrip('/')}{path}"
    return f"{base or '/'}{path}"


def blocked(case: Case, seconds: float) -> Exchange:
    """The answer of an application that neither answers nor lets anything else run."""
    now = perf_counter()
    detail = f"no answer within {seconds:g} s, and the event loop is blocked"
    return Exchange(case, elapsed=seconds, failure=Failure.TIMEOUT, detail=detail, began=now - seconds)


def _guarded(app: AsgiApp) -> AsgiApp:
    """The application, whose KeyboardInterrupt is its own: nobody's Ctrl-C comes here, and it would stop the loop."""

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        try:
            await app(scope, receive, send)
        except KeyboardInterrupt as error:
            raise RuntimeError("the application raised KeyboardInterrupt") from error

    return guarded
