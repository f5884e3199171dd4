"""Arguments handed over in other ways that mean the same.

As variables or in the document, in another order, with their defaults spelt out. What cannot be said in the other way
for certain is left as it is.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLScalarType,
    Undefined,
    is_specified_scalar_type,
)

from querious.model import ABSENT, EnumValue, Field, Operation, Raw, Variable
from querious.model.arguments import plain
from querious.model.defaults import default_of
from querious.model.operation import walk
from querious.relations.answers.comparison import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphql import GraphQLArgument, GraphQLInputType

    from querious.model import JSON, Selection, Value
    from querious.relations.schema_types import SchemaTypes

_DROPPED = object()
"""Stands for an argument that is left out."""


def as_variables(types: SchemaTypes, operation: Operation) -> Operation:
    """Every literal argument as a variable; the same value of the same type is the same variable everywhere."""
    made = _Variables(operation)
    return _changed(types, operation, made.instead_of)


def as_literals(types: SchemaTypes, operation: Operation) -> Operation:
    """Every variable, also one inside a value, written into the document."""
    return _changed(types, operation, lambda declared, value: _literal(declared.type, value))


def swapped(types: SchemaTypes, operation: Operation) -> Operation:
    """Literals as variables, and variables as literals."""
    made = _Variables(operation)

    def swap(declared: GraphQLArgument, value: Value) -> Value:
        if isinstance(value, Variable):
            return _literal(declared.type, value)
        return made.instead_of(declared, value)

    return _changed(types, operation, swap)


def inputs_reversed(types: SchemaTypes, operation: Operation) -> Operation:
    """The fields of every input object in reverse order; an object of a custom scalar is left alone."""
    return _changed(types, operation, lambda declared, value: _reversed(declared.type, value))


def arguments_reversed(operation: Operation) -> Operation:
    """The arguments of every field in reverse order."""
    return with_fields(operation, lambda field: field._replace(arguments=list(field.arguments)[::-1]))


def defaults_given(types: SchemaTypes, operation: Operation) -> Operation:
    """An explicit default for every argument that has one and was not given."""

    def with_defaults(field: Field) -> Field:
        arguments = dict(field.arguments)
        for name, declared in _declared(types, field).items():
            default = _typed(declared.type, default_of(declared), EnumValue)
            if default is not Undefined:
                arguments.setdefault(name, default)
        return field._replace(arguments=list(arguments.items()))

    return with_fields(operation, with_defaults)


def with_fields(operation: Operation, change: Callable[[Field], Selection]) -> Operation:
    """A copy with every field changed, children before parents."""
    return rebuilt(operation, lambda nodes: [change(node) if isinstance(node, Field) else node for node in nodes])


def rebuilt(operation: Operation, change: Callable[[list[Selection]], list[Selection]]) -> Operation:
    """A copy with the selections of every object changed, children before parents."""

    def down(selections: Sequence[Selection]) -> list[Selection]:
        return change([node._replace(children=down(node.children)) if node.children else node for node in selections])

    return operation._replace(selections=down(operation.selections))


class _Variables:
    """Variables for values, with names that the operation does not have yet."""

    def __init__(self, operation: Operation) -> None:
        self._taken = {variable.name for variable in variables(operation)}
        self._made: dict[tuple[str, str], Variable] = {}

    def instead_of(self, declared: GraphQLArgument, value: Value) -> Value:
        """The variable for a literal; Undefined if that may not mean the same."""
        if isinstance(value, Variable):
            return Undefined
        plain_value = _typed(declared.type, plain(value), str)
        place = (str(declared.type), text(plain_value))
        if plain_value is not Undefined and place not in self._made:
            name = next(name for name in map("given{}".format, count(len(self._made) + 1)) if name not in self._taken)
            self._taken.add(name)
            self._made[place] = Variable(name, str(declared.type), plain_value)
        return self._made.get(place, Undefined)


def variables(operation: Operation) -> Iterator[Variable]:
    """Every use of a variable, in directives too."""
    for node in walk(operation.selections):
        arguments = list(node.arguments) if isinstance(node, Field) else []
        for directive in node.directives:
            arguments.extend(directive.arguments)
        for _, value in arguments:
            yield from _used(value)


def _used(value: Value) -> Iterator[Variable]:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, Variable):
        yield value
    for item in inside:
        yield from _used(item)


def _changed(types: SchemaTypes, operation: Operation, change: Callable[[GraphQLArgument, Value], Value]) -> Operation:
    """A copy with every argument changed; those for which Undefined comes back stay as they are."""

    def changed(field: Field) -> Field:
        declared = _declared(types, field)
        arguments: list[tuple[str, Value]] = []
        for name, value in field.arguments:
            new = change(declared[name], value) if name in declared else Undefined
            arguments.append((name, value if new is Undefined else new))
        return field._replace(arguments=[pair for pair in arguments if pair[1] is not _DROPPED])

    return with_fields(operation, changed)


def _declared(types: SchemaTypes, field: Field) -> dict[str, GraphQLArgument]:
    found = types.field(field.coordinate)
    return found.args if found else {}


def _literal(kind: GraphQLInputType, value: Value) -> Value:
    """A value without variables; Undefined if it has none, or if the document cannot say it for certain."""
    if isinstance(value, Variable) and value.value is ABSENT:
        return _DROPPED
    return _typed(kind, plain(value), EnumValue) if any(_used(value)) else Undefined


def _typed(kind: GraphQLInputType, value: JSON, enum: Callable[[str], Value]) -> Value:
    """A value with its enum members made by ``enum``; Undefined where it does not fit its type, or cannot be said."""
    try:
        return _fitted(kind, value, enum)
    except _UnsayableError:
        return Undefined


class _UnsayableError(Exception):
    """A value does not fit its type, or the document and JSON cannot say it alike."""


def _fitted(kind: Any, value: JSON, enum: Callable[[str], Value]) -> Value:
    if value is None and not isinstance(kind, GraphQLNonNull):
        return None
    match kind, value:
        case GraphQLNonNull(), _ if value is not None:
            return _fitted(kind.of_type, value, enum)
        case GraphQLList(), list():
            return [_fitted(kind.of_type, item, enum) for item in value]
        case GraphQLInputObjectType(), dict() if value.keys() <= kind.fields.keys():
            return {name: _fitted(kind.fields[name].type, item, enum) for name, item in value.items()}
        case GraphQLEnumType(), str() if value in kind.values:
            return enum(value)
        case GraphQLScalarType(), _ if _is_sayable(value, own=not is_specified_scalar_type(kind)):
            return value
    raise _UnsayableError


def _is_sayable(value: JSON, *, own: bool) -> bool:
    """Whether a scalar can stand in a document and in JSON alike.

    Servers read the two forms of their own scalars in different places: only text and whole numbers are read alike by
    nearly all.
    """
    if isinstance(value, Raw | EnumValue) or value is ABSENT:
        return False
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    return isinstance(value, int) or (not own and isinstance(value, float))


def _reversed(kind: GraphQLInputType, value: Value) -> Value:
    """Input objects with their fields in reverse order; Undefined never."""
    if isinstance(value, Variable):
        return value._replace(value=_reversed(kind, value.value))
    inner: Any = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
    if isinstance(inner, GraphQLList) and isinstance(value, list):
        return [_reversed(inner.of_type, item) for item in value]
    if isinstance(inner, GraphQLInputObjectType) and isinstance(value, dict):
        return {
            name: _reversed(inner.fields[name].type, item) if name in inner.fields else item
            for name, item in reversed(value.items())
        }
    return value
