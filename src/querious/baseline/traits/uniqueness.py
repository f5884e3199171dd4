"""No two objects of a type share the value of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.identity import NAMING_WORDS
from querious.baseline.distinct import DistinctMap
from querious.baseline.traits.trait import BrokenTrait, Trait, broken_at, excerpt
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline.answer_objects import FieldValue
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 50
"""Objects that have to show it: a few prices differ by chance."""
_OBJECTS_IF_NAMED_SO: Final = 10
"""Objects that have to show it where the name of the field says that it is meant to tell objects apart."""
_MOST: Final = 500
"""Values that are remembered."""
_SHARED: Final = ""
"""Stands for the owner of a value that several objects have."""
_NAMES: Final = NAMING_WORDS | {"number", "email", "cursor", "token", "serial", "iban", "reference", "permalink"}
"""Words of names of fields that tell objects apart."""


class _Unique:
    def __init__(self) -> None:
        self._owners: DistinctMap[str] = DistinctMap(_MOST, lambda known, new: known if known == new else _SHARED)
        self._needed = _OBJECTS

    def see(self, value: FieldValue) -> None:
        if _owner(value) and isinstance(value.value, str | int) and not isinstance(value.value, bool):
            self._owners.put(repr(value.value), value.object_key)
            named_so = value.field.named == "ID" or not _NAMES.isdisjoint(words(value.field.name))
            self._needed = _OBJECTS_IF_NAMED_SO if named_so else _OBJECTS

    def learned(self) -> JSON:
        return True if len(self._owners) >= self._needed and _SHARED not in self._owners.values() else None


def _owner(value: FieldValue) -> str:
    """The object that the field belongs to, if it has an identifier; not if it is only a part of such an object."""
    return value.object_key if value.place == value.field.coordinate else ""


def _check(_: JSON, values: Sequence[FieldValue]) -> BrokenTrait | None:
    owners: dict[str, str] = {}
    for value in values:
        if value.value is not None and _owner(value):
            owner = owners.setdefault(repr(value.value), value.object_key)
            if owner != value.object_key:
                message = f"is {excerpt(value.value)} for both `{owner}` and `{value.object_key}`"
                return broken_at(value, f"{message}, but no two objects shared it in the baseline")
    return None


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"Boolean", "Float"}


UNIQUE: Final = Trait("unique", _applies, _Unique, _check)
