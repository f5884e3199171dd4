"""Answers read as objects: what stands where, which object it is, and what the answer says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from querious.answers.identity import identity_in
from querious.answers.objects import MOST_OBJECTS, objects_in
from querious.model.arguments import canonical
from querious.model.shape import runtime_shape
from querious.relations.routes import FieldStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, FieldShape, ObjectShape
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_ITEMS = 20
"""Items read of a list of objects that have no identity."""
_LEVELS = 4
"""Levels of objects without identity that are read as part of what is above them."""


class Instance(NamedTuple):
    """An object in an answer."""

    typename: str
    value: dict[str, Any]
    shape: ObjectShape
    route: Route
    path: tuple[str | int, ...]
    """Keys and positions below ``data``."""

    @property
    def list_path(self) -> tuple[str | int, ...] | None:
        """Where the list stands that holds this object, directly or as the node of an edge; None outside of lists."""
        path = self.path
        if self.route and self.route[-1].name == "node":
            path = path[:-1]
        if path and isinstance(path[-1], int):
            return path[:-1]
        return None


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


def instances(answer: QueryAnswer) -> Iterator[Instance]:
    """Every object of an answer whose type is known, parents before children; the query type itself first."""
    for found in objects_in(answer.shape, answer.data, MOST_OBJECTS):
        route = tuple(map(step_of, found.fields))
        yield Instance(found.shape.typename, found.value, found.shape, route, found.path)


def step_of(field: FieldShape) -> FieldStep:
    """The field as a step of a route."""
    parent, _, name = field.coordinate.partition(".")
    return FieldStep(parent, name, tuple(field.arguments))


def identity(types: SchemaTypes, shape: ObjectShape, value: dict[str, Any]) -> JSON:
    """The identifier of an object, if its type has one and it was asked for; else None."""
    return identity_in(shape, types.identifier(shape.typename), value)


def shown(answer: QueryAnswer, typename: str, name: str) -> list[JSON]:
    """The values that an answer shows of a field of a type, each once."""
    coordinate = f"{typename}.{name}"
    found: dict[str, JSON] = {}
    for instance in instances(answer):
        for field in instance.shape.fields.values():
            value = instance.value.get(field.key)
            if field.coordinate == coordinate and not field.arguments and isinstance(value, str | int):
                found.setdefault(str(value), value)
    return list(found.values())


def all_shown(answer: QueryAnswer) -> set[str]:
    """``Type.field value`` of every leaf that an answer shows."""
    found = set()
    for instance in instances(answer):
        for field in instance.shape.fields.values():
            value = instance.value.get(field.key)
            if field.child is None and isinstance(value, str | int):
                found.add(f"{field.coordinate} {value}")
    return found


def facts(
    types: SchemaTypes,
    shape: ObjectShape,
    value: dict[str, Any],
    *,
    clean: bool = True,
    above: str = "",
    depth: int = 0,
) -> Iterator[Fact]:
    """What an answer says of an object. Where the answer holds errors, nulls say nothing; volatile fields never do.

    ``above`` begins every key of a fact.
    """
    for field in shape.fields.values():
        if field.coordinate in types.volatile or field.name == "__typename":
            continue
        key = above + field_with_arguments(field)
        item = value.get(field.key)
        if item is None:
            if clean and field.key in value:
                yield Fact(key, field.coordinate, None, leaf=field.child is None)
        elif field.child is None:
            yield Fact(key, field.coordinate, item)
        else:
            yield from _related_facts(types, field, item, key, clean=clean, depth=depth)


def _related_facts(
    types: SchemaTypes, field: FieldShape, item: JSON, key: str, *, clean: bool, depth: int
) -> Iterator[Fact]:
    """Identifiers, where all objects have one; else what the objects themselves say."""
    items = item if isinstance(item, list) else [item]
    shapes = [runtime_shape(field.child, one) for one in items]
    found = []
    for shape, one in zip(shapes, items, strict=True):
        found.append(None if shape is None else identity(types, shape, one))
    if None not in found:
        yield Fact(key, field.coordinate, found if isinstance(item, list) else found[0], leaf=False)
    elif depth < _LEVELS:
        for index, shape in enumerate(shapes[:_ITEMS]):
            if shape is not None:
                inside = f"{key}[{index}]." if isinstance(item, list) else f"{key}."
                yield from facts(types, shape, items[index], clean=clean, above=inside, depth=depth + 1)


def field_with_arguments(field: FieldShape) -> str:
    """The name of a field with its arguments, whatever its alias."""
    arguments = canonical(field.arguments) if field.arguments else ""
    return f"{field.name}({arguments})" if arguments else field.name
