"""Captured requests → the operations in them, with what the capture knows of how they went."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.harvest.importers.facts import variables_of
from querious.harvest.importers.found import NO_LATENCY, ImportedOperation
from querious.harvest.request_operations import LARGEST, asked
from querious.model.recording import Latency

if TYPE_CHECKING:
    from datetime import datetime

    from querious.harvest.notes import ReceivedRequest

_BEGINNINGS: Final = frozenset(("subscribe", "start"))
"""What graphql-ws, and the protocol before it, call the message that asks."""


def found_in_request(
    request: ReceivedRequest, moment: datetime | None, seconds: float | None
) -> list[ImportedOperation]:
    """The operations of one request over HTTP."""
    operations = asked(*request)
    if not operations and request.method == "POST" and request.body.lstrip()[:1] in (b"{", b"["):
        operations = asked(*request._replace(content_type="application/json"))  # some clients call it text
    latency = NO_LATENCY if seconds is None else Latency(1, seconds, seconds)
    return [
        ImportedOperation(
            one.document, one.variables, moment, None, one.operation_name, one.document_hash, latency=latency
        )
        for one in operations
    ]


def found_in_socket(text: str | bytes, moment: datetime | None) -> list[ImportedOperation]:
    """The operation that a message over a websocket asks for."""
    if len(text) > LARGEST:
        return []
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return []
    payload = message.get("payload") if isinstance(message, dict) and message.get("type") in _BEGINNINGS else None
    if not isinstance(payload, dict) or not isinstance(payload.get("query"), str):
        return []
    name = payload.get("operationName")
    variables = variables_of(payload.get("variables"))
    return [ImportedOperation(payload["query"], variables or {}, moment, None, name if isinstance(name, str) else "")]
