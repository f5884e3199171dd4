"""What a schema says about identity: which field tells one object of a type from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    get_named_type,
    is_leaf_type,
)

from querious.answers.identity import identifier_of
from querious.model.arguments import is_plain
from querious.relations.objects.names import type_words
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLField, GraphQLSchema


class SchemaTypes:
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
        self._plain: dict[str, dict[str, GraphQLField]] = {}
        self._types_by_word: dict[tuple[str, ...], list[tuple[int, str]]] | None = None
        """Object types by the first of their words, with their places in the schema."""
        self._called: dict[str, dict[tuple[str, ...], list[str]]] = {}
        self._leaves: dict[str, tuple[str, ...]] = {}

    def fields(self, typename: str) -> dict[str, GraphQLField]:
        """The fields of an object type or interface that may be asked; none for others."""
        known = self._fields.get(typename)
        if known is None:
            declared = self.schema.type_map.get(typename)
            whole = declared.fields if isinstance(declared, GraphQLObjectType | GraphQLInterfaceType) else {}
            known = {name: field for name, field in whole.items() if self.allowed(f"{typename}.{name}")}
            self._fields[typename] = known
        return known

    def types_within(self, spoken: tuple[str, ...]) -> list[str]:
        """The object types whose words are all among these, in the order of the schema."""
        if self._types_by_word is None:
            self._types_by_word = {}
            for place, (name, kind) in enumerate(self.schema.type_map.items()):
                if isinstance(kind, GraphQLObjectType) and not name.startswith("__"):
                    self._types_by_word.setdefault(type_words(name)[:1], []).append((place, name))
        among = frozenset(spoken)
        candidates = [one for word in among for one in self._types_by_word.get((word,), ())]
        candidates += self._types_by_word.get((), ())
        return [name for _, name in sorted(candidates) if among.issuperset(type_words(name))]

    def identifier(self, typename: str) -> str:
        """The name of the field that tells objects of a type apart; empty where none is known to."""
        if typename in self.ambiguous:
            return ""
        known = self._identifiers.get(typename)
        if known is None:
            known = self._identifiers[typename] = identifier_of(typename, self.fields(typename))
        return known

    def plain(self, typename: str) -> dict[str, GraphQLField]:
        """Those of ``fields`` that can be asked without arguments; worked out once, for fields may have hundreds."""
        known = self._plain.get(typename)
        if known is None:
            known = {name: field for name, field in self.fields(typename).items() if is_plain(field)}
            self._plain[typename] = known
        return known

    def called(self, typename: str) -> dict[tuple[str, ...], list[str]]:
        """Those of ``plain`` by the words of their names."""
        known = self._called.get(typename)
        if known is None:
            known = self._called[typename] = {}
            for name in self.plain(typename):
                known.setdefault(words(name), []).append(name)
        return known

    def leaves(self, typename: str) -> tuple[str, ...]:
        """The leaf fields of a type that can be asked without arguments."""
        known = self._leaves.get(typename)
        if known is None:
            known = tuple(name for name, field in self.plain(typename).items() if _is_leaf(field))
            self._leaves[typename] = known
        return known


def _is_leaf(field: GraphQLField) -> bool:
    return bool(is_leaf_type(get_named_type(field.type)))
