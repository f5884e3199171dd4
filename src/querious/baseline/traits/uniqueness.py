"""No two objects of a type share the value of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.identity import NAMING_WORDS
from querious.baseline.arguments import FREE
from querious.baseline.sketch import Sketch, mark
from querious.baseline.traits.trait import Breach, Trait, breach
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline.answer_objects import Slot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_SAID: Final = 10
"""Objects that have to show it where the name of the field says that it tells objects apart."""
_UNSAID: Final = 50
"""Objects that have to show it elsewhere: few prices differ by chance."""
_MOST: Final = 500
"""Values that are remembered, those with the smallest marks; what is forgotten stays so, whatever the order."""
_TELLING: Final = NAMING_WORDS | {"number", "email", "cursor", "token", "serial", "iban", "reference", "permalink"}


class _Unique:
    def __init__(self) -> None:
        self._values = Sketch(_MOST)
        self._owners: dict[int, str] = {}
        self._shared: set[int] = set()
        self._telling = False

    def see(self, slot: Slot) -> None:
        value = slot.value
        if slot.bond != FREE or not _is_of_type(slot) or not isinstance(value, str | int) or isinstance(value, bool):
            return
        spoken = words(slot.field.coordinate.partition(".")[2])
        self._telling = self._telling or slot.field.named == "ID" or not _TELLING.isdisjoint(spoken)
        gone = self._values.add(repr(value))
        if gone is not None:
            self._owners.pop(gone, None)
            self._shared.discard(gone)
        number = mark(repr(value))
        if number in self._values and self._owners.setdefault(number, slot.owner) != slot.owner:
            self._shared.add(number)

    def learned(self) -> JSON:
        enough = len(self._owners) >= (_SAID if self._telling else _UNSAID)
        return True if enough and not self._shared else None


def _is_of_type(slot: Slot) -> bool:
    """Whether it is a field of an object that is known by its identifier, not of a part of such."""
    return bool(slot.owner) and slot.place == slot.field.coordinate


def _breaks(_: JSON, slots: Sequence[Slot], __: Identity) -> Breach | None:
    owners: dict[str, str] = {}
    for slot in slots:
        if slot.bond == FREE and _is_of_type(slot) and slot.value is not None:
            other = owners.setdefault(repr(slot.value), slot.owner)
            if other != slot.owner:
                told = f"is `{str(slot.value)[:40]}` for both `{other}` and `{slot.owner}`"
                return breach(slot, f"{told}, and no two objects shared it in the baseline")
    return None


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"Boolean", "Float"}


UNIQUE: Final = Trait("unique", _applies, lambda _: _Unique(), _breaks)
