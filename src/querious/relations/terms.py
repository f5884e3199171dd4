"""What a schema says about identity: which field tells one object of a type from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_named_type,
    is_leaf_type,
)

from querious.model.identity import identifier_of, is_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLField, GraphQLSchema


class Terms:
    """Worked out once per schema, but for what the run adds to: ``volatile``, ``unordered``, ``ambiguous``."""

    def __init__(self, schema: GraphQLSchema, allowed: Callable[[str], bool] = lambda _: True) -> None:
        self.schema = schema
        self.allowed = allowed
        """Whether ``Type.field`` may be asked."""
        self.root = schema.query_type.name if schema.query_type else ""
        self.volatile: set[str] = set()
        """Coordinates whose values change from one answer to the next: no relation may rest on them."""
        self.unordered: set[str] = set()
        """Coordinates of lists whose items came in another order when asked again: no relation may rest on it."""
        self.ambiguous: set[str] = set()
        """Types whose identifier was seen on two different objects of one list: it does not tell them apart."""
        self._identifiers: dict[str, str] = {}
        self._fields: dict[str, dict[str, GraphQLField]] = {}

    def fields(self, typename: str) -> dict[str, GraphQLField]:
        """The fields of an object type or interface that may be asked; none for others."""
        known = self._fields.get(typename)
        if known is None:
            declared = self.schema.type_map.get(typename)
            whole = declared.fields if isinstance(declared, GraphQLObjectType | GraphQLInterfaceType) else {}
            known = {name: field for name, field in whole.items() if self.allowed(f"{typename}.{name}")}
            self._fields[typename] = known
        return known

    def identifier(self, typename: str) -> str:
        """The name of the field that tells objects of a type apart; empty where none is known to."""
        if typename in self.ambiguous:
            return ""
        known = self._identifiers.get(typename)
        if known is None:
            known = self._identifiers[typename] = identifier_of(typename, self.fields(typename))
        return known

    def leaves(self, typename: str) -> list[str]:
        """The leaf fields of a type that can be asked without arguments."""
        return [name for name, field in self.fields(typename).items() if is_plain(field) and _is_leaf(field)]


def _is_leaf(field: GraphQLField) -> bool:
    return bool(is_leaf_type(get_named_type(field.type)))
