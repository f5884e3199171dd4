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
    GraphQLList,
    GraphQLNonNull,
    get_named_type,
    is_required_input_field,
)

from querious.values import scalars

if TYPE_CHECKING:
    from graphql import GraphQLInputType, GraphQLNamedType, GraphQLSchema

    from querious.values.overrides import Overrides

TALLEST = 40
"""Input objects inside each other that a value may need: few servers read deeper ones."""


class Heights:
    """Worked out once per schema."""

    def __init__(self, schema: GraphQLSchema, overrides: Overrides) -> None:
        self._overrides = overrides
        self._settled: dict[str, int] = {}
        """Input type → how many input objects its smallest value is deep; 0 where the user makes its values."""
        self._settle([kind for kind in schema.type_map.values() if isinstance(kind, GraphQLInputObjectType)])

    def of(self, kind: GraphQLInputType) -> float:
        """How many input objects the smallest value is deep; infinite where there is no value that could be sent."""
        if isinstance(kind, GraphQLNonNull):
            kind = kind.of_type
        named = get_named_type(kind)
        if not isinstance(named, GraphQLInputObjectType):
            return self._of_leaf(named)
        if isinstance(kind, GraphQLList):  # may be empty
            return 0
        return self._settled.get(named.name, inf)

    def _of_leaf(self, named: GraphQLNamedType) -> float:
        if self._overrides.of_type(named.name) is not None:
            return 0
        empty = isinstance(named, GraphQLEnumType) and not named.values
        return inf if empty or scalars.is_upload(named.name) else 0

    def _settle(self, kinds: list[GraphQLInputObjectType]) -> None:
        """Breadth first from the types that need no other input type."""
        missing: dict[str, int] = {}
        """Type → how many of the types that it needs are not settled yet."""
        needed_by: dict[str, list[str]] = {}
        ready: deque[tuple[str, int]] = deque()
        for kind in kinds:
            if self._overrides.of_type(kind.name) is not None:
                ready.appendleft((kind.name, 0))
                continue
            needs = _needs(kind, self)
            if needs is None:
                continue
            if not needs.types:
                ready.append((kind.name, 1))
            missing[kind.name] = 1 if needs.any_will_do else len(needs.types)
            for name in needs.types:
                needed_by.setdefault(name, []).append(kind.name)
        while ready:
            name, height = ready.popleft()
            if name in self._settled or height > TALLEST:
                continue
            self._settled[name] = height
            for other in needed_by.get(name, ()):
                missing[other] -= 1
                if missing[other] == 0:
                    ready.append((other, height + 1))

    def is_made_by_user(self, coordinate: str) -> bool:
        """Whether the user gives the values of an argument or input field."""
        return self._overrides.at(coordinate) is not None


class _Needs(NamedTuple):
    """The input types without which there is no value of another."""

    types: set[str]
    any_will_do: bool


def _needs(kind: GraphQLInputObjectType, heights: Heights) -> _Needs | None:
    """What a type needs; None if it needs something of which there is no value."""
    one_of = getattr(kind, "is_one_of", False)
    types: set[str] = set()
    for name, field in kind.fields.items():
        if not one_of and not is_required_input_field(field):
            continue
        inner = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
        if isinstance(inner, GraphQLInputObjectType) and not heights.is_made_by_user(f"{kind.name}.{name}"):
            types.add(inner.name)
            continue
        possible = heights.is_made_by_user(f"{kind.name}.{name}") or heights.of(inner) == 0
        if one_of and possible:
            return _Needs(set(), any_will_do=True)
        if not one_of and not possible:
            return None
    return _Needs(types, one_of) if types or not one_of else None
