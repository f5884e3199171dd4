"""What was asked, and how it went → recordings, with nothing secret in them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.harvest.normal_form import Normalised, normalise
from querious.harvest.request_operations import RequestedOperation, asked
from querious.model.recording import Latency, Recording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.text.redaction import Redaction

ANSWER: Final = 65_536
"""Bytes of an answer that are looked at for errors; of a larger one only the status is kept."""
ERRORS: Final = "errors"
"""The status of an answer that has errors in it although its own status says that all is well."""


class ReceivedRequest(NamedTuple):
    """A request as a server got it."""

    method: str
    query_string: str | bytes
    content_type: str
    body: bytes


class ObservedRequest(NamedTuple):
    """Something was asked and answered."""

    asked: ReceivedRequest | Sequence[RequestedOperation]
    status: int | str
    seconds: float
    moment: datetime | float
    """When it was asked, with its time zone, or in seconds since 1970."""
    answer: bytes

    @property
    def weight(self) -> int:
        """Bytes that it keeps in memory, about."""
        size = len(self.asked.body) + len(self.asked.query_string) if isinstance(self.asked, ReceivedRequest) else 1_000
        return size + len(self.answer) + 1_000


def noted(happening: ObservedRequest, redaction: Redaction) -> list[Recording]:
    """One recording for each operation; none if there is no GraphQL in it."""
    what = happening.asked
    operations = asked(*what) if isinstance(what, ReceivedRequest) else what
    statuses = _statuses(happening, len(operations)) if operations else ()
    moment = happening.moment
    if not isinstance(moment, datetime):
        moment = datetime.fromtimestamp(moment, UTC)
    recordings = []
    for one, status in zip(operations, statuses, strict=True):
        found = recording_of(one, redaction, moment, status, happening.seconds)
        if found is not None:
            recordings.append(found)
    return recordings


def recording_of(
    one: RequestedOperation, redaction: Redaction, moment: datetime, status: str = "", seconds: float | None = None
) -> Recording | None:
    """None for what is no GraphQL."""
    try:
        plain = normalise(one.document, one.operation_name) if one.document else Normalised("", one.operation_name, "")
        document, variables = redaction.both(plain.document, one.variables)
    except ValueError:
        return None
    return Recording(
        document,
        variables,
        created_at=moment,
        updated_at=moment,
        operation_name=plain.operation_name,
        kind=plain.kind,
        # The hash of a text with a secret in it would let anybody guess the secret and check the guess.
        document_hash=one.document_hash if document == plain.document else "",
        statuses={status: 1} if status else {},
        latency=Latency() if seconds is None else Latency(1, seconds, seconds),
    )


def _statuses(happening: ObservedRequest, count: int) -> list[str]:
    """How each operation was answered: those of a batch share a status, but not their errors."""
    status = str(happening.status)
    if not status.startswith("2") or b'"errors"' not in happening.answer:
        return [status] * count
    try:
        answer = json.loads(happening.answer)
    except (ValueError, RecursionError):
        return [status] * count
    answers = answer if isinstance(answer, list) else [answer]
    return [
        ERRORS if position < len(answers) and _has_errors(answers[position]) else status for position in range(count)
    ]


def _has_errors(answer: Any) -> bool:
    return isinstance(answer, dict) and bool(answer.get("errors"))
