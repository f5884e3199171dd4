"""What an operation of the shop is asked, and what it answers, apart from any wire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from querious.demo.rest.shop import Shop

if TYPE_CHECKING:
    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that was read. Keys are as they stand in the path, percent-decoded."""

    key: str = ""
    parent: str = ""
    body: JSON = None
    query: dict[str, str] = field(default_factory=dict)
    if_match: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """``body`` is None where there is none."""

    status: int
    body: JSON = None
    headers: dict[str, str] = field(default_factory=dict)
    key: str = ""
    """Of the entry that was created or changed; it is not sent."""

    def but(self, **changes: Any) -> Answer:
        """The same with something changed."""
        return replace(self, **changes)


Operation: TypeAlias = Callable[[Shop, Ask], Awaitable[Answer]]
"""One operation on one collection. Between two awaits it has the shop for itself; healthy ones await nothing."""
