"""Which object of one answer is which of another: by an identifier, or by all that is said of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.identity import identifier, scalars
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape

_WRAPPED: Final = "node"
"""The field of an edge that holds the object the edge is about."""

NOTHING: Final = "{}"
"""The content of an object of which nothing is said."""


class ObjectIdentity(NamedTuple):
    """What tells an object from others."""

    typename: str
    value: str | int
    wrapped: bool = False
    """Whether it is that of the node of an edge: then other fields of the edge may tell its place in the list."""


def identity(position: SelectionShape | None, value: JSON, volatile: AbstractSet[str]) -> ObjectIdentity | None:
    """The identity of an object, if it was asked for; a field that changes from answer to answer gives none."""
    shape = runtime_shape(position, value)
    if shape is None:
        return None
    field = identifying_field(shape, volatile)
    if field is not None:
        found = value.get(field.key)
        is_key = isinstance(found, str | int) and not isinstance(found, bool)
        return ObjectIdentity(shape.typename, found) if is_key else None
    for inner in shape.fields.values():
        if inner.child is not None and inner.coordinate == f"{shape.typename}.{_WRAPPED}":
            node = identity(inner.child, value.get(inner.key), volatile)
            return node and node._replace(wrapped=True)
    return None


def identifying_field(shape: ObjectShape, volatile: AbstractSet[str]) -> FieldShape | None:
    """The field that tells objects of this type apart, among those asked for."""
    plain = {
        field.name: field
        for field in shape.fields.values()
        if field.child is None and not field.arguments and field.coordinate not in volatile
    }
    types = scalars({name: field.type for name, field in plain.items()})
    return plain.get(identifier(shape.typename, types, in_place=True))


def content(position: SelectionShape | None, value: JSON, volatile: AbstractSet[str], *, bare: bool = False) -> str:
    """The same text for objects of which the same is said.

    With ``bare`` the identifier at the top is left out, and what is null: NOTHING may be left.
    """
    return json.dumps(_plain(position, value, volatile, bare=bare), sort_keys=True, ensure_ascii=False, default=str)


def _plain(position: SelectionShape | None, value: JSON, volatile: AbstractSet[str], *, bare: bool = False) -> Any:
    if isinstance(value, list):
        items = [_plain(position, item, volatile) for item in value]
        return items if position is None else sorted(items, key=lambda item: json.dumps(item, sort_keys=True))
    if isinstance(value, float) and value.is_integer():
        return int(value)
    shape = runtime_shape(position, value)
    if shape is None:
        return value
    fields = [field for field in shape.fields.values() if field.coordinate not in volatile]
    if bare:
        key = identifying_field(shape, volatile)
        fields = [field for field in fields if field is not key and field.name != "__typename"]
        fields = [field for field in fields if value.get(field.key) is not None]
    return {field.key: _plain(field.child, value.get(field.key), volatile) for field in fields}
