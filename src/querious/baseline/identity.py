"""Which field tells one object of a type from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
)

from querious.answers.identity import identifier_of, identity_in

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.model import JSON, ObjectShape


class Identity:
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

    def of(self, shape: ObjectShape, value: dict[str, JSON]) -> JSON:
        """The identifier of an object, if its type has one and it was asked for; else None."""
        return identity_in(shape, self.name(shape.typename), value)

    def _look_up(self, typename: str) -> str:
        declared = self._schema.type_map.get(typename)
        if not isinstance(declared, GraphQLObjectType | GraphQLInterfaceType):
            return ""
        return identifier_of(typename, declared.fields)
