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
from querious.values import scalars

if TYPE_CHECKING:
    from graphql import GraphQLInputType

    from querious.model import Value
    from querious.values.overrides import Overrides


def edges_of(declared: GraphQLInputType, coordinate: str, overrides: Overrides) -> list[Value]:
    """The edges of an argument or input field as a whole; the fields of an input object have their own."""
    return [] if overrides.at(coordinate) is not None else _edges(declared, overrides)


def inner_of(declared: GraphQLInputType, coordinate: str, overrides: Overrides) -> GraphQLInputObjectType | None:
    """The input type of an argument or input field, through lists, if its fields can be filled one by one."""
    named = get_named_type(declared)
    own = overrides.at(coordinate) or overrides.of_type(named.name)
    return named if isinstance(named, GraphQLInputObjectType) and own is None else None


def _edges(declared: GraphQLInputType, overrides: Overrides) -> list[Value]:
    """Null, the empty list, the edges of its scalar, the members of its enum."""
    if not isinstance(declared, GraphQLNonNull):
        return [None, *_edges(GraphQLNonNull(declared), overrides)]
    bare = declared.of_type
    if isinstance(bare, GraphQLList):
        return [[], *([value] for value in _edges(bare.of_type, overrides))]
    if overrides.of_type(bare.name) is not None or scalars.is_upload(bare.name):
        return []
    if isinstance(bare, GraphQLEnumType):
        return [EnumValue(name) for name in bare.values]
    if isinstance(bare, GraphQLInputObjectType):
        needs_some = getattr(bare, "is_one_of", False) or any(map(is_required_input_field, bare.fields.values()))
        return [] if needs_some else [{}]
    return list((scalars.scalar_for(bare.name) or scalars.guessed()).edges)
