"""The healthy resolvers by coordinate. Each gets the parent, who asks, and the arguments by name in snake case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.doors.resolvers import changes, entities, events, objects, reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.demo.doors.context import Step

RESOLVERS: Final[Mapping[str, Step]] = {
    **objects.RESOLVERS,
    **reading.RESOLVERS,
    **changes.RESOLVERS,
    **entities.RESOLVERS,
}
SOURCES: Final[Mapping[str, Step]] = events.SOURCES
"""Of subscriptions: each is a generator of events."""

__all__ = ["RESOLVERS", "SOURCES"]
