"""Requests over HTTP, by pyreqwest, with the failures told apart as ``querious.execute.http`` does for cases."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from pyreqwest.exceptions import PyreqwestError
from pyreqwest.http import Url

from querious.execute.http import SETTLING, answered_headers, build_client, causes_of, failure_of, read_body, told
from querious.execute.payload import decode
from querious.execute.wire_transport import body_of, headers_of
from querious.model import Exchange, Failure

if TYPE_CHECKING:
    import pyreqwest.client

    from querious.execute.credentials import Credentials
    from querious.model import Case, Settings


class HttpSender:
    """Sends below one URL over kept connections; those are given up after the first loss, as ``HttpClient`` says why.

    Dot segments in a path, also percent-encoded ones, are resolved before sending: no key can be ``..``.
    A ValueError says that the URL is none.
    """

    def __init__(self, url: str, settings: Settings, credentials: Credentials) -> None:
        self._url = str(Url(url))
        self._settings = settings
        self._credentials = credentials
        self._client = build_client(Url(url), settings, settings.connections, {})
        self._retired: list[pyreqwest.client.Client] = []

    async def send(self, case: Case) -> Exchange:
        """See ``Sender``."""
        request = case.request
        asked = self._client.request(request.method, joined(self._url, request.path))
        asked = asked.streamed_read_buffer_limit(0).headers(headers_of(request, self._credentials))
        if request.has_body:
            asked = asked.body_bytes(body_of(request))
        if request.timeout is not None:
            asked = asked.timeout(timedelta(seconds=request.timeout))
        status = 0
        headers: dict[str, str] = {}
        began = perf_counter()
        try:
            async with asked.build_streamed() as response:
                status = response.status
                headers = answered_headers(response)
                body = await read_body(response, self._settings.max_answer)
        except PyreqwestError as error:
            failure, detail = self._failed(error, answered=bool(status))
            elapsed = perf_counter() - began
            return Exchange(case, status, headers, elapsed=elapsed, failure=failure, detail=detail, began=began)
        elapsed = perf_counter() - began
        if body is None:
            detail = f"more than {self._settings.max_answer:,} bytes"
            failure = Failure.TOO_LARGE
            return Exchange(case, status, headers, elapsed=elapsed, failure=failure, detail=detail, began=began)
        payload, is_json, failure = decode(body)
        return Exchange(case, status, headers, body, payload, is_json, elapsed, failure, began=began)

    async def close(self) -> None:
        """See ``Sender``."""
        for client in (self._client, *self._retired):
            await client.close()
        await asyncio.sleep(SETTLING)

    def _failed(self, error: PyreqwestError, *, answered: bool) -> tuple[Failure | None, str]:
        causes = causes_of(error)
        failure = failure_of(error, causes, answered=answered)
        if failure is Failure.LOST and not answered and not self._retired:
            self._retired.append(self._client)
            self._client = build_client(Url(self._url), self._settings, 0, {})
        return failure, told(error, causes)


def joined(url: str, path: str) -> str:
    """The path below the URL, whose own path and query are kept: a query may hold a key that is always needed."""
    base = urlsplit(url)
    plain, _, query = path.partition("?")
    queries = "&".join(part for part in (query, base.query) if part)
    whole = f"{base.path.rstrip('/')}{plain}" if plain else base.path
    return urlunsplit((base.scheme, base.netloc, whole, queries, ""))
