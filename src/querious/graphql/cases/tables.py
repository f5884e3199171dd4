"""The schema as flat tables: types and fields are integers, everything drawn at random is an index into a list."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_composite_type,
    is_required_argument,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container

    from graphql import GraphQLField, GraphQLInputType, GraphQLInterfaceType, GraphQLSchema

    from querious.graphql.values import Makers
    from querious.model import Value
    from querious.values import Chance

LEAF = -1


class ArgumentEntry(NamedTuple):
    """One argument that can be sent."""

    name: str
    coordinate: str
    type: str
    make: Callable[[Chance], Value]
    required: bool
    nullable: bool
    declared: GraphQLInputType


class FieldEntry(NamedTuple):
    """One field that can be asked for."""

    name: str
    target: int
    """The index of the composite type it gives, or LEAF."""
    arguments: tuple[ArgumentEntry, ...]


class TypeEntry(NamedTuple):
    """One composite type."""

    name: str
    fields: tuple[FieldEntry, ...]
    leaves: tuple[FieldEntry, ...]
    """Those of ``fields`` that end a branch."""
    members: tuple[int, ...]
    """For an interface or union: the object types it may be; empty for an object."""


class Tables:
    """All composite types that can be reached from the roots over fields that may be asked for."""

    def __init__(
        self,
        schema: GraphQLSchema,
        makers: Makers,
        allowed: Callable[[str], bool] = lambda _: True,
        *,
        without: Container[str] = frozenset(),
        kinds: Collection[str] = ("query", "mutation"),
    ) -> None:
        """``without`` are arguments, as ``Type.field.argument``, that are not sent even if they are required.

        ``kinds`` of operations are those that begin at the roots.
        """
        self._without = without
        self._schema = schema
        self.makers = makers
        self._allowed = allowed
        self._index: dict[str, int] = {}
        self._queue: list[GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType] = []
        self.unaskable: list[str] = []
        """Fields left out because a required argument cannot be made."""
        roots = {
            "query": schema.query_type,
            "mutation": schema.mutation_type,
            "subscription": schema.subscription_type,
        }
        makers.pool.optional.roots = frozenset(root.name for root in roots.values() if root is not None)
        self.roots: dict[str, int] = {}
        """Kind of operation → the index of its type, where that has a field that may be asked for."""
        for kind, root in roots.items():
            if kind in kinds and root is not None and any(allowed(f"{root.name}.{name}") for name in root.fields):
                self.roots[kind] = self._number(root)
        self.types: list[TypeEntry] = []
        while len(self.types) < len(self._queue):
            self.types.append(self._entry(self._queue[len(self.types)]))
        for kind in [kind for kind, root in self.roots.items() if not self.types[root].fields]:
            del self.roots[kind]

    def without(self, left_out: Container[str]) -> Tables:
        """The same tables, in which some fields (``Type.field``) may not be asked for; types keep their numbers."""
        view = copy(self)
        view.types = [_without(entry, left_out) for entry in self.types]
        view.roots = {kind: root for kind, root in self.roots.items() if view.types[root].fields}
        return view

    def _number(self, kind: GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType) -> int:
        index = self._index.setdefault(kind.name, len(self._queue))
        if index == len(self._queue):
            self._queue.append(kind)
        return index

    def _entry(self, kind: GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType) -> TypeEntry:
        definitions = {} if isinstance(kind, GraphQLUnionType) else kind.fields
        allowed = [name for name in definitions if self._allowed(f"{kind.name}.{name}")]
        made = (self._field(kind.name, name, definitions[name]) for name in allowed)
        fields = tuple(field for field in made if field is not None)
        members = () if isinstance(kind, GraphQLObjectType) else self._schema.get_possible_types(kind)
        return TypeEntry(
            kind.name,
            fields,
            tuple(field for field in fields if field.target == LEAF),
            tuple(self._number(member) for member in members),
        )

    def _field(self, parent: str, name: str, definition: GraphQLField) -> FieldEntry | None:
        named = get_named_type(definition.type)
        arguments = []
        for argument_name, argument in definition.args.items():
            coordinate = f"{parent}.{name}.{argument_name}"
            if coordinate in self._without:
                continue
            declared, required = argument.type, is_required_argument(argument)
            make = self.makers.maker(coordinate, declared, named)
            if make is not None:
                nullable = not isinstance(declared, GraphQLNonNull)
                entry = ArgumentEntry(argument_name, coordinate, str(declared), make, required, nullable, declared)
                arguments.append(entry)
            elif required:
                self.unaskable.append(f"{parent}.{name}")
                return None
        if arguments and isinstance(self._schema.type_map[parent], GraphQLObjectType):
            self.makers.call(parent, name)  # so that answers teach about it from the first one on
            if not any(argument.required for argument in arguments):
                self.makers.pool.optional.watch(f"{parent}.{name}")
        target = self._number(named) if is_composite_type(named) else LEAF  # type: ignore[arg-type]
        return FieldEntry(name, target, tuple(arguments))


def _without(entry: TypeEntry, left_out: Container[str]) -> TypeEntry:
    fields = tuple(field for field in entry.fields if f"{entry.name}.{field.name}" not in left_out)
    return entry._replace(fields=fields, leaves=tuple(field for field in fields if field.target == LEAF))
