"""All there is to cover: tuples, arguments, input fields and enum values, under the patterns in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
)

from querious.model.definitions import object_types

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graphql import GraphQLNamedType, GraphQLSchema


class Universe:
    """Made from the types reachable from the roots that are asked."""

    def __init__(
        self,
        schema: GraphQLSchema,
        types: Iterable[GraphQLNamedType],
        wanted: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self.tuples: set[str] = set()
        self.arguments: set[str] = set()
        self.inputs: set[str] = set()
        self.enums: set[str] = set()
        self.enum_types: set[str] = set()
        self.argument_types: dict[tuple[str, str, str], GraphQLNamedType] = {}
        """(type, field, argument) → its input or enum type, for the arguments that have one."""
        self.members: dict[str, tuple[str, ...]] = {}
        """Interface → the object types that implement it."""
        self._schema = schema
        self._wanted = wanted
        self._added: set[str] = set()
        """Input types and enums that were gone through."""
        self.extend(types)

    def extend(self, types: Iterable[GraphQLNamedType]) -> None:
        """Let these types count as well: another root can be asked."""
        for kind in types:
            if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
                self._add_fields(kind)
            if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType):
                self.members[kind.name] = object_types(self._schema, kind.name)

    def _add_fields(self, kind: GraphQLObjectType | GraphQLInterfaceType) -> None:
        for name, field in kind.fields.items():
            for argument_name, argument in field.args.items():
                named = get_named_type(argument.type)
                if isinstance(named, GraphQLInputObjectType | GraphQLEnumType):
                    self.argument_types[kind.name, name, argument_name] = named
            coordinate = f"{kind.name}.{name}"
            if isinstance(kind, GraphQLInterfaceType) or not self._wanted(coordinate):
                continue
            self.tuples.add(coordinate)
            self._add_values(get_named_type(field.type))
            for argument_name, argument in field.args.items():
                self.arguments.add(f"{coordinate}({argument_name}:)")
                self._add_values(get_named_type(argument.type))

    def _add_values(self, kind: GraphQLNamedType) -> None:
        """Enum values and input fields, through nested inputs, however deep they are."""
        waiting = [kind]
        while waiting:
            kind = waiting.pop()
            if kind.name in self._added:
                continue
            self._added.add(kind.name)
            if isinstance(kind, GraphQLEnumType):
                self.enum_types.add(kind.name)
                self.enums.update(name for value in kind.values if self._wanted(name := f"{kind.name}.{value}"))
            elif isinstance(kind, GraphQLInputObjectType):
                for name, field in kind.fields.items():
                    if self._wanted(f"{kind.name}.{name}"):
                        self.inputs.add(f"{kind.name}.{name}")
                        waiting.append(get_named_type(field.type))
