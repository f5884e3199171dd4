"""HAR 1.2, as browsers and proxies export it: entries of any number, one at a time."""

from __future__ import annotations

import base64
import json
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from querious.harvest.importers.facts import moment_of, outcome, seconds_of, status_of
from querious.harvest.importers.found import ImportEntry
from querious.harvest.importers.json_stream import BrokenJsonError, JsonScanner
from querious.harvest.importers.requests import found_in_request, found_in_socket
from querious.harvest.notes import ReceivedRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.harvest.importers.found import ImportedOperation


def read_har(file: IO[bytes]) -> Iterator[ImportEntry]:
    """One entry per request."""
    scanner = JsonScanner(file)
    number = 0
    try:
        for text in _texts(scanner):
            number += 1
            yield ImportEntry(number, bad="too large") if text is None else _entry(number, text)
    except BrokenJsonError as error:
        yield ImportEntry(number + 1, bad=f"the file is broken here: {error}")


def _texts(scanner: JsonScanner) -> Iterator[str | None]:
    for key in scanner.keys():  # noqa: SIM118 - a walk, not a dict
        if key != "log" or scanner.peek() != "{":
            scanner.skip()
            continue
        for inner in scanner.keys():  # noqa: SIM118 - likewise
            if inner == "entries" and scanner.peek() == "[":
                yield from scanner.items()
            else:
                scanner.skip()


def _entry(number: int, text: str) -> ImportEntry:
    try:
        content = json.loads(text, strict=False)
        return ImportEntry(number, [*_found(content), *_sent_by_socket(content)])
    except RecursionError:
        return ImportEntry(number, bad="nested too deeply")
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        return ImportEntry(number, bad=f"not an entry of HAR: {' '.join(str(error).split())[:100]}")


def _found(content: Mapping[str, Any]) -> Iterator[ImportedOperation]:
    request, response = content["request"], content.get("response") or {}
    kind, body = _body(request.get("postData") or {})
    moment, seconds = moment_of(content.get("startedDateTime")), seconds_of(content.get("time"), 1e-3)
    answer = response.get("content") or {}
    text = answer.get("text")
    if isinstance(text, str) and answer.get("encoding") == "base64":
        text = base64.b64decode(text)
    found = found_in_request(
        ReceivedRequest(request["method"], urlsplit(request["url"]).query, kind, body), moment, seconds
    )
    for place, one in enumerate(found):
        yield one._replace(statuses=outcome(status_of(response.get("status")), text, place))


def _body(sent: Mapping[str, Any]) -> tuple[str, bytes]:
    """The type and the bytes of what was sent; a form may be there only in its parts."""
    kind, text = str(sent.get("mimeType") or ""), sent.get("text")
    if isinstance(text, str) and text:
        encoded = sent.get("encoding") == "base64" or sent.get("_encoding") == "base64"
        return kind, base64.b64decode(text) if encoded else text.encode("utf-8", "replace")
    parts = {str(part["name"]): str(part.get("value") or "") for part in sent.get("params") or ()}
    if kind.startswith("multipart/") and "operations" in parts:
        return "application/json", parts["operations"].encode("utf-8", "replace")
    return kind, urlencode(parts, errors="replace").encode()


def _sent_by_socket(content: Mapping[str, Any]) -> Iterator[ImportedOperation]:
    """Chrome adds what went over a websocket."""
    for message in content.get("_webSocketMessages") or ():
        if message.get("type") == "send" and isinstance(message.get("data"), str):
            yield from found_in_socket(message["data"], moment_of(message.get("time")))
