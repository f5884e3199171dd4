"""A trait: something that held at one place in every answer of a trusted version.

Each trait is seen in the making (``see``), told once it is well founded (``learned``), and held against other answers
later (``breaks``). What is seen in any order gives the same, and memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.baseline.answer_objects import Path, Slot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape


class Breach(NamedTuple):
    """Where an answer breaks what held before."""

    coordinate: str
    path: Path
    message: str
    """What held, and what came; particulars in quotes or as numbers."""


class Seeing(Protocol):
    """One trait at one place, in the making."""

    def see(self, slot: Slot) -> None:
        """Take in what an answer without errors shows."""

    def learned(self) -> JSON:
        """What holds, as it is written down; None where nothing does, or too little was seen to tell."""


Breaks: TypeAlias = Callable[["JSON", Sequence["Slot"], "Identity"], Breach | None]
"""What was learned, held against all slots of one place in one answer."""


class Trait(NamedTuple):
    """One kind of trait."""

    name: str
    """As it stands in the file."""
    applies: Callable[[FieldShape], bool]
    make: Callable[[Identity], Seeing]
    breaks: Breaks
    severity: Severity = Severity.SUSPICION


def leaves(value: JSON) -> Iterator[JSON]:
    """The values of a leaf field that are not null, whether it gives one or a list."""
    if isinstance(value, list):
        for item in value:
            yield from leaves(item)
    elif value is not None:
        yield value


def breach(slot: Slot, message: str) -> Breach:
    """What breaks a trait, at a slot."""
    return Breach(slot.field.coordinate, slot.path, message)
