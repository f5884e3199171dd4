"""Which field tells one object of a type from another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLInterfaceType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    is_required_argument,
)

if TYPE_CHECKING:
    from graphql import GraphQLField, GraphQLSchema

    from querious.model import JSON, ObjectShape

_NAMES: Final = ("id", "_id", "nodeId", "uuid", "guid", "globalId", "gid")
"""Names of identifiers, the most likely first."""
_NEVER: Final = frozenset(("", "Boolean", "Float"))


class Identity:
    """Worked out once per schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._names: dict[str, str] = {}

    def name(self, typename: str) -> str:
        """The name of the field that tells objects of a type apart; empty where none is known to."""
        known = self._names.get(typename)
        if known is None:
            known = self._names[typename] = self._look_up(typename)
        return known

    def of(self, shape: ObjectShape, value: dict[str, JSON]) -> JSON:
        """The identifier of an object, if its type has one and it was asked for; else None."""
        name = self.name(shape.typename)
        if not name:
            return None
        coordinate = f"{shape.typename}.{name}"
        for field in shape.fields.values():
            if field.coordinate == coordinate and not field.arguments:
                found = value.get(field.key)
                return found if isinstance(found, str | int) and not isinstance(found, bool) else None
        return None

    def _look_up(self, typename: str) -> str:
        declared = self._schema.type_map.get(typename)
        if not isinstance(declared, GraphQLObjectType | GraphQLInterfaceType):
            return ""
        fields = {name: field for name, field in declared.fields.items() if _is_plain(field)}
        for name in _NAMES:
            if name in fields and _scalar(fields[name]) not in _NEVER:
                return name
        typed = [name for name, field in fields.items() if _scalar(field) == "ID"]
        return typed[0] if len(typed) == 1 and typed[0].lower() == f"{typename.lower()}id" else ""


def _is_plain(field: GraphQLField) -> bool:
    return not any(is_required_argument(argument) for argument in field.args.values())


def _scalar(field: GraphQLField) -> str:
    """The name of the scalar that a field gives one of; empty for lists, objects and enums."""
    kind = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
    return kind.name if isinstance(kind, GraphQLScalarType) else ""
