"""One of few values: a leaf that holds the same handful over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline.arguments import FREE
from querious.baseline.sketch import Sketch
from querious.baseline.traits.trait import Breach, Trait, breach, leaves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline.answer_objects import Slot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 20
"""Distinct objects that have to show it."""
_VALUES: Final = 8
"""Values at most."""
_EACH: Final = 2
"""Objects that have to show each value: one that was seen but once speaks for others that were not seen at all."""
_LONGEST: Final = 40


class _OneOf:
    def __init__(self) -> None:
        self._objects = Sketch(_OBJECTS)
        self._by_value: dict[str | int, Sketch] = {}
        self._many = False

    def see(self, slot: Slot) -> None:
        if slot.bond != FREE or self._many:
            return
        for value in leaves(slot.value):
            if not _is_plain(value) or (value not in self._by_value and len(self._by_value) >= _VALUES):
                self._many = True
                self._by_value.clear()
                return
            found = self._by_value.setdefault(value, Sketch(_EACH))
            if slot.owner:
                found.add(slot.owner)
                self._objects.add(slot.owner)

    def learned(self) -> JSON:
        founded = all(len(sketch) >= _EACH for sketch in self._by_value.values())
        if self._many or not founded or len(self._objects) < _OBJECTS:
            return None
        return sorted(self._by_value, key=lambda value: (isinstance(value, str), value))


def _is_plain(value: JSON) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST
    return isinstance(value, int) and not isinstance(value, bool)


def _breaks(about: JSON, slots: Sequence[Slot], _: Identity) -> Breach | None:
    for slot in slots:
        if slot.bond == FREE:
            for value in leaves(slot.value):
                if value not in about:
                    return breach(slot, f"is `{str(value)[:_LONGEST]}`, which no object had in the baseline")
    return None


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"ID", "Boolean", "Float"}


ONE_OF: Final = Trait("one of", _applies, lambda _: _OneOf(), _breaks)
