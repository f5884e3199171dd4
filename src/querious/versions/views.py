"""Selections that show what stands at a place: enough of it that a difference cannot hide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLInterfaceType, GraphQLUnionType, get_named_type, is_leaf_type

from querious.answers.identity import identifier_of
from querious.model import Field, Fragment
from querious.model.arguments import is_plain
from querious.model.definitions import fields_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import GraphQLField, GraphQLSchema

    from querious.model import Selection

_LEAVES: Final = 16
"""Leaves of one object."""
_FEW: Final = 4
"""Leaves of an object without identity that belongs to one that has it."""
_MEMBERS: Final = 6
"""Types of a union that are told apart."""
_DEEP: Final = 3
"""Levels of objects without identity that are opened: a connection, its edges."""


class View:
    """Makes selections for one schema, of fields that may be asked."""

    def __init__(self, schema: GraphQLSchema, allowed: Callable[[str], bool]) -> None:
        self._schema = schema
        self._allowed = allowed

    def of(self, typename: str) -> list[Selection]:
        """The leaves of a type, and what is in the objects below that have no identity; none for a leaf type."""
        return self._of(typename, _DEEP)

    def _of(self, typename: str, depth: int) -> list[Selection]:
        kind = self._schema.type_map[typename]
        if not depth:
            return []
        if isinstance(kind, GraphQLUnionType):
            return self._members(kind)
        fields = self._plain(typename)
        identifier = identifier_of(typename, fields)
        names = _leaves(fields, identifier)[:_LEAVES]
        chosen = [*self._type_name(typename), *(Field(typename, name) for name in names)]
        for name, field in fields.items():
            below = get_named_type(field.type).name
            children = self._which(below) if identifier else self._of(below, depth - 1)
            if children:
                chosen.append(Field(typename, name, children=children))
        return chosen

    def _which(self, typename: str) -> list[Selection]:
        """Which object it is, or its first leaves if that is not known."""
        fields = self._plain(typename)
        identifier = identifier_of(typename, fields)
        names = [identifier] if identifier else _leaves(fields)[:_FEW]
        return [*self._type_name(typename), *(Field(typename, name) for name in names)] if names else []

    def _type_name(self, typename: str) -> list[Selection]:
        is_interface = isinstance(self._schema.type_map[typename], GraphQLInterfaceType)
        return [Field(typename, "__typename")] if is_interface else []

    def _members(self, kind: GraphQLUnionType) -> list[Selection]:
        """The leaves of every type of a union, but for those that would go under one key with another type."""
        chosen: list[Selection] = [Field(kind.name, "__typename")]
        types: dict[str, str] = {}
        for member in kind.types[:_MEMBERS]:
            fields = self._plain(member.name)
            leaves = _leaves(fields, identifier_of(member.name, fields))
            declared = {name: str(fields[name].type) for name in leaves}
            names = [name for name in leaves if types.setdefault(name, declared[name]) == declared[name]]
            if names:
                chosen.append(Fragment(member.name, (), [Field(member.name, name) for name in names[:_LEAVES]]))
        return chosen

    def _plain(self, typename: str) -> dict[str, GraphQLField]:
        """Fields that need no arguments."""
        fields = fields_of(self._schema, typename)
        return {name: one for name, one in fields.items() if is_plain(one) and self._allowed(f"{typename}.{name}")}


def _leaves(fields: Mapping[str, GraphQLField], first: str = "") -> list[str]:
    """The names of the leaves, the identifier first."""
    names = [name for name, field in fields.items() if is_leaf_type(get_named_type(field.type))]
    return sorted(names, key=lambda name: name != first)
