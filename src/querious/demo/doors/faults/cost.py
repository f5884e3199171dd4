"""Requests that cost more than a client should be able to cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.faults.fault import GRAPHQL, RESOURCES, DoorFault, instead, never
from querious.demo.doors.resolvers.reading import fits, visible_tasks

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask, Step

KIND: Final = "cost"
_LONGEST: Final = 5_000


def _any_page(_: Step, __: None, ask: Ask, first: int, offset: int, **arguments: Any) -> dict[str, Any]:
    rows = [task for task in visible_tasks(ask) if fits(task, arguments.get("filter") or {})]
    first = max(first, 0)
    start = max(offset, 0)
    return {"items": rows[start : start + first], "total": len(rows)}


def _each_with_each(healthy: Step, parent: None, ask: Ask, text: str) -> Any:
    """The parts of the text are weighed by how often each comes, and counted anew for each."""
    parts = [text[start : start + 3] for start in range(min(len(text), _LONGEST))]
    _ = max((parts.count(part) for part in parts), default=0)
    return healthy(parent, ask, text)


def _fault(name: str, about: str, *weaves: Any) -> DoorFault:
    return DoorFault(name, KIND, about, RESOURCES, GRAPHQL, weaves)


FAULTS: Final = (
    _fault("depth-without-limit", "Fields may be nested as deep as one likes.", never("limits.depth")),
    _fault("width-without-limit", "Fields and aliases may be as many as one likes.", never("limits.width")),
    _fault("page-without-limit", "A page of tasks may be of any size.", instead("Query.tasks", _any_page)),
    _fault(
        "search-grows-with-square",
        "The search compares every part of its text with every other: the time grows with the square of its length.",
        instead("Query.search", _each_with_each),
    ),
)
