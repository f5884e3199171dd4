"""Whether the order of a list is promised: where it is not, a list in another order says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLScalarType,
    Undefined,
    get_named_type,
)

from querious.answers.pages import is_paging, sorts
from querious.model import ABSENT, Variable
from querious.model.defaults import default_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLArgument, GraphQLSchema

_NO_WAY_TO_SORT: Final = frozenset(("ID", "Int", "Float"))
"""Types of an argument called ``order`` that names a thing, not a way to sort."""


class PromisedOrder:
    """Knows the arguments of one schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._defaults: dict[str, bool] = {}

    def promised(self, coordinate: str, arguments: Sequence[tuple[str, object]]) -> bool:
        """Whether a field, asked with these arguments, has to give its items in a certain order."""
        for name, value in arguments:
            plain = value.value if isinstance(value, Variable) else value
            if plain is not None and plain is not ABSENT and self._tells(coordinate, name):
                return True
        return self._by_default(coordinate)

    def _tells(self, coordinate: str, name: str) -> bool:
        argument = self._arguments(coordinate).get(name)
        return argument is not None and (_sorts(name, argument) or is_paging(name))

    def _by_default(self, coordinate: str) -> bool:
        known = self._defaults.get(coordinate)
        if known is None:
            known = self._defaults[coordinate] = any(
                _sorts(name, argument) and default_of(argument) not in (Undefined, None)
                for name, argument in self._arguments(coordinate).items()
            )
        return known

    def _arguments(self, coordinate: str) -> dict[str, GraphQLArgument]:
        parent, _, name = coordinate.partition(".")
        declared = self._schema.type_map.get(parent)
        field = declared.fields.get(name) if isinstance(declared, GraphQLObjectType) else None
        return field.args if field is not None else {}


def _sorts(name: str, argument: GraphQLArgument) -> bool:
    kind = get_named_type(argument.type)
    if isinstance(kind, GraphQLScalarType) and kind.name in _NO_WAY_TO_SORT:
        return False
    return isinstance(kind, GraphQLEnumType | GraphQLInputObjectType | GraphQLScalarType) and sorts(name)
