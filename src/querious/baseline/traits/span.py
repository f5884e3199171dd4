"""The range of a number, widened to the next power of ten and one more: a wrong unit shows, a new price does not.

Powers of ten also keep the file still: most new data lies within the same.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

from querious.baseline.arguments import FREE
from querious.baseline.sketch import Sketch
from querious.baseline.traits.trait import Breach, Trait, breach, leaves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline.answer_objects import Slot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 10
_VALUES: Final = 5
"""Distinct objects, and distinct values, that have to show it."""
_NUMBER: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,10})?", re.ASCII)


def number_of(value: JSON) -> float | None:
    """The number that a value is, or that its text writes; None where it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if abs(value) < 1e300 and math.isfinite(value) else None  # noqa: PLR2004 (far from overflow)
    return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else None


class _Span:
    def __init__(self) -> None:
        self._objects = Sketch(_OBJECTS)
        self._values = Sketch(_VALUES)
        self._least, self._most = math.inf, -math.inf
        self._broken = False

    def see(self, slot: Slot) -> None:
        if slot.bond != FREE:
            return
        for value in leaves(slot.value):
            number = number_of(value)
            if number is None:
                self._broken = True
                return
            self._least, self._most = min(self._least, number), max(self._most, number)
            if slot.owner:
                self._objects.add(slot.owner)
                self._values.add(repr(number))

    def learned(self) -> JSON:
        if self._broken or len(self._objects) < _OBJECTS or len(self._values) < _VALUES:
            return None
        return [_floor(self._least), _ceiling(self._most)]


def _ceiling(most: float) -> float:
    """0 for what is never positive; else a power of ten at least ten times as large."""
    return _power(math.ceil(math.log10(most)) + 1) if most > 0 else 0 if most == 0 else -_below(-most)


def _floor(least: float) -> float:
    return -_ceiling(-least) if least <= 0 else _below(least)


def _below(number: float) -> float:
    """A power of ten at most a tenth of a positive number."""
    return _power(math.floor(math.log10(number)) - 1)


def _power(exponent: int) -> float:
    exponent = max(-300, min(300, exponent))
    return 10**exponent if exponent >= 0 else float(f"1e{exponent}")


def _breaks(about: JSON, slots: Sequence[Slot], _: Identity) -> Breach | None:
    least, most = about
    for slot in slots:
        if slot.bond == FREE:
            for value in leaves(slot.value):
                number = number_of(value)
                if number is None or not least <= number <= most:
                    return breach(slot, f"is `{str(value)[:40]}`, far from all of the baseline ({least} to {most})")
    return None


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"ID", "String", "Boolean"}


RANGE: Final = Trait("range", _applies, lambda _: _Span(), _breaks)
