"""The healthy resolvers: no fault is known here, faults are woven around them.

Each module has one mapping from coordinates to resolvers. A field without one is an attribute of its object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.demo.resolvers import catalogue, changes, reading, study, trade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

RESOLVERS: Final[Mapping[str, Callable[..., Any]]] = {
    **study.RESOLVERS,
    **reading.RESOLVERS,
    **catalogue.RESOLVERS,
    **trade.RESOLVERS,
    **changes.RESOLVERS,
}


def runtime_type(thing: object, *_: Any) -> str:
    """The object type of a member of an interface or union: entities are named as their types are."""
    return type(thing).__name__
