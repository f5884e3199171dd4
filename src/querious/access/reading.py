"""What one answer to one identity says, whatever the protocol: the objects that it shows, and what it refuses."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON


class Answered(Enum):
    """How a question was answered."""

    DATA = "with data"
    NOTHING = "with nothing: null, no rows, not found"
    REFUSED = "with an error that says that who asks may not"
    FAILED = "in a way that says nothing of who may what"


class ShownObject(NamedTuple):
    """One object in an answer."""

    type: str
    key: str
    """Its identifier, as text."""
    way: str
    """The coordinate of the field or operation that shows it: ``Query.note``, ``User.notes``, ``GET /notes/{id}``."""
    facts: Mapping[str, JSON]
    """What it shows beside its identifier: leaves that have a value, by name."""
    denied: frozenset[str] = frozenset()
    """Leaves that were asked for and refused: with an error at their place."""
    is_row: bool = False
    """Whether it stands in a list."""
    is_nested: bool = False
    """Whether it stands below another object, rather than being what was asked for."""


class AccessDemand(NamedTuple):
    """What the description says of who may ask."""

    words: str
    """Of the description, quoted in messages."""
    role: bool = False
    """Whether being known is not enough."""
    certain: bool = False
    """Whether a directive or a security requirement says so, rather than words."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer. Readings of one scenario stand in the order in which they were asked."""

    identity: str
    question: str
    """The same for whoever asks the same."""
    way: str
    """The coordinate that is asked first."""
    answered: Answered
    objects: tuple[ShownObject, ...] = ()
    given: frozenset[str] = frozenset()
    """Values that were sent, as text, but for those that choose a page."""
    complete: bool = True
    """Whether a list in it was read to its end."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """Numbers of rows that it tells, by coordinate."""
    refusal: str = ""
    """The first error, in one line, without what the question said itself."""
    changes: bool = False
    """Whether it asks for a change."""
    sent: Mapping[str, JSON] = field(default_factory=dict)
    """Of a change: what was sent, by the name of the argument, input field or member."""
    demand: AccessDemand | None = None
    """What the description demands of who asks this."""
    lesser: bool = False
    """Whether who asks is known to have fewer rights than somebody else: one of these is called privileged."""

    def shows(self, type_: str, key: str) -> ShownObject | None:
        """The object, where this answer shows more of it than the key; of several places the one that shows most."""
        found = [one for one in self.objects if (one.type, one.key) == (type_, key)]
        return max(found, key=lambda one: len(one.facts), default=None)

    def lists(self) -> bool:
        """Whether it asked for objects without naming any."""
        return not self.given and not self.changes
