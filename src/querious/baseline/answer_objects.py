"""Answers read as objects: what stands at which place, in which object, and how far arguments decide it.

A place is where values of one meaning stand: ``Part.name`` for a type whose objects have an identifier, and for others
the way down from the last object that has one, as in ``Supplier.address.city`` or ``Query.items.pageInfo``. What holds
at ``Query.items.nodes`` (sorted by name) need not hold at ``Category.items.nodes``, though both are of one type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.objects import MOST_OBJECTS, objects_in
from querious.baseline.arguments import Influence, call_text, influence_of
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.answers.objects import PlacedObject
    from querious.baseline.identity import ObjectKeys
    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape
    from querious.model.shape import AnswerPath

_DEEPEST: Final = 6
"""Steps of a place: types without identifiers may contain each other without end."""


class AnswerObject(NamedTuple):
    """An object in an answer."""

    identity: ObjectKeys
    shape: ObjectShape
    value: dict[str, Any]
    place: str
    key: str
    """The same for the same object: type and identifier, or the way to it from one that has them. May be empty."""
    influence: Influence
    path: AnswerPath

    def fields(self) -> Iterator[FieldValue]:
        """The fields of the object that the answer holds."""
        for field in self.shape.fields.values():
            if field.key in self.value and field.name != "__typename":
                yield self.field(field)

    def field(self, field: FieldShape) -> FieldValue:
        """One field of the object; null if the answer does not hold it."""
        return FieldValue(
            self.identity,
            field,
            self.value.get(field.key),
            place=f"{self.place}.{field.name}" if field.name else field.coordinate,
            object_key=self.key,
            influence=max(self.influence, influence_of(field.arguments)),
            path=(*self.path, field.key),
        )

    def plain_fields(self) -> Iterator[FieldValue]:
        """Fields with a value that no argument decides."""
        return (one for one in self.fields() if one.value is not None and not one.field.arguments)


class FieldValue(NamedTuple):
    """The value of a field of an object in an answer."""

    identity: ObjectKeys
    field: FieldShape
    value: JSON
    place: str
    object_key: str
    """The key of the object that the field belongs to."""
    influence: Influence
    path: AnswerPath

    def leaves(self) -> list[JSON]:
        """The values that are not null, whether the field gives one or a list."""
        return _flattened(self.value)

    def items(self) -> list[JSON]:
        """What the field gives, one thing or several."""
        return self.value if isinstance(self.value, list) else [self.value]

    def keys(self) -> list[str]:
        """The keys of the objects that the field gives; empty for one without identifier."""
        return [object_key(self.identity, self.field.child, item) for item in self.items()]


def _flattened(value: JSON) -> list[JSON]:
    """What a value holds, through lists of lists, without nulls."""
    if isinstance(value, list):
        return [leaf for item in value for leaf in _flattened(item)]
    return [] if value is None else [value]


def object_key(identity: ObjectKeys, position: SelectionShape | None, value: JSON) -> str:
    """Type and identifier of an object; empty if it has none."""
    shape = runtime_shape(position, value)
    identifier = identity.of(shape, value) if shape else None
    return f"{shape.typename}:{identifier}" if shape and identifier is not None else ""


def answer_objects(identity: ObjectKeys, selection: SelectionShape, data: JSON) -> Iterator[AnswerObject]:
    """Every object of an answer whose type is known, parents before children; the query type itself first."""
    known: dict[AnswerPath, AnswerObject] = {}
    for placed in objects_in(selection, data, MOST_OBJECTS):
        shape, value, fields, path = placed
        typename = shape.typename
        if not fields:
            known[path] = AnswerObject(identity, shape, value, typename, typename, Influence.NONE, path)
        elif identity.name_in(shape):
            key = object_key(identity, fields[-1].child, value)
            known[path] = AnswerObject(identity, shape, value, typename, key, Influence.NONE, path)
        else:
            known[path] = _part(placed, known)
        yield known[path]


def _part(placed: PlacedObject, known: dict[AnswerPath, AnswerObject]) -> AnswerObject:
    """An object without identifier: its place is that of the field which gives it."""
    field = placed.fields[-1]
    depth = len(placed.path)
    while isinstance(placed.path[depth - 1], int):
        depth -= 1
    parent = known[placed.path[: depth - 1]]
    given = parent.field(field)
    place = given.place
    if field.child and len(field.child.possible) > 1:
        place = f"{place}<{placed.shape.typename}>"
    if place.count(".") >= _DEEPEST:
        place = placed.shape.typename
    key = "/".join([parent.key, call_text(field), *map(str, placed.path[depth:])]) if parent.key else ""
    return AnswerObject(parent.identity, placed.shape, placed.value, place, key, given.influence, placed.path)
