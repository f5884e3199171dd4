"""What the shop remembers beside the data that it shares with GraphQL."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from querious.demo.data import filled_store
from querious.demo.rest.trade.opening import Booking, Slot, first_bookings, first_slots

if TYPE_CHECKING:
    from querious.demo.store import Store

API_KEY = "trade-counter-7"
"""What customers' data is shown for. It is no secret: it opens the demo alone."""


@dataclass(slots=True)
class Job:
    """An export under way; ``begun`` is the number of the request that asked for it."""

    id: str
    kind: str
    begun: int


@dataclass(slots=True)
class Memory:
    """Made anew for each app, and the same after the same requests."""

    store: Store = field(default_factory=filled_store)
    requests: int = 0
    """So many were served: the clock by which jobs go on."""
    jobs: dict[str, Job] = field(default_factory=dict)
    last_job: int = 0
    receipts: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    """The body and the answer of every request that had an idempotency key, by that key."""
    slots: dict[int, Slot] = field(default_factory=first_slots)
    bookings: dict[int, Booking] = field(default_factory=first_bookings)
    notes: dict[str, Any] = field(default_factory=dict)
    """Where faults remember things; the healthy shop never looks at it."""
