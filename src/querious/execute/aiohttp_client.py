"""Requests over HTTP, by aiohttp, where pyreqwest cannot be installed. Why aiohttp: ``docs/decisions/http-client.md``.

It does on the wire what ``HttpClient`` does, and tells of it in the same words as far as anybody decides by them. What
aiohttp would do by itself is taken from it: it sends nothing twice, follows no redirects, keeps no cookies, reads no
``.netrc``, and takes proxies from nobody but us.
"""

from __future__ import annotations

import os
import re
from math import inf
from socket import gaierror
from time import perf_counter
from typing import TYPE_CHECKING, Final

import aiohttp
from aiohttp.http_exceptions import ContentEncodingError
from yarl import URL

from querious.execute.http_rules import IDLE, OF_A_SCHEMA, USER_AGENT
from querious.execute.payload import answered, headers_of, path_below
from querious.execute.proxies import proxy_for
from querious.execute.tls import tls_context
from querious.execute.url_paths import path_as_sent
from querious.model import Exchange, Failure
from querious.model.request_body import encode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aiohttp import ClientHandlerType, ClientRequest, ClientResponse

    from querious.execute.credentials import Credentials
    from querious.model import Case, Settings

_LONGEST_URL: Final = 65_534
"""Characters. pyreqwest sends none that is longer."""
_LONGEST_HEAD: Final = 400 * 1024
"""Bytes of the headers of an answer, as pyreqwest takes them; of aiohttp's own accord it were 8 KiB a line."""
_MOST_HEADERS: Final = 100
_ENCODINGS: Final = "gzip, deflate"
"""What the standard library can decode, on every system."""
_DECODED: Final = frozenset({"gzip", "deflate", "br", "zstd"})
_WITHOUT_BODY: Final = "HEAD"
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_PLAIN: Final = re.compile(rb"[\t\x20-\x7e]*")


class _LostError(aiohttp.ClientError):
    """A connection broke after it stood. Under its own name, aiohttp would send a GET, PUT or DELETE once more."""


class AiohttpClient:
    """Sends below one URL over kept connections; see ``HttpClient``, which it stands in for.

    Raises ValueError if the URL is not valid.
    """

    def __init__(self, url: str, settings: Settings, credentials: Credentials) -> None:
        address = URL(url, encoded=True)
        self._origin = str(URL(url).origin())
        self._path = address.raw_path_qs
        self._proxy = proxy_for(url, settings.proxy)
        self._tls = tls_context(settings) if _speaks_tls(url, self._proxy, settings) else True
        self._settings = settings
        self._credentials = credentials
        self._session: aiohttp.ClientSession | None = None
        self._retired: list[aiohttp.ClientSession] = []

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        request = case.request
        session = self._session
        if session is None:  # not before there is a loop, to which aiohttp ties its connections
            session = self._session = self._build_session()
        status = 0
        headers: dict[str, str] = {}
        limit = self._settings.max_answer * (OF_A_SCHEMA if case.number < 0 else 1)
        began = perf_counter()
        try:
            sent = session.request(
                request.method,
                _url(self._origin + path_as_sent(path_below(self._path, request.path))),
                headers=_checked(headers_of(request, self._credentials.of(case.identity).headers)),
                data=encode(request) if request.has_body else None,
                allow_redirects=False,
                proxy=self._proxy or None,
                timeout=self._timeout(request.timeout),
            )
            async with sent as response:
                status = response.status
                headers = _headers(response)
                body = await _read_body(response, headers, limit)
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            return self._failed(case, error, status, headers, began)
        return answered(case, status, headers, body, limit, began)

    async def close(self) -> None:
        """See ``Client``."""
        sessions = [session for session in (self._session, *self._retired) if session is not None]
        self._session = None
        self._retired = []
        for session in sessions:
            await session.close()

    def _build_session(self, *, keep: bool = True) -> aiohttp.ClientSession:
        """A session without cookies, redirects or second attempts; ``keep``: with connections that are used again."""
        connector = (
            aiohttp.TCPConnector(limit=0, ssl=self._tls, keepalive_timeout=IDLE)
            if keep
            else aiohttp.TCPConnector(limit=0, ssl=self._tls, force_close=True)
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"user-agent": USER_AGENT, "accept-encoding": _ENCODINGS},
            skip_auto_headers=("accept", "content-type"),
            middlewares=(_sent_as_it_is,),
            max_line_size=_LONGEST_HEAD,
            max_field_size=_LONGEST_HEAD,
            max_headers=_MOST_HEADERS,
        )

    def _timeout(self, seconds: float | None) -> aiohttp.ClientTimeout:
        """Not rounded up to whole seconds, which aiohttp does from five seconds on."""
        usual = self._settings.timeout
        return aiohttp.ClientTimeout(total=seconds or usual, sock_connect=usual / 2, ceil_threshold=inf)

    def _failed(self, case: Case, error: Exception, status: int, headers: dict[str, str], began: float) -> Exchange:
        failure = _failure_of(error)
        if failure is Failure.LOST and not status and not self._retired and self._session is not None:
            self._retired.append(self._session)
            self._session = self._build_session(keep=False)
        elapsed = perf_counter() - began
        detail = _detail_of(error)
        return Exchange(case, status, headers, elapsed=elapsed, failure=failure, detail=detail, began=began)


async def _sent_as_it_is(request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
    """Send once, and announce no body where there is none, not even that it is 0 long."""
    if "content-type" not in request.headers:
        request.headers.popall("content-length", None)
    try:
        return await handler(request)
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise _LostError(_words(error)) from error


def _speaks_tls(url: str, proxy: str, settings: Settings) -> bool:
    """Whether certificates matter, whose reading takes a while. Files that were named are looked into in any case."""
    return (
        url.startswith("https:")
        or proxy.startswith("https:")
        or bool(settings.ca or settings.cert or settings.cert_key)
    )


def _url(text: str) -> URL:
    if len(text) > _LONGEST_URL:
        raise ValueError("the URL is too long")
    return URL(text, encoded=True)


def _checked(headers: dict[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        if not _NAME.fullmatch(name):
            raise ValueError("a header has a name that HTTP does not allow")
        if _UNSENDABLE.search(value):
            raise ValueError("a header has a value with control characters")
    return headers


def _headers(response: ClientResponse) -> dict[str, str]:
    """Names in lower case; a repeated header is one with its values joined, as HTTP allows.

    What was decoded is no longer told to be encoded, nor how long it was then. A value that is not ASCII, which HTTP
    allows, is shown as pyreqwest shows it, which does not hand it over.
    """
    values: dict[str, list[bytes]] = {}
    for name, value in response.raw_headers:
        values.setdefault(name.decode("latin-1").lower(), []).append(value)
    headers = {name: _joined(those) for name, those in values.items()}
    if headers.get("content-encoding", "").lower() in _DECODED:
        del headers["content-encoding"]
        headers.pop("content-length", None)
    return headers


def _joined(values: Iterable[bytes]) -> str:
    whole = b", ".join(values)
    return whole.decode("ascii") if _PLAIN.fullmatch(whole) else "\N{REPLACEMENT CHARACTER}"


async def _read_body(response: ClientResponse, headers: dict[str, str], limit: int) -> bytes | None:
    """The whole body; None as soon as it is known to be larger than the limit."""
    announced = headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit and response.method != _WITHOUT_BODY:
        return None
    chunks: list[bytes] = []
    size = 0
    async for chunk in response.content.iter_any():
        size += len(chunk)
        if size > limit:
            return None
        chunks.append(chunk)
    return b"".join(chunks)


def _failure_of(error: Exception) -> Failure | None:
    """None where the answer came whole but cannot be decompressed: an answer, though no JSON."""
    if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError | aiohttp.ClientHttpProxyError):
        return Failure.UNREACHABLE
    if isinstance(error, ValueError):
        return Failure.UNSENDABLE
    if isinstance(error, TimeoutError):
        return Failure.TIMEOUT
    if isinstance(error, aiohttp.ClientPayloadError) and isinstance(error.__cause__, ContentEncodingError):
        return None
    return Failure.LOST


def _detail_of(error: Exception) -> str:
    """What happened, without the address, which may hold a secret and is known."""
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return f"the proxy refused the connection with status {error.status}"
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return str(error.certificate_error)
    if isinstance(error, aiohttp.ClientConnectorError):
        return _words(error.os_error)
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return "no connection in time"
    if isinstance(error, TimeoutError):
        return "no complete answer in time"
    return str(error.__cause__ or error) or type(error).__name__


def _words(error: Exception) -> str:
    """An error of the system in its own words: asyncio puts the address into them."""
    if isinstance(error, OSError) and not isinstance(error, gaierror) and (error.errno or 0) > 0:
        known = os.strerror(error.errno or 0)
        return known if not known.startswith("Unknown error") else str(error.strerror)
    if isinstance(error, OSError) and error.strerror:
        return str(error.strerror)
    return str(error) or type(error).__name__
