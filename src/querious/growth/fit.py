"""Whether costs grow more than linearly, from points at doubling sizes.

Every answer has a part that does not depend on its size, so costs themselves tell little: what they rise by from one
size to the next does. Where sizes double, rises double if the growth is linear, whatever the constant part; they grow
2.3-fold for n log n, fourfold for a quadratic. Both rises are taken at their worst: the larger one from its slowest
start to its fastest end, the smaller one the other way round. So noise makes growth look slower than it is, never
faster, unless it falls the same way on three measurements of one size and on no other.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_CLEARLY: Final = 2.7
"""What a rise must be of the one before it: between n log n and the power 1.5."""
_BEFORE: Final = 2.2
"""The same of the pair of rises before, as measured: what is one step alone is no curve."""
_MULTIPLIED: Final = 1.7
_MULTIPLIED_BEFORE: Final = 1.4
"""The same of two rises where sizes grow by the same amount."""
_ENOUGH: Final = 4
"""Points of which a curve is made."""
_EXPLODING: Final = 8.0
"""What the cost itself is of the one before it, where it is beyond any curve that could be measured."""


class Cost(NamedTuple):
    """A cost, and the least and the most that was measured."""

    size: int
    middle: float
    least: float
    most: float


def steepness(costs: Sequence[Cost], floor: float) -> float | None:
    """The power of the size with which costs grow; None where they do not grow more than linearly, or it is not sure.

    ``floor`` is what the last rise must be at least, so that it matters and is no noise. Sizes must double.
    """
    ratio = _ratio(costs, floor, _CLEARLY, _BEFORE)
    return None if ratio is None else math.log2(ratio)


def multiplies(costs: Sequence[Cost], floor: float) -> bool:
    """Whether costs grow by a factor where sizes grow by the same amount: exponentially. Any power gives about 1."""
    return _ratio(costs, floor, _MULTIPLIED, _MULTIPLIED_BEFORE) is not None


def _ratio(costs: Sequence[Cost], floor: float, clearly: float, earlier: float) -> float | None:
    """What the last rise is of the one before it; None where it is not clearly so much."""
    if len(costs) < _ENOUGH:
        return None
    first, second, third, fourth = costs[-4:]
    last, before, earliest = (fourth.middle - third.middle, third.middle - second.middle, second.middle - first.middle)
    if fourth.least - third.most < floor or before <= 0:
        return None
    worst = third.most - second.least
    if worst > 0 and fourth.least - third.most < clearly * worst:
        return None
    if earliest > 0 and before < earlier * earliest:
        return None
    return last / before


def explodes(costs: Sequence[Cost], floor: float) -> bool:
    """Whether the last of at least three costs is so much more than the one before that no curve is needed.

    The one before has to be more than what any answer takes: else one that has to begin something is taken for it.
    """
    if len(costs) < _ENOUGH - 1:
        return False
    *_, before, last = costs
    return last.least >= floor and last.least >= _EXPLODING * before.most
