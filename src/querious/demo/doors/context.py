"""What everything that answers is given: the workspace, who asks, the time, and the steps by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.demo.doors.memory import Workspace
    from querious.demo.doors.rows import PersonRow

Step: TypeAlias = Callable[..., Any]
"""A resolver, an operation of REST, or something on the way: each has a name, and a fault may stand in its place."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request, or one subscription."""

    workspace: Workspace
    steps: Mapping[str, Step]
    now: float
    viewer: PersonRow | None = None

    def step(self, name: str) -> Step:
        """A step, which a fault may have changed."""
        return self.steps[name]

    def of(self, viewer: PersonRow | None) -> Ask:
        """The same, asked by somebody."""
        return replace(self, viewer=viewer)
