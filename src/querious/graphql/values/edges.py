"""Values at the edge of an argument or input field: what a probe forces, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    get_named_type,
    is_required_input_field,
)

from querious.model import EnumValue
from querious.model.definitions import nullable
from querious.values import scalars

if TYPE_CHECKING:
    from graphql import GraphQLInputType, GraphQLNamedType

    from querious.model import Value
    from querious.values.overrides import Overrides


def edges_of(declared: GraphQLInputType, coordinate: str, overrides: Overrides) -> list[Value]:
    """The edges of an argument or input field as a whole; the fields of an input object have their own."""
    return [] if overrides.at(coordinate) is not None else _edges(declared, overrides)


def inner_of(declared: GraphQLInputType, coordinate: str, overrides: Overrides) -> GraphQLInputObjectType | None:
    """The input type of an argument or input field, through lists, if its fields can be filled one by one."""
    named = get_named_type(declared)
    made_by_user = overrides.at(coordinate) is not None or overrides.of_type(named.name) is not None
    return named if isinstance(named, GraphQLInputObjectType) and not made_by_user else None


def _edges(declared: GraphQLInputType, overrides: Overrides) -> list[Value]:
    """Null, the empty list, the edges of its scalar, the members of its enum."""
    bare = nullable(declared)
    if isinstance(bare, GraphQLList):
        edges: list[Value] = [[]]
        edges += [[value] for value in _edges(bare.of_type, overrides)]
    elif overrides.of_type(get_named_type(bare).name) is not None:
        edges = []
    else:
        edges = _edges_of_named(get_named_type(bare))
    return edges if isinstance(declared, GraphQLNonNull) else [None, *edges]


def _edges_of_named(named: GraphQLNamedType) -> list[Value]:
    if isinstance(named, GraphQLEnumType):
        return [EnumValue(name) for name in named.values]
    if isinstance(named, GraphQLInputObjectType):
        may_be_empty = not any(is_required_input_field(field) for field in named.fields.values())
        return [{}] if may_be_empty and not getattr(named, "is_one_of", False) else []
    if scalars.is_upload(named.name):
        return []
    return list((scalars.scalar_for(named.name) or scalars.guessed()).edges)
