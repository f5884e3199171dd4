"""A field that gives rows, and what its arguments mean: pages, conditions, orders. Each is worked out once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from querious.relations.lists.conditions import conditions
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.orderings import ordering_arguments, orderings
from querious.relations.lists.pages import paging

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import ListType, NamePath
    from querious.relations.lists.orderings import Ordering
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.schema_types import SchemaTypes


class ListField:
    """A field that gives rows."""

    def __init__(self, types: SchemaTypes, coordinate: str, declared: GraphQLField, list_type: ListType) -> None:
        self.coordinate = coordinate
        self.parent, _, self.name = coordinate.partition(".")
        self.declared = declared
        self.list_type = list_type
        self._types = types

    @cached_property
    def paging(self) -> PagingArguments:
        """The arguments that ask for a page."""
        return paging(self._types, self.declared, self.list_type)

    @cached_property
    def conditions(self) -> list[Condition]:
        """The arguments that filter rows."""
        return conditions(self._types, self.declared, self.list_type)

    @cached_property
    def orderings(self) -> list[Ordering]:
        """The orders that can be asked for."""
        return orderings(self._types, self.declared, self.list_type)

    @cached_property
    def ordering_arguments(self) -> list[NamePath]:
        """The arguments that have to do with order, whether it is known what they mean or not."""
        return ordering_arguments(self._types, self.declared, self.list_type)


def list_field(types: SchemaTypes, coordinate: str) -> ListField | None:
    """The field, if it gives rows."""
    declared = types.field(coordinate)
    found = list_type_of(types, declared) if declared else None
    if declared is None or found is None:
        return None
    return ListField(types, coordinate, declared, found)
