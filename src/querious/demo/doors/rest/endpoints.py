"""What an operation of REST promises, as data: the description and the reading of requests are both made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.demo.doors.context import Ask
    from querious.demo.doors.uploads import Part

Schema: TypeAlias = dict[str, Any]
ANYBODY: Final = "anybody"
LOGGED_IN: Final = "logged in"


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was read and fits its description."""

    keys: dict[str, str] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    file: Part | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """``body`` is bytes where ``media_type`` is not JSON."""

    status: int
    body: Any = None
    media_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


RestDeal: TypeAlias = "Callable[[Ask, Call], Told]"


@dataclass(frozen=True, slots=True)
class DoorEndpoint:
    """A method on a path."""

    name: str
    """Resource and operation: ``notes.read``."""
    method: str
    path: str
    about: str
    deal: RestDeal
    status: int = 200
    schema: Schema | None = None
    """None: no body, or one that is not JSON."""
    refusals: tuple[int, ...] = ()
    query: dict[str, Schema] = field(default_factory=dict)
    body: Schema | None = None
    takes_file: bool = False
    gives_file: bool = False
    who: str = LOGGED_IN
