"""Which field tells one object of a type from another."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
)

from querious.answers.identity import identifier, identifier_of, identity_in, scalars

if TYPE_CHECKING:
    from graphql import GraphQLOutputType, GraphQLSchema

    from querious.model import JSON, ObjectShape


class ObjectKeys(Protocol):
    """Tells objects apart, whatever the protocol."""

    def name_in(self, shape: ObjectShape) -> str:
        """The name of the field that tells objects of this shape apart; empty where none is known to."""

    def of(self, shape: ObjectShape, value: dict[str, JSON]) -> JSON:
        """The identifier of an object, if it has one and the answer shows it; else None."""


class ShownKeys:
    """Keys of objects of which nothing is known but what answers show of them."""

    def name_in(self, shape: ObjectShape) -> str:
        """See ``ObjectKeys``."""
        leaves = [field for field in shape.fields.values() if field.child is None]
        return _identifier(shape.typename, tuple((field.name, field.type) for field in leaves))

    def of(self, shape: ObjectShape, value: dict[str, JSON]) -> JSON:
        """See ``ObjectKeys``."""
        return identity_in(shape, self.name_in(shape), value)


@lru_cache(maxsize=4_096)
def _identifier(typename: str, leaves: tuple[tuple[str, GraphQLOutputType], ...]) -> str:
    return identifier(typename, scalars(dict(leaves)))


class TypeIdentifiers:
    """Worked out once per schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._names: dict[str, str] = {}

    def name(self, typename: str) -> str:
        """The name of the field that tells objects of a type apart; empty where none is known to."""
        known = self._names.get(typename)
        if known is None:
            known = self._names[typename] = self._look_up(typename)
        return known

    def name_in(self, shape: ObjectShape) -> str:
        """See ``ObjectKeys``."""
        return self.name(shape.typename)

    def of(self, shape: ObjectShape, value: dict[str, JSON]) -> JSON:
        """The identifier of an object, if its type has one and it was asked for; else None."""
        return identity_in(shape, self.name(shape.typename), value)

    def _look_up(self, typename: str) -> str:
        declared = self._schema.type_map.get(typename)
        if not isinstance(declared, GraphQLObjectType | GraphQLInterfaceType):
            return ""
        return identifier_of(typename, declared.fields)
