"""A fault, and the one kind of place where it can be woven into the healthy workspace: around a step.

The healthy code knows of no fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.demo.doors.context import Step

ACCESS = "access"
AUDIT = "audit"
SUBSCRIPTIONS = "subscriptions"
VARIANTS = "variants"
UPLOADS = "uploads"
FEDERATION = "federation"
RESOURCES = "resources"
GRAPHQL = "GraphQL"
REST = "REST"


@dataclass(frozen=True, slots=True)
class AtStep:
    """``place`` is the name of a step: a coordinate, an operation of REST, something on the way."""

    place: str
    wrap: Callable[[Step], Step]


@dataclass(frozen=True, slots=True)
class DoorFault:
    """Something a developer did wrong."""

    name: str
    kind: str
    about: str
    """One sentence: what the developer did wrong, and how it shows."""
    phase: str
    """The part of a run that is expected to show it."""
    protocol: str
    """The description that is expected to lead there."""
    weaves: tuple[AtStep, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """The steps it is woven in at."""
        return tuple(weave.place for weave in self.weaves)


def instead(place: str, careless: Callable[..., Any]) -> AtStep:
    """Careless code in place of a healthy step, which it is given first and may call."""

    def wrap(healthy: Step) -> Step:
        return lambda *arguments, **named: careless(healthy, *arguments, **named)

    return AtStep(place, wrap)


def never(place: str, value: Any = None) -> AtStep:
    """A step that was forgotten."""
    return instead(place, lambda *_, **__: value)
