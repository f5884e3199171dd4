"""Never null, never empty, always so many: what is there whenever no argument has a say in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLList, GraphQLNonNull

from querious.baseline.arguments import FREE
from querious.baseline.sketch import Sketch
from querious.baseline.traits.trait import Breach, Trait, breach
from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline.answer_objects import Slot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 10
"""Distinct objects that have to show it."""


class _Always:
    """Something that every slot has which no argument decides about."""

    def __init__(self) -> None:
        self._objects = Sketch(_OBJECTS)
        self._broken = False

    def see(self, slot: Slot) -> None:
        """Count the object, or see the end of it."""
        if slot.bond != FREE or not self._concerns(slot.value):
            return
        if not self._holds(slot.value):
            self._broken = True
        elif slot.owner:
            self._objects.add(slot.owner)

    def learned(self) -> JSON:
        """True, where enough objects showed it."""
        return True if not self._broken and len(self._objects) >= _OBJECTS else None

    def _concerns(self, _: JSON) -> bool:
        return True

    def _holds(self, value: JSON) -> bool:
        raise NotImplementedError


class _NeverNull(_Always):
    def _holds(self, value: JSON) -> bool:
        return value is not None


class _NeverEmpty(_Always):
    def _concerns(self, value: JSON) -> bool:
        return value is not None

    def _holds(self, value: JSON) -> bool:
        return bool(value != [])


class _Length(_Always):
    """Always the same number of items; 0 and 1 say too little."""

    def __init__(self) -> None:
        super().__init__()
        self._length: int | None = None

    def _concerns(self, value: JSON) -> bool:
        return isinstance(value, list)

    def _holds(self, value: JSON) -> bool:
        if self._length is None:
            self._length = len(value)
        return len(value) == self._length

    def learned(self) -> JSON:
        return self._length if super().learned() and self._length is not None and self._length > 1 else None


def _null_breaks(_: JSON, slots: Sequence[Slot], __: Identity) -> Breach | None:
    for slot in slots:
        if slot.bond == FREE and slot.value is None:
            return breach(slot, "is null, and never was in the baseline")
    return None


def _empty_breaks(_: JSON, slots: Sequence[Slot], __: Identity) -> Breach | None:
    for slot in slots:
        if slot.bond == FREE and slot.value == []:
            return breach(slot, "is an empty list, and never was in the baseline")
    return None


def _length_breaks(about: JSON, slots: Sequence[Slot], _: Identity) -> Breach | None:
    for slot in slots:
        if slot.bond == FREE and isinstance(slot.value, list) and len(slot.value) != about:
            return breach(slot, f"holds {len(slot.value)} items, and always held {about} in the baseline")
    return None


def _may_be_null(field: FieldShape) -> bool:
    return not isinstance(field.type, GraphQLNonNull)


def _is_list(field: FieldShape) -> bool:
    kind = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
    return isinstance(kind, GraphQLList)


NEVER_NULL: Final = Trait("never null", _may_be_null, lambda _: _NeverNull(), _null_breaks, Severity.FAULT)
NEVER_EMPTY: Final = Trait("never empty", _is_list, lambda _: _NeverEmpty(), _empty_breaks, Severity.FAULT)
LENGTH: Final = Trait("always so many", _is_list, lambda _: _Length(), _length_breaks)
