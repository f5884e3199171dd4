"""Requests over HTTP, by pyreqwest. Why pyreqwest: ``docs/decisions/http-client.md``.

What a failure means is read from the causes that reqwest gives, not from pyreqwest's exception classes: those also call
a connection that died after the request was sent a ``ConnectError``, and an answer that hangs a connect timeout.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta
from time import perf_counter
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pyreqwest.client import ClientBuilder
from pyreqwest.exceptions import BuilderError, DetailedPyreqwestError, PyreqwestError, RequestTimeoutError
from pyreqwest.http import Url
from pyreqwest.proxy import ProxyBuilder

from querious.errors import ConfigError
from querious.execute.http_rules import IDLE, OF_A_SCHEMA, USER_AGENT
from querious.execute.payload import answered, headers_of, path_below
from querious.execute.proxies import SOCKS, proxy_for
from querious.execute.tls import authorities_pem, identity_pem, tls_context
from querious.model import Exchange, Failure
from querious.model.request_body import encode

if TYPE_CHECKING:
    from types import FrameType

    import pyreqwest.client
    from pyreqwest.response import Response

    from querious.execute.credentials import Credentials
    from querious.model import Case, Settings

_CONNECTING: Final = "client error (Connect)"
"""What hyper calls every failure before a connection stood, so before anything of the request was sent."""
_BODY: Final = "request or response body error"
_READING: Final = "error reading a body from connection"
_WAKING: Final = "call_soon_threadsafe"
_LONGEST_WAKING: Final = 1.0
_LOOK: Final = 0.001
"""Seconds between two looks whether pyreqwest's thread has left Python."""


class HttpClient:
    """Sends below one URL over kept connections.

    Dot segments in a path, also percent-encoded ones, are resolved before sending: no key can be ``..``.

    A connection that dies before any of an answer came is LOST and never sent again: the request may have been
    processed. It may also just have met a server that hangs up on kept connections without saying so. From then
    on every request gets a connection of its own, where a loss has only one meaning.

    Raises ValueError if the URL is not valid.
    """

    def __init__(self, url: str, settings: Settings, credentials: Credentials) -> None:
        parts = urlsplit(str(Url(url)))
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        self._proxy = proxy_for(url, settings.proxy, SOCKS)
        self._settings = settings
        self._credentials = credentials
        self._client = self._build_client(settings.connections)
        self._retired: list[pyreqwest.client.Client] = []

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        request = case.request
        try:
            sent = self._client.request(request.method, self._origin + path_below(self._path, request.path))
            headers_sent = headers_of(request, self._credentials.of(case.identity).headers)
            # No bytes of the body are read ahead: what fails in the body must not hide the status.
            sent = sent.streamed_read_buffer_limit(0).headers(headers_sent)
        except ValueError:
            detail = "the method, the path or a header is not one that HTTP allows"
            return Exchange(case, failure=Failure.UNSENDABLE, detail=detail, began=perf_counter())
        if request.has_body:
            sent = sent.body_bytes(encode(request))
        if request.timeout is not None:
            sent = sent.timeout(timedelta(seconds=request.timeout))
        status = 0
        headers: dict[str, str] = {}
        limit = self._settings.max_answer * (OF_A_SCHEMA if case.number < 0 else 1)
        began = perf_counter()
        try:
            async with sent.build_streamed() as response:
                status = response.status
                headers = _response_headers(response)
                body = await _read_body(response, limit)
        except PyreqwestError as error:
            return self._failed(case, error, status, headers, began)
        return answered(case, status, headers, body, limit, began)

    async def close(self) -> None:
        """See ``Client``."""
        for client in (self._client, *self._retired):
            await client.close()
        await _let_go()

    def _build_client(self, keep: int) -> pyreqwest.client.Client:
        """A client without cookies, redirects or retries; ``keep`` idle connections are held at most."""
        settings = self._settings
        builder = (
            ClientBuilder()
            .user_agent(USER_AGENT)
            .follow_redirects(False)
            .referer(False)
            .timeout(timedelta(seconds=settings.timeout))
            .connect_timeout(timedelta(seconds=settings.timeout / 2))
            .pool_max_idle_per_host(keep)
            .pool_idle_timeout(timedelta(seconds=IDLE))
            .danger_accept_invalid_certs(settings.insecure)
        )
        builder = builder.proxy(ProxyBuilder.all(self._proxy)) if self._proxy else builder.no_proxy()
        return _with_certificates(builder, settings).build()

    def _failed(
        self, case: Case, error: PyreqwestError, status: int, headers: dict[str, str], began: float
    ) -> Exchange:
        causes = _causes_of(error)
        failure = _failure_of(error, causes, answered=bool(status))
        detail = _detail_of(error, causes)
        if failure is Failure.LOST and not status and not self._retired:
            self._retired.append(self._client)
            self._client = self._build_client(keep=0)
        elapsed = perf_counter() - began
        return Exchange(case, status, headers, elapsed=elapsed, failure=failure, detail=detail, began=began)


def _with_certificates(builder: ClientBuilder, settings: Settings) -> ClientBuilder:
    """The standard library looks into the files first, for it says what is wrong with them."""
    if not (settings.ca or settings.cert or settings.cert_key):
        return builder
    tls_context(settings)
    try:
        for authority in authorities_pem(settings):
            builder = builder.add_root_certificate_pem(authority)
        identity = identity_pem(settings)
        return builder.identity_pem(identity) if identity else builder
    except ValueError:
        raise ConfigError("pyreqwest cannot use these certificates: try --client aiohttp") from None


async def _let_go() -> None:
    """Wait until pyreqwest's thread, which woke our loop, has left Python.

    Before CPython 3.14 a thread that gave up the interpreter while it wrote the byte that wakes a loop, and asks for it
    back after the process began to end, is unwound through pyreqwest's code, which aborts the process. A loop that
    keeps hold of the interpreter while it is woken, as uvloop does, knows no such moment.
    """
    end = perf_counter() + _LONGEST_WAKING
    while _wakes() and perf_counter() < end:  # noqa: ASYNC110 - nothing tells when a thread leaves Python
        await asyncio.sleep(_LOOK)


def _wakes() -> bool:
    """Whether any thread is waking a loop right now."""
    return any(_is_waking(frame) for frame in sys._current_frames().values())  # noqa: SLF001 - documented


def _is_waking(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == _WAKING:
            return True
        frame = frame.f_back
    return False


def _detail_of(error: PyreqwestError, causes: list[str]) -> str:
    """The library's words, without those that say no more than that something failed."""
    return ": ".join(words for words in causes if not words.startswith("client error")) or error.message


def _response_headers(response: Response) -> dict[str, str]:
    """Names in lower case; a repeated header is one with its values joined, as HTTP allows."""
    found = response.headers
    try:
        if len(found) == found.keys_len():
            return dict(found)
        return {name: ", ".join(found.getall(name)) for name in found}
    except ValueError:  # a value that is not ASCII, which HTTP allows and pyreqwest does not hand over
        return {name: _readable(response, name) for name in found}


def _readable(response: Response, name: str) -> str:
    try:
        return ", ".join(response.get_header_all(name))
    except ValueError:
        return "\N{REPLACEMENT CHARACTER}"


async def _read_body(response: Response, limit: int) -> bytes | None:
    """The whole body; None as soon as it is known to be larger than the limit.

    A content length that reqwest still shows after decompression is the true one.
    """
    announced = response.get_header("content-length")
    if announced is not None and announced.isdecimal():
        return (await response.bytes()).to_bytes() if int(announced) <= limit else None
    chunks: list[bytes] = []
    size = 0
    while (chunk := await response.body_reader.read_chunk()) is not None:
        size += len(chunk)
        if size > limit:
            return None
        chunks.append(chunk.to_bytes())
    return b"".join(chunks)


def _causes_of(error: PyreqwestError) -> list[str]:
    """The words of the library from the outside in, without the one that only repeats the URL."""
    if not isinstance(error, DetailedPyreqwestError):
        return []
    causes = [cause["message"] for cause in error.details["causes"] or ()]
    return [words for words in causes if "for url (" not in words]


def _failure_of(error: PyreqwestError, causes: list[str], *, answered: bool) -> Failure | None:
    """None where the answer came whole but cannot be decompressed: an answer, though no JSON."""
    if _CONNECTING in causes:
        return Failure.UNREACHABLE
    if isinstance(error, BuilderError):
        return Failure.UNSENDABLE
    if isinstance(error, RequestTimeoutError):
        return Failure.TIMEOUT
    if answered and _BODY in causes and _READING not in causes:
        return None
    return Failure.LOST
