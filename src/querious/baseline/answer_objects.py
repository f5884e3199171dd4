"""Answers read as objects: what stands at which place, in which object, and how far arguments decide it.

A place is where values of one meaning stand: ``Part.name`` for a type whose objects have an identifier, and for others
the way down from the last object that has one, as in ``Supplier.address.city`` or ``Query.items.pageInfo``. What holds
at ``Query.items.nodes`` (sorted by name) need not hold at ``Category.items.nodes``, though both are of one type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.objects import MOST_OBJECTS
from querious.baseline.arguments import Influence, call_text, influence_of
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape
    from querious.model.shape import AnswerPath

_DEEPEST: Final = 6
"""Steps of a place: types without identifiers may contain each other without end."""


class AnswerObject(NamedTuple):
    """An object in an answer."""

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
            field,
            self.value.get(field.key),
            place=f"{self.place}.{field.name}",
            object_key=self.key,
            influence=max(self.influence, influence_of(field.arguments)),
            path=(*self.path, field.key),
        )


class FieldValue(NamedTuple):
    """The value of a field of an object in an answer."""

    field: FieldShape
    value: JSON
    place: str
    object_key: str
    """The key of the object that the field belongs to."""
    influence: Influence
    path: AnswerPath

    def leaves(self) -> Iterator[JSON]:
        """The values that are not null, whether the field gives one or a list."""
        stack = [self.value]
        while stack:
            value = stack.pop()
            if isinstance(value, list):
                stack.extend(reversed(value))
            elif value is not None:
                yield value


class _Position(NamedTuple):
    """A composite value that has not been looked at."""

    selection: SelectionShape
    value: Any
    place: str
    key: str
    influence: Influence
    path: AnswerPath

    def items(self) -> list[_Position]:
        positions = []
        for index, item in enumerate(self.value):
            key = f"{self.key}/{index}" if self.key else ""
            positions.append(self._replace(value=item, key=key, path=(*self.path, index)))
        return positions


def answer_objects(identity: Identity, selection: SelectionShape, data: JSON) -> Iterator[AnswerObject]:
    """Every object of an answer whose type is known, parents before children; the query type itself first."""
    root = selection.type
    stack = [_Position(selection, data, root, root, Influence.NONE, ())]
    left = MOST_OBJECTS
    while stack and left:
        position = stack.pop()
        if isinstance(position.value, list):
            stack.extend(reversed(position.items()))
            continue
        shape = runtime_shape(position.selection, position.value)
        if shape is not None:
            left -= 1
            found = _object(identity, position, shape)
            yield found
            stack.extend(reversed(_below(found)))


def _object(identity: Identity, position: _Position, shape: ObjectShape) -> AnswerObject:
    value, path = position.value, position.path
    if identity.name(shape.typename):
        identifier = identity.of(shape, value)
        key = "" if identifier is None else f"{shape.typename}:{identifier}"
        return AnswerObject(shape, value, shape.typename, key, Influence.NONE, path)
    place = position.place
    if len(position.selection.possible) > 1:
        place = f"{place}<{shape.typename}>"
    if place.count(".") >= _DEEPEST:
        place = shape.typename
    return AnswerObject(shape, value, place, position.key, position.influence, path)


def _below(parent: AnswerObject) -> list[_Position]:
    positions = []
    for field in parent.shape.fields.values():
        if field.child is not None and parent.value.get(field.key):
            found = parent.field(field)
            key = f"{parent.key}/{call_text(field)}" if parent.key else ""
            positions.append(_Position(field.child, found.value, found.place, key, found.influence, found.path))
    return positions
