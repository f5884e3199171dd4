"""A rule over streams, and what it holds against them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.model.stream import Stream
    from querious.model.values import JSON


class StreamFlaw(NamedTuple):
    """One thing that is wrong."""

    message: str
    severity: Severity = Severity.FAULT
    excerpt: str = ""
    field: str = ""
    """``Type.field`` where it is another than the one that was subscribed to."""
    about: int = 0
    """Which of the streams that were judged together shows it."""


class Subscribed(NamedTuple):
    """A stream, and what it was opened for."""

    stream: Stream
    field: str
    """``Subscription.noteAdded``."""
    type: str = ""
    """The type that its events hold, without list and non-null."""
    arguments: Mapping[str, JSON] = {}


class Change(NamedTuple):
    """A mutation that was sent while a stream was open, and what came of it there."""

    mutation: str
    """Its coordinate."""
    made: bool
    """Whether it was answered with data and without errors."""
    answered: JSON
    """The value of its field in the answer."""
    events: tuple[JSON, ...]
    """The values of the subscribed field in the events that came after it was sent, before the next one was."""
    waited: float
    """Seconds that were waited for the first of them, or for none."""
    sameness: str = ""
    """What was sent, without its particulars: changes with the same are alike."""


@dataclass(frozen=True, slots=True)
class StreamRule:
    """A rule that looks at streams of one field, one after the other."""

    name: str
    about: str
    """What holds, in one line."""
    judge: Callable[[Sequence[Subscribed]], Sequence[StreamFlaw] | None]
    """None where it does not apply, nothing where it holds."""


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """A rule that looks at the changes made while streams of one field were open, in their order."""

    name: str
    about: str
    judge: Callable[[Sequence[Change]], Sequence[StreamFlaw] | None]
