"""How deep the smallest value of each input type is, and whether there is one that can be sent at all.

A type that needs itself, directly or by way of others, has no value: a schema with such a circle is not valid, but
there are servers with one. Worked out for all types at once and without recursion: a type is settled once all that it
needs is, so the shallow ones come first, and what is never settled has no value.
"""

from __future__ import annotations

from collections import deque
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    get_named_type,
    is_required_input_field,
)

from querious.model.definitions import is_list, nullable
from querious.values import scalars

if TYPE_CHECKING:
    from graphql import GraphQLInputType, GraphQLSchema

    from querious.values.overrides import Overrides

TALLEST = 40
"""Input objects inside each other that a value may need: few servers read deeper ones."""


class Heights:
    """Worked out once per schema."""

    def __init__(self, schema: GraphQLSchema, overrides: Overrides) -> None:
        self._overrides = overrides
        self._settled: dict[str, int] = {}
        """Input type → how many input objects its smallest value is deep; 0 where the user makes its values."""
        self._settle([named for named in schema.type_map.values() if isinstance(named, GraphQLInputObjectType)])

    def of(self, declared: GraphQLInputType) -> float:
        """How many input objects the smallest value is deep; infinite where there is no value that could be sent."""
        named = get_named_type(declared)
        if isinstance(named, GraphQLInputObjectType):
            return 0 if is_list(declared) else self._settled.get(named.name, inf)  # a list may be empty
        if self._overrides.of_type(named.name) is not None:
            return 0
        has_no_members = isinstance(named, GraphQLEnumType) and not named.values
        return inf if has_no_members or scalars.is_upload(named.name) else 0

    def _settle(self, input_types: list[GraphQLInputObjectType]) -> None:
        """Breadth first from the types that need no other input type."""
        missing: dict[str, int] = {}
        """Type → how many of the types that it needs are not settled yet."""
        needed_by: dict[str, list[str]] = {}
        ready: deque[tuple[str, int]] = deque()
        for input_type in input_types:
            name = input_type.name
            if self._overrides.of_type(name) is not None:
                ready.appendleft((name, 0))
                continue
            needs = self._needs(input_type)
            if needs is None:
                continue
            if not needs.types:
                ready.append((name, 1))
            missing[name] = 1 if needs.any_will_do else len(needs.types)
            for needed in needs.types:
                needed_by.setdefault(needed, []).append(name)
        while ready:
            name, height = ready.popleft()
            if name in self._settled or height > TALLEST:
                continue
            self._settled[name] = height
            for other in needed_by.get(name, ()):
                missing[other] -= 1
                if missing[other] == 0:
                    ready.append((other, height + 1))

    def _needs(self, input_type: GraphQLInputObjectType) -> _Needs | None:
        """What a type needs; None if it needs something of which there is no value."""
        one_of = getattr(input_type, "is_one_of", False)
        types: set[str] = set()
        for name, field in input_type.fields.items():
            if not one_of and not is_required_input_field(field):
                continue
            made_by_user = self._overrides.at(f"{input_type.name}.{name}") is not None
            bare = nullable(field.type)
            if isinstance(bare, GraphQLInputObjectType) and not made_by_user:
                types.add(bare.name)
                continue
            possible = made_by_user or self.of(bare) == 0
            if one_of and possible:
                return _Needs(set(), any_will_do=True)
            if not one_of and not possible:
                return None
        return _Needs(types, one_of) if types or not one_of else None


class _Needs(NamedTuple):
    """The input types without which there is no value of another."""

    types: set[str]
    any_will_do: bool
