"""The range of a number, rounded outwards to powers of ten: a wrong unit shows, a new price does not.

Powers of ten also keep the file stable: most new data lies within the same.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_leaf, each_value, excerpt

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 10
"""Distinct objects that have to show it."""
_VALUES: Final = 5
"""Distinct values that have to be among them."""
_LARGEST: Final = 1e300
"""Far from overflow."""
_NUMBER: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,10})?", re.ASCII)


def number_of(value: JSON) -> float:
    """The number that a value is, or that its text spells; NaN if it is none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST
    is_numeral = isinstance(value, str) and _NUMBER.fullmatch(value) is not None
    return float(value) if is_number or is_numeral else math.nan


class _Range:
    def __init__(self) -> None:
        self._objects = DistinctCount(_OBJECTS)
        self._values = DistinctCount(_VALUES)
        self._least, self._most = math.inf, -math.inf
        self._broken = False

    def see(self, value: FieldValue) -> None:
        for number in map(number_of, value.leaves()):
            self._broken = self._broken or math.isnan(number)
            self._least = min(self._least, number)
            self._most = max(self._most, number)
            self._objects.add(value.object_key)
            self._values.add(value.object_key and repr(number))

    def learned(self) -> JSON:
        if self._broken or not self._objects.is_enough or not self._values.is_enough:
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
    if least <= number_of(leaf) <= most:
        return ""
    return f"is {excerpt(leaf)}, far outside the range of the baseline ({least} to {most})"


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"ID", "String", "Boolean"}


def _is_range(about: JSON) -> bool:
    return isinstance(about, list) and [isinstance(end, int | float) for end in about] == [True, True]


RANGE: Final = Trait("range", _applies, _Range, each_value(each_leaf(_problem)), form=_is_range)
