"""The source of every draw for one case.

Convention: a draw near 0 gives the simplest outcome and one near 1 the oddest, so that a source which shrinks towards 0
(Hypothesis's) shrinks what is made from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from random import Random

    from querious.model import Value, Variable

T = TypeVar("T")

INCLUDED: Final = object()
"""In ``Chance.forced``: the place must be filled, with any value."""


class Chance:
    """Randomness, size and mood of one case. Made once and re-set for each case, for speed."""

    __slots__ = ("depth", "draw", "forced", "literal", "random", "size", "variables", "wild")

    def __init__(self, random: Random) -> None:
        self.random = random
        self.draw: Callable[[], float] = random.random
        """A float in [0, 1)."""
        self.size = 1
        """The length of strings and lists, about; grows over a run."""
        self.wild = 0.0
        """How likely a leaf value is an odd one: hostile, at a limit, of another script."""
        self.literal = False
        """Whether variables may stand inside the value being made."""
        self.depth = 0
        """How many input objects enclose the value being made."""
        self.forced: Mapping[str, Value] = {}
        """For a probe: the argument and the input fields that must be there, INCLUDED or with this very value."""
        self.variables: dict[str, Variable] = {}
        """The variables of the operation so far."""

    def choose(self, options: Sequence[T]) -> T:
        """One of them, the first for a draw of 0."""
        return options[int(self.draw() * len(options))]

    def below(self, limit: int) -> int:
        """An integer from 0 to limit - 1."""
        return int(self.draw() * limit)

    def rarely(self, probability: float) -> bool:
        """True with this probability; False for low draws."""
        return self.draw() >= 1.0 - probability
