"""Answers read as objects: what stands where, which object it is, and what the answer says of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.answers.identity import identity_in
from querious.answers.objects import MOST_OBJECTS, objects_in
from querious.model.arguments import canonical, sent
from querious.model.shape import ObjectShape, path_text, runtime_shape
from querious.relations.routes import FieldStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.model import JSON, FieldShape, Operation, SelectionShape
    from querious.model.shape import AnswerPath
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes


class QueryAnswer(NamedTuple):
    """An operation and what came of it."""

    operation: Operation
    shape: SelectionShape
    data: dict[str, Any] | None
    """None where there is none, for whatever reason."""
    clean: bool = True
    """Whether the answer holds no errors: where it does, a null may be an error's."""


_ITEMS = 20
"""Items read of a list of objects that have no identity."""
_LEVELS = 4
"""Levels of objects without identity that are read as part of what is above them."""
NO_SHAPE = ObjectShape("", {})
"""Of what is no object, or an object whose type is not told."""


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
        return path[:-1] if isinstance(path[-1:] and path[-1], int) else None

    def identifier(self, types: SchemaTypes) -> JSON:
        """Its identifier, if its type has one and it was asked for; else None."""
        return identity(types, self.shape, self.value)


class AnsweredField(NamedTuple):
    """A field of an object in a trace, with what came of it."""

    step: int
    """The place of the answer in the trace."""
    clean: bool
    """Whether the answer holds no errors."""
    owner: Instance
    """The object that has the field."""
    shape: FieldShape
    value: JSON

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return self.shape.coordinate

    @property
    def arguments(self) -> dict[str, JSON]:
        """The arguments as the API got them."""
        return sent(self.shape.arguments)

    @property
    def path(self) -> str:
        """Where in the answer it stands."""
        return path_text((*self.owner.path, self.shape.key))


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


class ReadAnswer(QueryAnswer):
    """An answer that many rules look at one after the other: its objects and their fields are read once.

    For as long as that takes: what is read takes several times the memory of the answer.
    """

    @cached_property
    def instances(self) -> list[Instance]:
        """Its objects."""
        return list(_instances(self))

    @cached_property
    def fields(self) -> list[AnsweredField]:
        """The fields of its objects, as the only step of a trace."""
        return [field for instance in self.instances for field in fields_of(instance, 0, clean=self.clean)]

    @cached_property
    def memory(self) -> dict[object, Any]:
        """What else was made of it."""
        return {}


def instances(answer: QueryAnswer) -> Iterable[Instance]:
    """Every object of an answer whose type is known, parents before children; the query type itself first."""
    return answer.instances if isinstance(answer, ReadAnswer) else _instances(answer)


def _instances(answer: QueryAnswer) -> Iterator[Instance]:
    for found in objects_in(answer.shape, answer.data, MOST_OBJECTS):
        route = tuple(map(step_of, found.fields))
        yield Instance(found.shape.typename, found.value, found.shape, route, found.path)


def answered_fields(trace: Sequence[QueryAnswer]) -> Iterable[AnsweredField]:
    """Every field of every object of the answers, but for those that are missing from them."""
    only = trace[0] if len(trace) == 1 else None
    return only.fields if isinstance(only, ReadAnswer) else _answered_fields(trace)


def _answered_fields(trace: Sequence[QueryAnswer]) -> Iterator[AnsweredField]:
    for step, answer in enumerate(trace):
        for instance in instances(answer):
            yield from fields_of(instance, step, clean=answer.clean)


def fields_of(instance: Instance, step: int, *, clean: bool) -> Iterator[AnsweredField]:
    """The fields of an object, but for those that are missing from the answer."""
    for field in instance.shape.fields.values():
        if field.key in instance.value:
            yield AnsweredField(step, clean, instance, field, instance.value[field.key])


def step_of(field: FieldShape) -> FieldStep:
    """The field as a step of a route."""
    parent, _, name = field.coordinate.partition(".")
    return FieldStep(parent, name, tuple(field.arguments))


def shape_of(field: FieldShape, item: JSON) -> ObjectShape:
    """The shape of an object that a field gave; ``NO_SHAPE`` for anything else."""
    return runtime_shape(field.child, item) or NO_SHAPE


def identity(types: SchemaTypes, shape: ObjectShape, value: dict[str, Any]) -> JSON:
    """The identifier of an object, if its type has one and it was asked for; else None."""
    return identity_in(shape, types.identifier(shape.typename), value)


def shown(answer: QueryAnswer, typename: str, name: str) -> list[JSON]:
    """The values that an answer shows of a field of a type, each once."""
    coordinate = f"{typename}.{name}"
    found: dict[str, JSON] = {}
    for field in answered_fields([answer]):
        if field.coordinate == coordinate and not field.shape.arguments and isinstance(field.value, str | int):
            found.setdefault(str(field.value), field.value)
    return list(found.values())


def shown_by_list(answer: QueryAnswer, typename: str, name: str) -> list[list[JSON]]:
    """The same, list by list: those of each parent, and of each page, for themselves."""
    coordinate = f"{typename}.{name}"
    found: dict[AnswerPath | None, dict[str, JSON]] = {}
    for field in answered_fields([answer]):
        if field.coordinate == coordinate and not field.shape.arguments and isinstance(field.value, str | int):
            found.setdefault(field.owner.list_path, {}).setdefault(str(field.value), field.value)
    return [list(values.values()) for values in found.values()]


def all_shown(answer: QueryAnswer) -> set[str]:
    """``Type.field value`` of every leaf that an answer shows."""
    return {
        f"{field.coordinate} {field.value}"
        for field in answered_fields([answer])
        if field.shape.child is None and isinstance(field.value, str | int)
    }


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
        if field.coordinate in types.volatile or field.name == "__typename" or field.key not in value:
            continue
        key = above + field_with_arguments(field)
        item = value[field.key]
        if field.child is not None and item is not None:
            yield from _related_facts(types, field, item, key, clean=clean, depth=depth)
        elif item is not None or clean:
            yield Fact(key, field.coordinate, item, leaf=field.child is None)


def _related_facts(
    types: SchemaTypes, field: FieldShape, item: JSON, key: str, *, clean: bool, depth: int
) -> Iterator[Fact]:
    """Identifiers, where all objects have one; else what the objects themselves say."""
    several = isinstance(item, list)
    items = item if several else [item]
    shapes = [shape_of(field, one) for one in items]
    found = [identity(types, shape, one) for shape, one in zip(shapes, items, strict=True)]
    if None not in found:
        yield Fact(key, field.coordinate, found if several else found[0], leaf=False)
    elif depth < _LEVELS:
        for index, shape in enumerate(shapes[:_ITEMS]):
            inside = f"{key}[{index}]." if several else f"{key}."
            yield from facts(types, shape, items[index], clean=clean, above=inside, depth=depth + 1)


def field_with_arguments(field: FieldShape) -> str:
    """The name of a field with its arguments, whatever its alias."""
    arguments = canonical(field.arguments)
    return f"{field.name}({arguments})" if arguments else field.name
