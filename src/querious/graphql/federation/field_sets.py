"""Sets of fields as ``@key`` and ``@requires`` write them: ``"id organization { id }"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from graphql import FieldNode, GraphQLSyntaxError, InlineFragmentNode, OperationDefinitionNode, get_named_type, parse

from querious.model import Field
from querious.model.definitions import fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema, SelectionSetNode

    from querious.model import JSON


class KeyField(NamedTuple):
    """One field of a set, with those below it."""

    name: str
    below: tuple[KeyField, ...] = ()


FieldSet: TypeAlias = "tuple[KeyField, ...]"


def read_field_set(text: str) -> FieldSet | None:
    """The fields that a text names; None where it cannot be read, or holds more than names."""
    inner = text.strip()
    try:
        document = parse(inner if inner.startswith("{") else f"{{{inner}}}", no_location=True)
    except (GraphQLSyntaxError, RecursionError):
        return None
    (operation, *others) = document.definitions
    if others or not isinstance(operation, OperationDefinitionNode):
        return None
    return _read(operation.selection_set) or None


def _read(selected: SelectionSetNode | None) -> FieldSet | None:
    found = []
    for node in selected.selections if selected else ():
        if isinstance(node, InlineFragmentNode) or not isinstance(node, FieldNode) or node.arguments:
            return None  # on unions and interfaces: representations of such are not made
        below = _read(node.selection_set)
        if below is None:
            return None
        found.append(KeyField(node.name.value, below))
    return tuple(found)


def coordinates(schema: GraphQLSchema, typename: str, fields: FieldSet) -> Iterator[str]:
    """``Type.field`` of every field of a set, those of nested types too."""
    known = fields_of(schema, typename)
    for field in fields:
        yield f"{typename}.{field.name}"
        if field.below and field.name in known:
            yield from coordinates(schema, get_named_type(known[field.name].type).name, field.below)


def key_selections(schema: GraphQLSchema, typename: str, fields: FieldSet) -> list[Field] | None:
    """What asks for these fields; None where the schema lacks one of them."""
    known = fields_of(schema, typename)
    found = []
    for field in fields:
        if field.name == "__typename":
            found.append(Field(typename, "__typename"))
            continue
        if field.name not in known:
            return None
        below = key_selections(schema, get_named_type(known[field.name].type).name, field.below)
        if below is None:
            return None
        found.append(Field(typename, field.name, children=below))
    return found


def taken(fields: FieldSet, value: JSON) -> Any:
    """The part of an object that a set names; None where it lacks some of it, or shows a null there."""
    if not fields:
        return value
    if isinstance(value, list):
        items = [taken(fields, item) for item in value]
        return None if None in items else items
    if not isinstance(value, dict):
        return None
    found = {field.name: taken(field.below, value.get(field.name)) for field in fields}
    return None if any(part is None for part in found.values()) else found
