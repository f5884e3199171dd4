"""Flows as mitmproxy saves them (``mitmdump -w``), of any version that wrote typed netstrings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.harvest.compression import unpacked
from querious.harvest.importers.facts import moment_of, status_of
from querious.harvest.importers.operations import asked_by_socket, captured
from querious.harvest.importers.tnetstrings import value_of
from querious.harvest.notes import ReceivedRequest
from querious.harvest.request_operations import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.harvest.importers.operations import ImportedOperation


def flow_operations(netstring: bytes) -> Iterator[ImportedOperation]:
    """The operations of one flow; flows of anything but HTTP are not looked at."""
    flow = value_of(netstring)
    if _text(flow.get("type")) != "http":
        return
    request, response = flow.get("request") or {}, flow.get("response") or {}
    begin, end = request.get("timestamp_start"), response.get("timestamp_end")
    content_type, body = _content(request)
    sent = {_text(name).lower(): _text(value) for name, value in request.get("headers") or ()}
    answer_type, answer = _content(response)
    method, (path, _, query) = _text(request.get("method")).upper(), _text(request.get("path")).partition("?")
    yield from captured(
        ReceivedRequest(method, query, content_type, body, "" if flow.get("websocket") else path, sent),
        moment_of(begin),
        max(0.0, end - begin) if begin and end else None,
        status_of(response.get("status_code", response.get("code"))),
        answer,
        answer_type,
    )
    # Messages are lists: type, whether the client sent it, content, moment, and what newer versions add.
    for _, from_client, content, moment, *_ in (flow.get("websocket") or {}).get("messages") or ():
        if from_client:
            yield from asked_by_socket(content, moment_of(moment))


def _content(message: Mapping[str, Any]) -> tuple[str, bytes]:
    """The type of a body, and the body as it was before it was compressed."""
    headers = {_text(name).lower(): _text(value) for name, value in message.get("headers") or ()}
    body = unpacked(message.get("content") or b"", headers.get("content-encoding", ""), LARGEST + 1)
    return headers.get("content-type", ""), body


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value or "")
