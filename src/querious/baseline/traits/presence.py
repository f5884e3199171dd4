"""Never null, never empty, always the same length: what is always there unless arguments decide about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLList, GraphQLNonNull

from querious.baseline.distinct import DistinctCount
from querious.baseline.traits.trait import Trait, each_value
from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_OBJECTS: Final = 10
"""Distinct objects that have to show it."""


class _Always:
    """Holds as long as every value does."""

    def __init__(self, holds: Callable[[JSON], bool]) -> None:
        self._holds = holds
        self._objects = DistinctCount(_OBJECTS)
        self._broken = False

    def see(self, value: FieldValue) -> None:
        if not self._holds(value.value):
            self._broken = True
        elif value.object_key:
            self._objects.add(value.object_key)

    def learned(self) -> JSON:
        return True if not self._broken and len(self._objects) >= _OBJECTS else None


class _Length:
    """Always the same number of items; 0 and 1 say too little."""

    def __init__(self, _: Identity) -> None:
        self._length: int | None = None
        self._always = _Always(lambda value: len(value) == self._length)

    def see(self, value: FieldValue) -> None:
        if not isinstance(value.value, list):
            return
        if self._length is None:
            self._length = len(value.value)
        self._always.see(value)

    def learned(self) -> JSON:
        return self._length if self._always.learned() and (self._length or 0) > 1 else None


class _NeverEmpty(_Always):
    def __init__(self, _: Identity) -> None:
        super().__init__(lambda value: bool(value != []))

    def see(self, value: FieldValue) -> None:
        if value.value is not None:
            super().see(value)


def _null(_: JSON, value: FieldValue, __: Identity) -> str:
    return "is null, but was never null in the baseline" if value.value is None else ""


def _empty(_: JSON, value: FieldValue, __: Identity) -> str:
    return "is an empty list, but was never empty in the baseline" if value.value == [] else ""


def _other_length(about: JSON, value: FieldValue, _: Identity) -> str:
    items = value.value
    if not isinstance(items, list) or len(items) == about:
        return ""
    return f"has {len(items)} items, but always had {about} in the baseline"


def _may_be_null(field: FieldShape) -> bool:
    return not isinstance(field.type, GraphQLNonNull)


def _is_list(field: FieldShape) -> bool:
    nullable = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
    return isinstance(nullable, GraphQLList)


def _never_null(_: Identity) -> _Always:
    return _Always(lambda value: value is not None)


NEVER_NULL: Final = Trait("never null", _may_be_null, _never_null, each_value(_null), Severity.FAULT)
NEVER_EMPTY: Final = Trait("never empty", _is_list, _NeverEmpty, each_value(_empty), Severity.FAULT)
LENGTH: Final = Trait("always so many", _is_list, _Length, each_value(_other_length))
