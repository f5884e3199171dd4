"""A reverse proxy before any GraphQL server: bytes pass unchanged in both directions, and what was asked is told.

    async with Proxy(upstream, tell).serving("127.0.0.1", 8600):
        ...

Standard library only. Whoever wants the fastest event loop runs it on one.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from querious.harvest.named_headers import NO_HEADERS
from querious.harvest.proxy_connection import ProxyConnection
from querious.harvest.proxy_exchange import ProxiedRequest, ProxyExchange
from querious.harvest.request_operations import LARGEST, may_ask
from querious.harvest.rest_calls import is_api_answer, may_call
from querious.harvest.watched_request import Paths

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from querious.harvest.named_headers import NamedHeaders
    from querious.harvest.proxy_heads import RequestHead

__all__ = ["ProxiedRequest", "Proxy", "Upstream", "read_listen", "read_upstream"]

_ALL_KEPT: Final = 64 * LARGEST
"""Bytes of bodies that are kept to be told, of all requests under way together; of one request ``LARGEST``.

What is longer flows through all the same, but only its beginning is kept.
"""
_MOST_CONNECTIONS: Final = 2000
_BACKLOG: Final = 1024
_OTHER_FILES: Final = 100
"""Files that the process has open besides connections, at most."""
_GRACE_SECONDS: Final = 5.0
"""How long requests under way may go on when the proxy stops."""
_PORTS: Final = {"http": 80, "https": 443}
_LARGEST_PORT: Final = 65535


@dataclass(frozen=True, slots=True)
class Upstream:
    """Where requests go."""

    host: str
    port: int
    tls: bool = False
    verified: bool = True
    """Whether the server must prove who it is."""
    path: str = ""
    """What the user wrote after the host. Requests keep their own paths."""

    @property
    def authority(self) -> str:
        """As a Host header names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS["https" if self.tls else "http"] else f"{host}:{self.port}"

    def context(self) -> ssl.SSLContext | None:
        """How TLS is spoken, if it is."""
        if not self.tls:
            return None
        context = ssl.create_default_context()
        context.set_alpn_protocols(["http/1.1"])
        if not self.verified:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context


def read_upstream(url: str, *, verified: bool = True) -> Upstream:
    """Read a URL; a ValueError says in one line what is wrong with it, without any secret that is in it."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise ValueError("is not a URL; write it as http://host:port") from None
    if parts.username is not None or parts.password is not None:
        raise ValueError("must not hold a user or password: clients send their own credentials through the proxy")
    if parts.scheme not in _PORTS or not parts.hostname or port == 0:
        raise ValueError("is not an http:// or https:// URL; write it as http://host:port")
    if parts.query or parts.fragment:
        raise ValueError("must not hold a query: requests keep their own")
    try:
        host = parts.hostname.encode("idna").decode("ascii") if not parts.hostname.isascii() else parts.hostname
    except UnicodeError:
        raise ValueError("names a host that cannot exist") from None
    if re.search(r"[\s\\]", host):
        raise ValueError("names a host that cannot exist")
    path = parts.path.rstrip("/")
    return Upstream(host, port or _PORTS[parts.scheme], parts.scheme == "https", verified, path)


def read_listen(text: str) -> tuple[str, int]:
    """Read ``HOST:PORT``, ``:PORT`` or ``PORT``; without a host only this machine is served."""
    host, _, port = text.strip().rpartition(":")
    if not (port.isascii() and port.isdigit()) or int(port) > _LARGEST_PORT:
        raise ValueError("must be HOST:PORT, such as 127.0.0.1:8600")
    return host.strip("[]") or "127.0.0.1", int(port)


class Proxy:
    """Serves until its block ends; ``tell`` is called on the event loop for each request that may be recorded."""

    def __init__(
        self,
        upstream: Upstream,
        tell: Callable[[ProxiedRequest], None],
        *,
        paths: Iterable[str] = (),
        keep_host: bool = False,
        rest: bool = True,
        named: NamedHeaders = NO_HEADERS,
    ) -> None:
        self.upstream = upstream
        self.host = b"" if keep_host else upstream.authority.encode("ascii")
        self.requests = 0
        """All that were passed on, recorded or not."""
        self.seen = 0
        """Those that ``tell`` was called with."""
        self.failed = 0
        """Those that ``tell`` raised an exception for."""
        self._tell = tell
        self._paths = Paths(paths)
        self._rest = rest
        self._named = named
        self._context = upstream.context()
        self._connections: set[ProxyConnection] = set()
        self._most = min(_MOST_CONNECTIONS, (_open_files() - _OTHER_FILES) // 2)
        self._room = _ALL_KEPT
        self._empty = asyncio.Event()

    @contextlib.asynccontextmanager
    async def serving(self, host: str, port: int) -> AsyncIterator[int]:
        """Listen here, port 0 for a free one; gives the port. At the end requests under way get a few seconds."""
        server = await asyncio.get_running_loop().create_server(self._accept, host, port, backlog=_BACKLOG)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            await self._stop()

    async def connect(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Call the upstream."""
        await asyncio.get_running_loop().create_connection(
            protocol,
            self.upstream.host,
            self.upstream.port,
            ssl=self._context,
            server_hostname=self.upstream.host if self._context is not None else None,
        )

    def begin(self, head: RequestHead) -> ProxyExchange:
        """A request is passed on."""
        self.requests += 1
        if not self._is_wanted(head):
            return ProxyExchange(head)
        room = min(self._room, LARGEST if head.chunked else min(head.length, LARGEST))
        self._room -= room
        return ProxyExchange(head, room)

    def over(self, exchange: ProxyExchange, *, answered: bool) -> None:
        """A request is over: tell of it. What is told must not hurt who asked, so every exception ends here."""
        self._room += exchange.room or 0
        seen = exchange.over(answered=answered, named=self._named)
        if seen is None or _is_of_a_page(seen):
            return
        self.seen += 1
        try:
            self._tell(seen)
        except Exception:  # noqa: BLE001 - counted, and shown at the end
            self.failed += 1

    def forget(self, connection: ProxyConnection) -> None:
        """A connection is over."""
        self._connections.discard(connection)
        if not self._connections:
            self._empty.set()

    def _accept(self) -> ProxyConnection:
        connection = ProxyConnection(self, crowded=len(self._connections) >= self._most)
        self._connections.add(connection)
        self._empty.clear()
        return connection

    def _is_wanted(self, head: RequestHead) -> bool:
        if head.path not in self._paths:
            return False
        is_asking = may_ask(head.method, head.query, head.content_type)
        return is_asking or (self._rest and may_call(head.method, head.path, head.content_type))

    async def _stop(self) -> None:
        for connection in [*self._connections]:
            connection.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_SECONDS):
                await self._all_gone()
        for connection in [*self._connections]:
            connection.cut()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._all_gone()

    async def _all_gone(self) -> None:
        if self._connections:
            await self._empty.wait()


def _is_of_a_page(seen: ProxiedRequest) -> bool:
    """Whether it was asked for a web page or a file, so that nobody wants to be told of it."""
    is_asking = may_ask(seen.method, seen.query, seen.content_type)
    return not is_asking and not is_api_answer(seen.method, str(seen.status), seen.answer_type)


def _open_files() -> int:
    """How many files this process may have open."""
    try:
        import resource  # noqa: PLC0415 - there is none for Windows
    except ImportError:
        return 2 * _MOST_CONNECTIONS + _OTHER_FILES
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit
