"""What was seen at the edge of a limit: plain values, from which the rules read what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.state import CommandSequence


class EdgeMove(Enum):
    """Why something was sent."""

    MADE = "made"
    """The holder was made, with nothing in it."""
    POST = "post"
    """One entry after the other, and one more than there is room for."""
    CHANGE = "change"
    """An entry that is there is made to take more."""
    DELETE = "delete"
    """An entry went."""
    AGAIN = "again"
    """One is made in its place."""
    READ = "read"
    """The holder is looked at after what was done in another one."""
    AT_ONCE = "at once"
    """Two are made at the same time where one has room."""


@dataclass(frozen=True, slots=True)
class EdgeLook:
    """Something that was sent to one holder, and what the holder shows then."""

    move: EdgeMove
    accepted: bool
    units: int
    """How many more it was to take."""
    held: int
    """How many all its entries take after it, as far as they were accepted."""
    counts: Mapping[str, int]
    """The numbers that the holder shows after it."""
    sequence: CommandSequence
    """All that was done to the holder so far."""
    witnessed: bool = False
    """Of what was refused: whether a holder with more room took as much at the same time."""
    alike: bool = True
    """Of what was accepted: whether it is shown in the same state as the first one."""


@dataclass(frozen=True, slots=True)
class HolderLooks:
    """One holder, from the beginning."""

    limit: int
    looks: Sequence[EdgeLook]

    @property
    def first(self) -> EdgeLook:
        """As it was made."""
        return self.looks[0]

    @property
    def fits(self) -> bool:
        """Whether as many were accepted as there is room for, and what came next was refused."""
        refused = [look for look in self.looks if look.move is EdgeMove.POST and not look.accepted]
        return any(look.held == self.limit for look in refused)


@dataclass(frozen=True, slots=True)
class EdgeTrace:
    """All holders of one collection that were tried, the one that was filled first."""

    collection: str
    holder: str
    """The name of the collection that the holders are of."""
    limit: str
    """The member that tells the limit; empty where what is left is all that is told."""
    is_settled: bool
    """Whether holders were made with limits of our choice: then one can be tried with another."""
    filled: HolderLooks
    others: Sequence[HolderLooks] = field(default=())
    is_kept: bool = False
    """Whether what is deleted stays, with a mark: then it may count on."""
    is_alone: bool = True
    """Whether no other collection has such entries as its holders."""
    is_dated: bool = False
    """Whether entries have a time of their own: then as many may be there at other times."""
    promise: str = ""
    """What the description says of the limit; empty if it says nothing."""

    @property
    def all(self) -> Sequence[HolderLooks]:
        """Of all holders."""
        return (self.filled, *self.others)
