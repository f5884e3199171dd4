"""A fault and the six places where one can be woven into the healthy demo.

    AtResolver     around the resolver of a coordinate, or around the choice of the type of an interface or union
    AtDocument     between parsing and validating
    AtValidation   a rule of validation that is left out
    AtOutput       after execution, in the value of a coordinate: a server that does not check its own output
    AtEnvelope     after execution, in the whole answer
    AtWire         in the HTTP answer: status, headers, body

The healthy code knows of none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from graphql import DocumentNode

Resolver: TypeAlias = Callable[..., Any]
"""Called with the parent object, graphql-core's info and the arguments by name, in snake case; ``id`` is ``id_``."""

Wrap: TypeAlias = Callable[[Resolver], Resolver]


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes over the wire. If it is not complete, the connection is closed in the middle of the body."""

    status: int
    content_type: str
    body: bytes
    complete: bool = True

    def but(self, **changes: Any) -> Answer:
        """The same with something changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class AtResolver:
    """``coordinate`` is ``Type.field``, or the name of an interface or union."""

    coordinate: str
    wrap: Wrap


@dataclass(frozen=True, slots=True)
class AtDocument:
    """``change`` gets the parsed document before it is validated."""

    change: Callable[[DocumentNode], DocumentNode]


@dataclass(frozen=True, slots=True)
class AtValidation:
    """``rule`` is the name of a rule of graphql-core."""

    rule: str


@dataclass(frozen=True, slots=True)
class AtOutput:
    """``change`` gets each object of the answer in which the coordinate was resolved, and the key it is under."""

    coordinate: str
    change: Callable[[dict[str, Any], str], None]


@dataclass(frozen=True, slots=True)
class AtEnvelope:
    """``change`` gets the answer if the coordinate was resolved in it."""

    coordinate: str
    change: Callable[[dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class AtWire:
    """``change`` gets the HTTP answer if ``mark`` was set: by a coordinate that was resolved, or by a wrapped resolver.

    The empty mark stands for every answer.
    """

    mark: str
    change: Callable[[Answer], Answer]


Weave: TypeAlias = AtResolver | AtDocument | AtValidation | AtOutput | AtEnvelope | AtWire


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a developer did wrong."""

    name: str
    kind: str
    about: str
    """One sentence: what the developer did wrong, and how it shows."""
    weaves: tuple[Weave, ...]
    study: bool = False
    """Whether it is one of the fifteen of Karlsson, Čaušević and Sundmark (2021)."""

    @property
    def places(self) -> tuple[str, ...]:
        """The coordinates it is woven in at; none for a fault of the whole server."""
        found = (getattr(weave, "coordinate", "") or getattr(weave, "mark", "") for weave in self.weaves)
        return tuple(dict.fromkeys(place for place in found if place and place != self.name))
