"""What was asked, and how it went → recordings, with nothing secret in them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.harvest.normal_form import Normalised, normalise
from querious.harvest.request_operations import RequestedOperation, asked
from querious.harvest.rest_calls import answer_shapes, call_of, is_api_answer, redacted_call
from querious.model.recording import CALL, Latency, Recording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON
    from querious.text.redaction import Redaction

ANSWER: Final = 65_536
"""Bytes of an answer that are looked at for errors; of a larger one only the status is kept."""
ERRORS: Final = "errors"
"""The status of an answer that has errors in it although its own status says that all is well."""
_OVERHEAD: Final = 1_000


class ReceivedRequest(NamedTuple):
    """A request as a server got it."""

    method: str
    query_string: str | bytes
    content_type: str
    body: bytes
    path: str = ""
    """Empty where it is not known: then it can only be GraphQL."""
    headers: Mapping[str, str] = {}
    """Those that may be kept."""


class ObservedRequest(NamedTuple):
    """Something was asked and answered."""

    request: ReceivedRequest
    status: int | str
    seconds: float
    moment: float
    """When it was asked, in seconds since 1970."""
    answer: bytes
    answer_type: str = ""
    """The content type of the answer."""

    @property
    def weight(self) -> int:
        """Bytes that it keeps in memory, about."""
        return len(self.request.body) + len(self.request.query_string) + len(self.answer) + _OVERHEAD


class RedactedOperation(NamedTuple):
    """One operation as it may be kept: normalised, and without secrets."""

    document: str
    variables: dict[str, JSON]
    operation_name: str
    kind: str
    document_hash: str


def noted(observed: ObservedRequest, redaction: Redaction) -> list[Recording]:
    """One recording for each GraphQL operation, or the one of a REST call; none if it is neither."""
    operations = asked(*observed.request[:4])
    statuses = statuses_of(str(observed.status), observed.answer, len(operations))
    moment = datetime.fromtimestamp(observed.moment, UTC)
    latency = Latency(1, observed.seconds, observed.seconds)
    recordings = []
    for operation, status in zip(operations, statuses, strict=True):
        try:
            document, variables, name, kind, hashed = redacted(operation, redaction)
        except ValueError:  # no GraphQL
            continue
        recordings.append(
            Recording(document, variables, moment, moment, name, kind, hashed, 1, {status: 1}, latency),
        )
    return recordings or _noted_call(observed, redaction)


def _noted_call(observed: ObservedRequest, redaction: Redaction) -> list[Recording]:
    method, query, content_type, body, path, headers = observed.request
    status = str(observed.status)
    call = call_of(method, path, query, content_type, body, headers)
    if call is None or not is_api_answer(method, status, observed.answer_type):
        return []
    operation, variables = redacted_call(call, redaction)
    moment = datetime.fromtimestamp(observed.moment, UTC)
    latency = Latency(1, observed.seconds, observed.seconds)
    shapes = answer_shapes(status, observed.answer_type, observed.answer)
    return [
        Recording(operation, variables, moment, moment, operation, CALL, "", 1, {status: 1}, latency, shapes),
    ]


def redacted(operation: RequestedOperation, redaction: Redaction) -> RedactedOperation:
    """The operation normalised and redacted. ValueError for what is no GraphQL."""
    plain = Normalised("", operation.operation_name, "")
    if operation.document:
        plain = normalise(operation.document, operation.operation_name)
    document, variables = redaction.both(plain.document, operation.variables)
    # The hash of a text with a secret in it would let anybody guess the secret and check the guess.
    hashed = operation.document_hash if document == plain.document else ""
    return RedactedOperation(document, variables, plain.operation_name, plain.kind, hashed)


def statuses_of(status: str, answer: bytes, count: int) -> list[str]:
    """How each of so many operations was answered: those of a batch share a status, but not their errors."""
    answers: object = None
    if status.startswith("2") and b'"errors"' in answer:
        try:
            answers = json.loads(answer)
        except (ValueError, RecursionError):
            answers = None
    each = answers if isinstance(answers, list) else [answers]
    statuses = [ERRORS if isinstance(one, dict) and one.get("errors") else status for one in each[:count]]
    return statuses + [status] * (count - len(statuses))
