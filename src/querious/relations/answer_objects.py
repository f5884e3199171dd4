"""Answers read as objects: what stands where, which object it is, and what the answer says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from querious.answers.identity import identity_in
from querious.answers.objects import MOST_OBJECTS, objects_in
from querious.model.arguments import canonical
from querious.relations.routes import FieldStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape
    from querious.relations.relation import QueryAnswer
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_ITEMS = 20
"""Items read of a list of objects that have no identity."""
_DEEP = 4
"""Levels of objects without identity that are read as part of what is above them."""
NULL = "null"


class Instance(NamedTuple):
    """An object in an answer."""

    typename: str
    value: dict[str, Any]
    shape: ObjectShape
    route: Route
    path: tuple[str | int, ...]
    """Keys and positions below ``data``."""


class Fact(NamedTuple):
    """Something that an answer says of an object."""

    key: str
    """Field with its arguments, and the fields below it down to a leaf: the same key asks for the same fact."""
    coordinate: str
    """Of the last field that has a say in it."""
    value: JSON
    """A leaf's value; of an object with identity its identifier, of a list of such all of them, in order."""
    leaf: bool = True
    """False for identifiers of related objects."""


def instances(asked: QueryAnswer) -> Iterator[Instance]:
    """Every object of an answer whose type is known, parents before children; the query type itself first."""
    for found in objects_in(asked.shape, asked.data, MOST_OBJECTS):
        route = tuple(map(step_of, found.fields))
        yield Instance(found.shape.typename, found.value, found.shape, route, found.path)


def step_of(field: FieldShape) -> FieldStep:
    """The field as a step of a route."""
    parent, _, name = field.coordinate.partition(".")
    return FieldStep(parent, name, tuple(field.arguments))


def identity(types: SchemaTypes, typename: str, shape: ObjectShape, value: dict[str, Any]) -> JSON:
    """The identifier of an object, if its type has one and it was asked for; else None."""
    return identity_in(shape, types.identifier(typename), value)


def facts(types: SchemaTypes, shape: ObjectShape, value: dict[str, Any], *, clean: bool = True) -> Iterator[Fact]:
    """What an answer says of an object. Where the answer holds errors, nulls say nothing; volatile fields never do."""
    yield from _Facts(types, clean).of(shape, value, "", 0)


class _Facts(NamedTuple):
    types: SchemaTypes
    clean: bool

    def of(self, shape: ObjectShape, value: dict[str, Any], above: str, depth: int) -> Iterator[Fact]:
        """What stands under the keys of an object; ``above`` begins every key of a fact."""
        for field in shape.fields.values():
            if field.coordinate in self.types.volatile or field.coordinate.endswith(".__typename"):
                continue
            key = f"{above}{fact_key(field)}"
            item = value.get(field.key)
            if item is None:
                if self.clean and field.key in value:
                    yield Fact(key, field.coordinate, None, field.child is None)
            elif field.child is None:
                yield Fact(key, field.coordinate, item)
            else:
                yield from self._related(field, field.child, item, key, depth)

    def _related(self, field: FieldShape, position: SelectionShape, item: JSON, key: str, depth: int) -> Iterator[Fact]:
        """Identifiers, where all have one; else what the objects themselves say."""
        listed = isinstance(item, list)
        items = item if listed else [item]
        shapes = [position.runtime(one) if isinstance(one, dict) else None for one in items]
        found = [
            None if shape is None else identity(self.types, shape.typename, shape, one)
            for shape, one in zip(shapes, items, strict=True)
        ]
        if None not in found:
            yield Fact(key, field.coordinate, found if listed else found[0], leaf=False)
        elif depth < _DEEP:
            for index, (shape, one) in enumerate(zip(shapes[:_ITEMS], items, strict=False)):
                if shape is not None:
                    yield from self.of(shape, one, f"{key}[{index}]." if listed else f"{key}.", depth + 1)


def fact_key(field: FieldShape) -> str:
    """The name of a field with its arguments, whatever its alias."""
    _, _, name = field.coordinate.partition(".")
    arguments = canonical(field.arguments) if field.arguments else ""
    return f"{name}({arguments})" if arguments else name
