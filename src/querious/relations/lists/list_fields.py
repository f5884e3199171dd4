"""A field that gives rows, and what its arguments mean: pages, conditions, orders. Each is worked out once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from querious.relations.lists.conditions import conditions
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.orderings import ordering_arguments, orderings
from querious.relations.lists.pages import paging
from querious.relations.schema_types import once

if TYPE_CHECKING:
    from graphql import GraphQLArgument

    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import ListType, NamePath
    from querious.relations.lists.orderings import Ordering
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.schema_types import SchemaTypes


class ListField:
    """A field; it gives rows if its ``list_type`` has any."""

    def __init__(self, types: SchemaTypes, coordinate: str) -> None:
        self.coordinate = coordinate
        self.parent, _, self.name = coordinate.partition(".")
        self.list_type: ListType = list_type_of(types, coordinate)
        self._types = types

    @cached_property
    def declared_arguments(self) -> dict[str, GraphQLArgument]:
        """Those of the schema."""
        return self._types.fields(self.parent)[self.name].args

    @cached_property
    def paging(self) -> PagingArguments:
        """The arguments that ask for a page."""
        return paging(self._types, self.coordinate)

    @cached_property
    def conditions(self) -> list[Condition]:
        """The arguments that filter rows."""
        return conditions(self._types, self.coordinate)

    @cached_property
    def orderings(self) -> list[Ordering]:
        """The orders that can be asked for."""
        return orderings(self._types, self.coordinate)

    @cached_property
    def ordering_arguments(self) -> list[NamePath]:
        """The arguments that have to do with order, whether it is known what they mean or not."""
        return ordering_arguments(self._types, self.coordinate)


@once
def list_field(types: SchemaTypes, coordinate: str) -> ListField:
    """The field, with what its arguments mean."""
    return ListField(types, coordinate)
