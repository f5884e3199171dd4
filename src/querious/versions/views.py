"""Selections that show what stands at a place: enough of it that a difference cannot hide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)

from querious.answers.identity import identifier_of
from querious.model import Field, Fragment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

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
        kind = self._schema.type_map.get(typename)
        if isinstance(kind, GraphQLUnionType):
            return self._members(kind)
        if not isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            return []
        fields = dict(self._plain(kind))
        identifier = identifier_of(typename, fields)
        chosen: list[Selection] = [_field(typename, name) for name in _leaves(fields, identifier)[:_LEAVES]]
        if isinstance(kind, GraphQLInterfaceType):
            chosen.insert(0, _field(typename, "__typename"))
        for name, field in fields.items():
            if not _is_leaf(field):
                children = self._below(get_named_type(field.type).name, depth, of_entity=bool(identifier))
                if children:
                    chosen.append(_field(typename, name, children))
        return chosen

    def _below(self, typename: str, depth: int, *, of_entity: bool) -> list[Selection]:
        """Objects that another holds: of an object with identity only which ones they are, or their leaves."""
        if not of_entity:
            return self._of(typename, depth - 1) if depth > 1 else []
        kind = self._schema.type_map.get(typename)
        fields = dict(self._plain(kind)) if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType) else {}
        identifier = identifier_of(typename, fields)
        chosen = [identifier] if identifier else _leaves(fields)[:_FEW]
        named = [_field(typename, "__typename")] if isinstance(kind, GraphQLInterfaceType) and chosen else []
        return [*named, *(_field(typename, name) for name in chosen)]

    def _members(self, kind: GraphQLUnionType) -> list[Selection]:
        """The leaves of every type of a union, but for those that would go under one key with another type."""
        chosen: list[Selection] = [_field(kind.name, "__typename")]
        types: dict[str, str] = {}
        for member in kind.types[:_MEMBERS]:
            fields = dict(self._plain(member))
            names = [
                name
                for name in _leaves(fields, identifier_of(member.name, fields))
                if types.setdefault(name, str(fields[name].type)) == str(fields[name].type)
            ]
            if names:
                chosen.append(Fragment(member.name, (), [_field(member.name, name) for name in names[:_LEAVES]]))
        return chosen

    def _plain(self, kind: GraphQLObjectType | GraphQLInterfaceType) -> Iterator[tuple[str, GraphQLField]]:
        """Fields that need no arguments."""
        for name, field in kind.fields.items():
            if self._allowed(f"{kind.name}.{name}") and not any(map(is_required_argument, field.args.values())):
                yield name, field


def _field(parent: str, name: str, children: list[Selection] | None = None) -> Field:
    return Field(parent, name, "", (), (), children or ())


def _is_leaf(field: GraphQLField) -> bool:
    return bool(is_leaf_type(get_named_type(field.type)))


def _leaves(fields: Mapping[str, GraphQLField], first: str = "") -> list[str]:
    """The names of the leaves, the identifier first."""
    return sorted((name for name, field in fields.items() if _is_leaf(field)), key=lambda name: name != first)
