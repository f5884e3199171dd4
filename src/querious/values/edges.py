"""Values at the edge for every place of an input type: what a probe forces, one at a time."""

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
from querious.values.chance import INCLUDED

if TYPE_CHECKING:
    from graphql import GraphQLInputType, GraphQLNamedType

    from querious.model import Value
    from querious.values.overrides import Overrides


def edges_of(
    kind: GraphQLInputType, coordinate: str, overrides: Overrides, inside: tuple[str, ...] = ()
) -> list[dict[str, Value]]:
    """What to force for each edge of the place itself and, for an input object, of every place in it.

    ``inside`` are the input types already entered: a recursive one is entered once.
    """
    if overrides.at(coordinate) is not None:
        return []
    found: list[dict[str, Value]] = [{coordinate: value} for value in _values(kind, overrides)]
    named = get_named_type(kind)
    if isinstance(named, GraphQLInputObjectType) and named.name not in inside:
        one_of = getattr(named, "is_one_of", False)
        for name, field in named.fields.items():
            place = f"{named.name}.{name}"
            deeper = edges_of(field.type, place, overrides, (*inside, named.name))
            found += [{coordinate: INCLUDED, **forced} for forced in deeper if not (one_of and forced[place] is None)]
    return found


def _values(kind: GraphQLInputType, overrides: Overrides) -> list[Value]:
    """Edges of the place as a whole: null, the empty list, the edges of its scalar, the members of its enum."""
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
