"""How deep the smallest value of each input type is, and whether there is one that can be sent at all.

A type that needs itself, directly or by way of others, has no value: a schema with such a circle is not valid, but
there are servers with one. Worked out for all types at once and without recursion: a type is settled once all that it
needs is, so the shallow ones come first, and what is never settled has no value.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from graphql import GraphQLEnumType, GraphQLInputObjectType, get_named_type, is_required_input_field

from querious.model.definitions import is_list
from querious.values import scalars

if TYPE_CHECKING:
    from graphql import GraphQLInputType, GraphQLSchema

    from querious.values.overrides import Overrides

TALLEST: Final = 40
"""Input objects inside each other that a value may need: few servers read deeper ones."""


class Heights:
    """Worked out once per schema."""

    def __init__(self, schema: GraphQLSchema, overrides: Overrides) -> None:
        self._overrides = overrides
        self._settled: dict[str, int] = {}
        """Input type → how many input objects its smallest value is deep; 0 where the user makes its values."""
        waiting = []
        for named in schema.type_map.values():
            if isinstance(named, GraphQLInputObjectType):
                waiting.append(named)
                if overrides.of_type(named.name) is not None:
                    self._settled[named.name] = 0
        for height in range(1, TALLEST + 1):
            waiting = [input_type for input_type in waiting if input_type.name not in self._settled]
            settled = [input_type.name for input_type in waiting if self._has_value(input_type)]
            self._settled |= dict.fromkeys(settled, height)
            if not settled:
                break

    def of(self, declared: GraphQLInputType) -> float:
        """How many input objects the smallest value is deep; infinite where there is no value that could be sent."""
        named = get_named_type(declared)
        if isinstance(named, GraphQLInputObjectType):
            return 0 if is_list(declared) else self._settled.get(named.name, inf)  # a list may be empty
        if self._overrides.of_type(named.name) is not None:
            return 0
        has_no_members = isinstance(named, GraphQLEnumType) and not named.values
        return inf if has_no_members or scalars.is_upload(named.name) else 0

    def _has_value(self, input_type: GraphQLInputObjectType) -> bool:
        """Whether all that a type needs is settled; of ``@oneOf``, one field."""
        one_of = getattr(input_type, "is_one_of", False)
        possible = (
            self._overrides.at(f"{input_type.name}.{name}") is not None or self.of(field.type) < inf
            for name, field in input_type.fields.items()
            if one_of or is_required_input_field(field)
        )
        return any(possible) if one_of else all(possible)
