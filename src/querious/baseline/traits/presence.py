"""Never null, never empty, always the same length: what is always there unless arguments decide about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLNonNull

from querious.baseline.traits.trait import steady_trait
from querious.model import Severity
from querious.model.definitions import is_list

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.model import JSON, FieldShape


def _null(_: JSON, value: FieldValue) -> str:
    return "is null, but was never null in the baseline" if value.value is None else ""


def _empty(_: JSON, value: FieldValue) -> str:
    return "is an empty list, but was never empty in the baseline" if value.value == [] else ""


def _length(value: FieldValue) -> int | None:
    return len(value.value) if isinstance(value.value, list) else None


def _other_length(about: JSON, value: FieldValue) -> str:
    """Always the same number of items; 0 and 1 say too little."""
    length = _length(value)
    fits = length is None or length == about > 1
    return "" if fits else f"has {length} items, but always had {about} in the baseline"


def _may_be_null(field: FieldShape) -> bool:
    return not isinstance(field.type, GraphQLNonNull)


def _is_list(field: FieldShape) -> bool:
    return is_list(field.type)


NEVER_NULL: Final = steady_trait("never null", _may_be_null, lambda _: True, _null, severity=Severity.FAULT)
NEVER_EMPTY: Final = steady_trait(
    "never empty", _is_list, lambda value: None if value.value is None else True, _empty, severity=Severity.FAULT
)
LENGTH: Final = steady_trait(
    "always so many", _is_list, _length, _other_length, form=lambda about: isinstance(about, int)
)
