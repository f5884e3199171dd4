"""What an operation of the shop is asked, and what it answers, apart from any wire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from querious.demo.rest.trade.memory import Memory

if TYPE_CHECKING:
    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A request that was read and fits its description. Parameters that were not given have their defaults."""

    path: str = ""
    keys: dict[str, Any] = field(default_factory=dict)
    """Path parameters."""
    query: dict[str, Any] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)
    """The query as it was sent."""
    headers: dict[str, str] = field(default_factory=dict)
    """All of them, with names in lower case."""
    body: Any = None
    allowed: tuple[str, ...] = ()
    """The methods of this path."""

    def asking(self, **query: Any) -> Inquiry:
        """The same with other query parameters."""
        return replace(self, query={**self.query, **query})

    def of(self, **keys: Any) -> Inquiry:
        """The same with other path parameters."""
        return replace(self, keys={**self.keys, **keys})

    def sending(self, body: Any) -> Inquiry:
        """The same with this body."""
        return replace(self, body=body)


@dataclass(frozen=True, slots=True)
class Reply:
    """``body`` is None where there is none, and text where ``media`` is not JSON."""

    status: int
    body: JSON = None
    headers: dict[str, str] = field(default_factory=dict)
    media: str = ""
    """Empty: JSON, or a problem."""

    def but(self, **changes: Any) -> Reply:
        """The same with something changed."""
        return replace(self, **changes)

    def showing(self, **members: JSON) -> Reply:
        """The same with other members in its body."""
        return replace(self, body={**self.body, **members})


Deal: TypeAlias = Callable[[Memory, Inquiry], Reply]
"""One operation."""
