"""Flows as mitmproxy saves them (``mitmdump -w``), of any version that wrote typed netstrings."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from querious.harvest.compression import unpacked
from querious.harvest.importers.facts import moment_of, outcome, status_of
from querious.harvest.importers.found import ImportEntry
from querious.harvest.importers.requests import found_in_request, found_in_socket
from querious.harvest.importers.tnetstrings import BrokenTnetstringError, values
from querious.harvest.notes import ReceivedRequest
from querious.harvest.request_operations import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.harvest.importers.found import ImportedOperation


def read_flows(file: IO[bytes]) -> Iterator[ImportEntry]:
    """One entry per flow; flows of anything but HTTP are not looked at."""
    number = 0
    try:
        for number, flow in enumerate(values(file), 1):
            yield _entry(number, flow)
    except BrokenTnetstringError as error:
        yield ImportEntry(number + 1, bad=f"the file is broken here: {error}")


def _entry(number: int, flow: Any) -> ImportEntry:
    if isinstance(flow, ValueError):
        return ImportEntry(number, bad=str(flow))
    if not isinstance(flow, dict):
        return ImportEntry(number, bad="not a flow")
    if _text(flow.get("type")) != "http" or not isinstance(flow.get("request"), dict):
        return ImportEntry(number)
    try:
        return ImportEntry(number, [*_found(flow["request"], flow.get("response") or {}), *_sent_by_socket(flow)])
    except (ValueError, TypeError, AttributeError) as error:
        return ImportEntry(number, bad=f"not a flow that can be read: {str(error)[:100]}")


def _found(request: Mapping[str, Any], response: Mapping[str, Any]) -> Iterator[ImportedOperation]:
    begin, end = request.get("timestamp_start"), response.get("timestamp_end")
    seconds = max(0.0, end - begin) if isinstance(begin, int | float) and isinstance(end, int | float) else None
    headers = _headers(request)
    body = unpacked(request.get("content") or b"", headers.get("content-encoding", ""), LARGEST + 1)
    query = _text(request.get("path")).partition("?")[2]
    method, kind = _text(request.get("method")).upper(), headers.get("content-type", "")
    answer = unpacked(response.get("content") or b"", _headers(response).get("content-encoding", ""), LARGEST + 1)
    found = found_in_request(ReceivedRequest(method, query, kind, body), moment_of(begin), seconds)
    for place, one in enumerate(found):
        yield one._replace(
            statuses=outcome(status_of(response.get("status_code", response.get("code"))), answer, place)
        )


def _sent_by_socket(flow: Mapping[str, Any]) -> Iterator[ImportedOperation]:
    """Messages are lists: type, whether the client sent it, content, moment, and what newer versions add."""
    for message in (flow.get("websocket") or {}).get("messages") or ():
        _, from_client, content, moment, *_ = message
        if from_client and isinstance(content, bytes | str):
            yield from found_in_socket(content, moment_of(moment))


def _headers(message: Mapping[str, Any]) -> dict[str, str]:
    return {_text(name).lower(): _text(value) for name, value in message.get("headers") or ()}


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value or "")
