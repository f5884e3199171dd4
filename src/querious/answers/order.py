"""Whether the order of a list is promised: where it is not, a list in another order says the same."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLScalarType, Undefined, get_named_type

from querious.answers.pages import is_paging, sorts
from querious.model.arguments import sent
from querious.model.defaults import default_of
from querious.model.definitions import fields_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLArgument, GraphQLSchema

    from querious.model.values import Value

_WAYS_TO_SORT: Final = GraphQLEnumType | GraphQLInputObjectType | GraphQLScalarType
_NO_WAY_TO_SORT: Final = frozenset(("ID", "Int", "Float"))
"""Types of an argument called ``order`` that names a thing, not a way to sort."""


class _FieldPromise(NamedTuple):
    arguments: frozenset[str]
    """Any of these, if it is sent, promises an order: it sorts, or cuts into pages."""
    by_default: bool
    """Whether an argument that sorts has a default."""


class OrderPromises(Protocol):
    """Knows of one API where it promises an order, whatever its protocol."""

    def promised(self, coordinate: str, arguments: Sequence[tuple[str, Value]]) -> bool:
        """Whether what is asked with these arguments has to give its items in a certain order."""


class PromisedOrder:
    """Knows the arguments of one schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._promise = cache(self._look_up)

    def promised(self, coordinate: str, arguments: Sequence[tuple[str, Value]]) -> bool:
        """Whether a field, asked with these arguments, has to give its items in a certain order."""
        promise = self._promise(coordinate)
        given = {name for name, value in sent(arguments).items() if value is not None}
        return promise.by_default or not promise.arguments.isdisjoint(given)

    def _look_up(self, coordinate: str) -> _FieldPromise:
        parent, _, name = coordinate.partition(".")
        field = fields_of(self._schema, parent).get(name)
        arguments = field.args if field else {}
        sorting = {name: argument for name, argument in arguments.items() if _is_way_to_sort(name, argument)}
        defaults = [default_of(argument) for argument in sorting.values()]
        by_default = any(default not in (Undefined, None) for default in defaults)
        return _FieldPromise(frozenset((*sorting, *filter(is_paging, arguments))), by_default)


def _is_way_to_sort(name: str, argument: GraphQLArgument) -> bool:
    kind = get_named_type(argument.type)
    return sorts(name) and isinstance(kind, _WAYS_TO_SORT) and kind.name not in _NO_WAY_TO_SORT
