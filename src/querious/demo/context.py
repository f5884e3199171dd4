"""What one request carries through its resolvers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.demo.refusal import too_complex

if TYPE_CHECKING:
    from querious.demo.store import Store

MOST_LISTED: Final = 1_000
"""Objects that the lists of one answer may hold together, so that nested pages cannot multiply without end."""


@dataclass(slots=True)
class Context:
    """One per request. Healthy resolvers look at the store only, and count what they list."""

    store: Store
    hang: float
    """Seconds that the fault named ``hang`` waits."""
    listed: int = 0
    marks: dict[str, list[list[str | int]]] = field(default_factory=dict)
    """Coordinates that faults watch, with the paths in the answer where they were resolved; and faults that struck."""

    def spend(self, objects: int) -> None:
        """Count objects that go into a list of the answer."""
        self.listed += objects
        if self.listed > MOST_LISTED:
            raise too_complex(f"The answer would list more than {MOST_LISTED} objects: ask for shorter pages.")

    def mark(self, name: str, path: list[str | int] | None = None) -> None:
        """Note that a coordinate was resolved, or that a fault struck."""
        self.marks.setdefault(name, []).append(path or [])
