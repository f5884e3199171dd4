"""What a schema defines at a coordinate. graphql-core has the types; these only look them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from graphql import (
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLType,
    GraphQLUnionType,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLSchema

Declared = TypeVar("Declared", bound=GraphQLType)


def fields_of(schema: GraphQLSchema, typename: str) -> Mapping[str, GraphQLField]:
    """The fields of an object type or interface; none for any other type, or for one that is unknown."""
    defined = schema.type_map.get(typename)
    return defined.fields if isinstance(defined, GraphQLObjectType | GraphQLInterfaceType) else {}


def input_at(schema: GraphQLSchema, coordinate: str) -> GraphQLArgument | GraphQLInputField | None:
    """The argument ``Type.field.argument`` or the input field ``Input.field``."""
    typename, name, *argument = coordinate.split(".")
    if argument:
        field = fields_of(schema, typename).get(name)
        return field.args.get(argument[0]) if field is not None else None
    defined = schema.type_map.get(typename)
    return defined.fields.get(name) if isinstance(defined, GraphQLInputObjectType) else None


def object_types(schema: GraphQLSchema, typename: str) -> tuple[str, ...]:
    """The object types that a composite type may be at run time: itself, or those of an interface or union."""
    defined = schema.type_map.get(typename)
    if isinstance(defined, GraphQLInterfaceType | GraphQLUnionType):
        return tuple(member.name for member in schema.get_possible_types(defined))
    return (typename,) if isinstance(defined, GraphQLObjectType) else ()


def nullable(declared: Declared) -> Declared:
    """The type without non-null."""
    return declared.of_type if isinstance(declared, GraphQLNonNull) else declared


def is_list(declared: GraphQLType) -> bool:
    """Whether a type is a list, non-null or not."""
    return isinstance(nullable(declared), GraphQLList)
