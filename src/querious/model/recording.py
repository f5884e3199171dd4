"""What users really asked: an operation with its variables, and how often, when and how it went."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.answer_shape import joined

if TYPE_CHECKING:
    from datetime import datetime

    from querious.model.values import JSON


CALL: Final = "call"
"""The kind of a REST call: its ``document`` is the operation, such as ``GET /books/{id}``, and its variables are
``path``, with the query, ``media`` and ``body`` where it has a body, and ``headers`` that are parameters."""


class RecordedShape(NamedTuple):
    """What the answers of one status to a REST call looked like, without what they said."""

    media: str
    """The media type."""
    schema: dict[str, Any] | None = None
    """Members and their types, see ``answer_shape``; None where it was no JSON, or was not looked at."""

    def joined(self, other: RecordedShape) -> RecordedShape:
        """A shape that both fit."""
        known = [shape.schema for shape in (self, other) if shape.schema is not None]
        return RecordedShape(self.media or other.media, joined(known) if known else None)


@dataclass(frozen=True, slots=True)
class Latency:
    """How long answers took, in seconds."""

    count: int = 0
    total: float = 0.0
    longest: float = 0.0

    @property
    def mean(self) -> float:
        """0 where nothing was measured."""
        return self.total / self.count if self.count else 0.0

    def __add__(self, other: Latency) -> Latency:
        return Latency(self.count + other.count, self.total + other.total, max(self.longest, other.longest))


@dataclass(frozen=True, slots=True)
class Recording:
    """One unique pair of normalised document and variables. Nothing secret is in it: redaction comes before it."""

    document: str
    """Normalised; empty as long as only its hash was seen."""
    variables: dict[str, JSON]
    created_at: datetime
    """When it was first asked, with its time zone."""
    updated_at: datetime
    """When it was last asked."""
    operation_name: str = ""
    """Empty for an anonymous operation."""
    kind: str = ""
    """``query``, ``mutation``, ``subscription``, or ``call`` for REST; empty as long as only the hash was seen."""
    document_hash: str = ""
    """The hash under which a persisted query was asked; empty if it never was."""
    times_called: int = 1
    statuses: dict[str, int] = field(default_factory=dict)
    """How often it was answered how: ``200``, ``500``, ``errors`` for a 200 with errors in it …"""
    latency: Latency = field(default_factory=Latency)
    shapes: dict[str, RecordedShape] = field(default_factory=dict)
    """What answers to a REST call looked like, by status."""

    @property
    def key(self) -> str:
        """The same for the same question, whoever asked it whenever: what makes it unique."""
        return key_of(self.document or self.document_hash, self.operation_name, self.variables)

    def __add__(self, other: Recording) -> Recording:
        """Both as one: the same question, asked at different times."""
        statuses = dict(self.statuses)
        for status, count in other.statuses.items():
            statuses[status] = statuses.get(status, 0) + count
        shapes = dict(self.shapes)
        for status, shape in other.shapes.items():
            shapes[status] = shapes[status].joined(shape) if status in shapes else shape
        return replace(
            self,
            created_at=min(self.created_at, other.created_at),
            updated_at=max(self.updated_at, other.updated_at),
            document_hash=self.document_hash or other.document_hash,
            times_called=self.times_called + other.times_called,
            statuses=statuses,
            latency=self.latency + other.latency,
            shapes=shapes,
        )


def key_of(document: str, operation_name: str, variables: dict[str, JSON]) -> str:
    """A hash of what was asked; the order of variables does not matter."""
    content = json.dumps([document, operation_name, variables], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(content.encode("ascii")).hexdigest()[:32]
