"""Which recordings are meant, and in which order they come."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from graphql import GraphQLSchema


class RecordingOrder(StrEnum):
    """What comes first. Ties are broken by key, so that the order is always the same."""

    KEY = "key"
    """By key: what was added when and by whom does not matter."""
    CALLS = "calls"
    """The most called first."""
    RECENT = "recent"
    """The last asked first."""


@dataclass(frozen=True, slots=True)
class RecordingFilter:
    """Those that fit everything that is said; of several values for the same thing one is enough."""

    names: tuple[str, ...] = ()
    """Names of operations, ``*`` for any run of characters; an empty one means anonymous operations."""
    kinds: tuple[str, ...] = ()
    """``query``, ``mutation``, ``subscription``; empty: only the hash is known."""
    coordinates: tuple[str, ...] = ()
    """Patterns; those whose document selects a field that matches. Without ``schema`` see ``Selecting``."""
    min_calls: int = 0
    fewer_calls: int | None = None
    """Called less often than this."""
    since: datetime | None = None
    """Last asked then or later."""
    before: datetime | None = None
    """Last asked earlier."""
    keys: tuple[str, ...] = ()
    """Beginnings of keys."""
    schema: GraphQLSchema | None = field(default=None, compare=False, repr=False)
    """What types the fields in documents belong to."""
