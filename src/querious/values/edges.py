"""Values at the edge of one place: what a probe forces, one at a time."""

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
    from graphql import GraphQLInputType, GraphQLNamedType

    from querious.model import Value
    from querious.values.overrides import Overrides


def edges_of(kind: GraphQLInputType, coordinate: str, overrides: Overrides) -> list[Value]:
    """The edges of a place as a whole; those of the places inside an input object are theirs."""
    return [] if overrides.at(coordinate) is not None else _values(kind, overrides)


def inner_of(kind: GraphQLInputType, coordinate: str, overrides: Overrides) -> GraphQLInputObjectType | None:
    """The input type that stands at a place, through lists, if its fields can be filled one by one."""
    named = get_named_type(kind)
    if not isinstance(named, GraphQLInputObjectType):
        return None
    made_by_user = overrides.at(coordinate) is not None or overrides.of_type(named.name) is not None
    return None if made_by_user else named


def _values(kind: GraphQLInputType, overrides: Overrides) -> list[Value]:
    """Null, the empty list, the edges of its scalar, the members of its enum."""
    if isinstance(kind, GraphQLNonNull):
        return _not_null(kind.of_type, overrides)
    return [None, *_not_null(kind, overrides)]


def _not_null(kind: GraphQLInputType, overrides: Overrides) -> list[Value]:
    if isinstance(kind, GraphQLList):
        return [[], *([value] for value in _values(kind.of_type, overrides))]
    named = get_named_type(kind)
    if overrides.of_type(named.name) is not None:
        return []
    return _of_named(named)


def _of_named(named: GraphQLNamedType) -> list[Value]:
    if isinstance(named, GraphQLEnumType):
        return [EnumValue(name) for name in named.values]
    if isinstance(named, GraphQLInputObjectType):
        needs_nothing = not any(is_required_input_field(field) for field in named.fields.values())
        return [{}] if needs_nothing and not getattr(named, "is_one_of", False) else []
    if scalars.is_upload(named.name):
        return []
    return list((scalars.scalar_for(named.name) or scalars.guessed()).edges)
