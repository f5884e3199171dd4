"""Which types of a schema are pages of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLInterfaceType, GraphQLObjectType

from querious.answers import pages
from querious.model.definitions import is_list

if TYPE_CHECKING:
    from graphql import GraphQLNamedType


def is_page(defined: GraphQLNamedType | None) -> bool:
    """Whether objects of this type stand for a page of a list, which may be empty."""
    if not isinstance(defined, GraphQLObjectType | GraphQLInterfaceType):
        return False
    return pages.is_page(defined.name, defined.fields, _lists(defined))


def holds_rows(defined: GraphQLNamedType) -> bool:
    """Whether a type has a list where pages have their rows, so that a size sent to it is that of the list."""
    if not isinstance(defined, GraphQLObjectType | GraphQLInterfaceType):
        return False
    return not _lists(defined).isdisjoint(pages.ROWS)


def _lists(defined: GraphQLObjectType | GraphQLInterfaceType) -> set[str]:
    return {name for name, field in defined.fields.items() if is_list(field.type)}
