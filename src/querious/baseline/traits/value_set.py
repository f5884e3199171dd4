"""One of few values: a leaf that holds the same handful over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_leaf, each_value, excerpt

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
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
    def __init__(self) -> None:
        self._objects = DistinctCount(_OBJECTS)
        self._by_value: dict[str | int, DistinctCount] = {}
        self._holds = True

    def see(self, value: FieldValue) -> None:
        leaves = value.leaves() if self._holds else ()
        for leaf in leaves:
            if _is_plain(leaf):
                self._by_value.setdefault(leaf, DistinctCount(_OBJECTS_PER_VALUE)).add(value.object_key)
            self._holds = self._holds and _is_plain(leaf) and len(self._by_value) <= _VALUES
            self._objects.add(value.object_key)

    def learned(self) -> JSON:
        seen_often = all(objects.is_enough for objects in self._by_value.values())
        if not self._holds or not self._objects.is_enough or not seen_often:
            return None
        return sorted(self._by_value, key=lambda value: (isinstance(value, str), value))


def _is_plain(value: JSON) -> bool:
    """Whether it is a whole number or a short text."""
    return type(value) is int or (isinstance(value, str) and len(value) <= _LONGEST)


def _problem(about: JSON, leaf: JSON) -> str:
    return "" if leaf in about else f"is {excerpt(leaf)}, which no object had in the baseline"


def _applies(field: FieldShape) -> bool:
    return field.child is None and field.named not in {"ID", "Boolean", "Float"}


ONE_OF: Final = Trait(
    "one of", _applies, _ValueSet, each_value(each_leaf(_problem)), form=lambda about: isinstance(about, list)
)
