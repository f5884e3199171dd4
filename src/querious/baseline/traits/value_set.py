"""One of few values: a leaf that holds the same handful over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_leaf, excerpt

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 20
"""Distinct objects that have to show it."""
_VALUES: Final = 8
"""Values at most."""
_OBJECTS_PER_VALUE: Final = 2
"""Objects that have to show each value: where one was seen only once, others were probably not seen at all."""
_LONGEST: Final = 40
"""Characters of a value."""


class _ValueSet:
    def __init__(self, _: Identity) -> None:
        self._objects = DistinctCount(_OBJECTS)
        self._by_value: dict[str | int, DistinctCount] = {}
        self._too_many = False

    def see(self, value: FieldValue) -> None:
        for leaf in value.leaves():
            if not self._too_many:
                self._count(leaf, value.object_key)

    def _count(self, leaf: JSON, object_key: str) -> None:
        if not _is_plain(leaf) or (leaf not in self._by_value and len(self._by_value) >= _VALUES):
            self._too_many = True
            self._by_value.clear()
            return
        objects = self._by_value.setdefault(leaf, DistinctCount(_OBJECTS_PER_VALUE))
        if object_key:
            objects.add(object_key)
            self._objects.add(object_key)

    def learned(self) -> JSON:
        if self._too_many or len(self._objects) < _OBJECTS:
            return None
        if min(map(len, self._by_value.values())) < _OBJECTS_PER_VALUE:
            return None
        return sorted(self._by_value, key=lambda value: (isinstance(value, str), value))


def _is_plain(value: JSON) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST
    return isinstance(value, int) and not isinstance(value, bool)


def _problem(about: JSON, leaf: JSON) -> str:
    return "" if leaf in about else f"is {excerpt(leaf)}, which no object had in the baseline"


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"ID", "Boolean", "Float"}


ONE_OF: Final = Trait("one of", _applies, _ValueSet, each_leaf(_problem))
