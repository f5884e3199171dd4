"""HAR 1.2, as browsers and proxies export it: entries of any number, one at a time."""

from __future__ import annotations

import base64
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from querious.harvest.importers.facts import moment_of, seconds_of, status_of
from querious.harvest.importers.json_stream import JsonScanner, read_value
from querious.harvest.importers.operations import asked_by_socket, captured
from querious.harvest.notes import ReceivedRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.harvest.importers.operations import ImportedOperation


def har_entries(file: IO[bytes]) -> Iterator[str]:
    """The text of each entry."""
    scanner = JsonScanner(file)
    for _ in scanner.values_of("log"):
        for _ in scanner.values_of("entries"):
            yield from scanner.items()


def har_operations(text: str) -> Iterator[ImportedOperation]:
    """The operations of one entry."""
    entry = read_value(text)
    request, response = entry["request"], entry.get("response") or {}
    content_type, body = _sent(request.get("postData") or {})
    address, content = urlsplit(request["url"]), response.get("content") or {}
    path = "" if address.scheme.startswith("ws") else address.path or "/"
    yield from captured(
        ReceivedRequest(request["method"], address.query, content_type, body, path, _headers(request)),
        moment_of(entry.get("startedDateTime")),
        seconds_of(entry.get("time"), 1e-3),
        status_of(response.get("status")),
        _content(content),
        str(content.get("mimeType") or "") if content.get("size") != 0 else "",
    )
    for message in entry.get("_webSocketMessages") or ():  # Chrome adds what went over a websocket
        if message.get("type") == "send":
            yield from asked_by_socket(message.get("data") or "", moment_of(message.get("time")))


def _headers(request: Mapping[str, Any]) -> dict[str, str]:
    return {str(one["name"]).lower(): str(one.get("value") or "") for one in request.get("headers") or ()}


def _sent(posted: Mapping[str, Any]) -> tuple[str, bytes]:
    """The type and the bytes of what was sent; a form may be there only in its parts."""
    content_type = str(posted.get("mimeType") or "")
    content = _content(posted)
    if content:
        return content_type, content
    parts = {str(part["name"]): str(part.get("value") or "") for part in posted.get("params") or ()}
    if content_type.startswith("multipart/") and "operations" in parts:
        return "application/json", parts["operations"].encode("utf-8", "replace")
    return content_type, urlencode(parts, errors="replace").encode()


def _content(body: Mapping[str, Any]) -> bytes:
    text = body.get("text") or ""
    is_encoded = "base64" in (body.get("encoding"), body.get("_encoding"))
    return base64.b64decode(text) if is_encoded else str(text).encode("utf-8", "replace")
