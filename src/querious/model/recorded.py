"""What a store of recordings holds, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from querious.model.recording import Latency

if TYPE_CHECKING:
    from datetime import datetime


class Tally(NamedTuple):
    """How many recordings, and how often they were called together."""

    recordings: int
    calls: int


class Called(NamedTuple):
    """One operation, whatever its variables were."""

    operation_name: str
    kind: str
    document: str
    document_hash: str
    recordings: int
    calls: int


@dataclass(frozen=True, slots=True)
class Stats:
    """The whole store, at one moment."""

    recordings: int = 0
    documents: int = 0
    """Distinct ones whose text is known."""
    calls: int = 0
    first: datetime | None = None
    last: datetime | None = None
    kinds: dict[str, Tally] = field(default_factory=dict)
    """By kind; the empty one is of persisted queries whose text was never seen."""
    statuses: dict[str, int] = field(default_factory=dict)
    """Answers by status."""
    latency: Latency = field(default_factory=Latency)
    most_called: tuple[Called, ...] = ()
