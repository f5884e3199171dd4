"""The range of a number, rounded outwards to powers of ten: a wrong unit shows, a new price does not.

Powers of ten also keep the file stable: most new data lies within the same.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_leaf, excerpt

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 10
"""Distinct objects that have to show it."""
_VALUES: Final = 5
"""Distinct values that have to be among them."""
_LARGEST: Final = 1e300
"""Far from overflow."""
_NUMBER: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,10})?", re.ASCII)


def number_of(value: JSON) -> float | None:
    """The number that a value is, or that its text spells; None if it is none."""
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < _LARGEST else None


class _Range:
    def __init__(self, _: Identity) -> None:
        self._objects = DistinctCount(_OBJECTS)
        self._values = DistinctCount(_VALUES)
        self._least, self._most = math.inf, -math.inf
        self._broken = False

    def see(self, value: FieldValue) -> None:
        for leaf in value.leaves():
            number = number_of(leaf)
            if number is None:
                self._broken = True
                return
            self._least = min(self._least, number)
            self._most = max(self._most, number)
            if value.object_key:
                self._objects.add(value.object_key)
                self._values.add(repr(number))

    def learned(self) -> JSON:
        if self._broken or len(self._objects) < _OBJECTS or len(self._values) < _VALUES:
            return None
        return [-_upper_bound(-self._least), _upper_bound(self._most)]


def _upper_bound(number: float) -> float:
    """A power of ten at least ten times as large; for a negative number one that is a tenth of it at most."""
    if number == 0:
        return 0
    if number > 0:
        return _power_of_ten(math.ceil(math.log10(number)) + 1)
    return -_power_of_ten(math.floor(math.log10(-number)) - 1)


def _power_of_ten(exponent: int) -> float:
    exponent = max(-300, min(300, exponent))
    return 10**exponent if exponent >= 0 else float(f"1e{exponent}")


def _problem(about: JSON, leaf: JSON) -> str:
    least, most = about
    number = number_of(leaf)
    if number is not None and least <= number <= most:
        return ""
    return f"is {excerpt(leaf)}, far outside the range of the baseline ({least} to {most})"


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"ID", "String", "Boolean"}


RANGE: Final = Trait("range", _applies, _Range, each_leaf(_problem))
