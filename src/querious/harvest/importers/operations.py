"""What the readers of all formats give: the operations of an entry of a file, with what is known of how they went."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.harvest.importers.facts import variables_of
from querious.harvest.notes import ANSWER, statuses_of
from querious.harvest.request_operations import LARGEST, asked, valid_name
from querious.harvest.rest_calls import answer_shapes, call_of, is_api_answer
from querious.model.recording import Latency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from querious.harvest.notes import ReceivedRequest
    from querious.harvest.rest_calls import RequestedCall
    from querious.model.recording import RecordedShape
    from querious.model.values import JSON

NO_LATENCY: Final = Latency()
_BEGINNINGS: Final = frozenset(("subscribe", "start"))
"""What graphql-ws, and the protocol before it, call the message that asks."""


class ImportedOperation(NamedTuple):
    """One operation as the file has it: not normalised, not redacted. It begins as a ``RequestedOperation`` does."""

    document: str
    document_hash: str = ""
    operation_name: str = ""
    variables: Mapping[str, JSON] = {}
    moment: datetime | None = None
    """When it was (first) asked; None if the file does not say."""
    until: datetime | None = None
    """When it was last asked, if it was asked more than once."""
    times_called: int = 1
    statuses: Mapping[str, int] = {}
    latency: Latency = NO_LATENCY
    call: RequestedCall | None = None
    """The REST call that it is instead; then there is no document."""
    shapes: Mapping[str, RecordedShape] = {}


def captured(
    request: ReceivedRequest,
    moment: datetime | None,
    seconds: float | None,
    status: int | None,
    answer: bytes,
    answer_type: str = "",
) -> Iterator[ImportedOperation]:
    """The operations of one request over HTTP, or the REST call that it makes."""
    operations = asked(*request[:4])
    if not operations and request.body.lstrip()[:1] in (b"{", b"["):
        operations = asked(*request._replace(content_type="application/json")[:4])  # some clients call it text
    latency = NO_LATENCY if seconds is None else Latency(1, seconds, seconds)
    statuses = statuses_of(str(status or ""), answer, len(operations))
    for operation, told in zip(operations, statuses, strict=True):
        counted = {told: 1} if told else {}
        yield ImportedOperation(*operation, moment=moment, statuses=counted, latency=latency)
    told = str(status or "")
    if not operations and is_api_answer(request.method, told, answer_type):
        method, query, content_type, body, path, headers = request
        call = call_of(method, path, query, content_type, body, headers)
        shapes = answer_shapes(told, answer_type, answer if len(answer) <= ANSWER else b"")
        if call is not None:
            yield called(call, moment, {told: 1}, latency)._replace(shapes=shapes)


def called(
    call: RequestedCall, moment: datetime | None, statuses: Mapping[str, int], latency: Latency
) -> ImportedOperation:
    """A REST call as a file has it."""
    return ImportedOperation("", moment=moment, statuses=statuses, latency=latency, call=call)


def asked_by_socket(text: str | bytes, moment: datetime | None) -> Iterator[ImportedOperation]:
    """The operation that a message over a websocket asks for."""
    message = _message(text)
    payload = message.get("payload") if isinstance(message, dict) and message.get("type") in _BEGINNINGS else None
    if isinstance(payload, dict) and isinstance(payload.get("query"), str):
        name, variables = valid_name(payload.get("operationName")), variables_of(payload.get("variables"))
        yield ImportedOperation(payload["query"], "", name, variables or {}, moment)


def _message(text: str | bytes) -> Any:
    try:
        return json.loads(text) if len(text) <= LARGEST else None
    except (ValueError, RecursionError):
        return None
