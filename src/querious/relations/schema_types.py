"""The types of a schema as relations need them: which fields can be asked, and which one identifies an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import (
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
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
        self._fields: dict[str, dict[str, GraphQLField]] = {}
        self._plain: dict[str, dict[str, GraphQLField]] = {}
        self._leaves: dict[str, tuple[str, ...]] = {}
        self._identifiers: dict[str, str] = {}
        self._by_words: dict[str, dict[tuple[str, ...], list[str]]] = {}
        self._types_by_first_word: dict[tuple[str, ...], list[tuple[int, str]]] = {}

    def fields(self, typename: str) -> dict[str, GraphQLField]:
        """The fields of an object type or interface that may be asked; none for others."""
        if typename not in self._fields:
            found = {}
            declared = self.schema.type_map.get(typename)
            if isinstance(declared, GraphQLObjectType | GraphQLInterfaceType):
                for name, field in declared.fields.items():
                    if self.allowed(f"{typename}.{name}"):
                        found[name] = field
            self._fields[typename] = found
        return self._fields[typename]

    def field(self, coordinate: str) -> GraphQLField | None:
        """The field ``Type.field``, if it exists and may be asked."""
        typename, _, name = coordinate.partition(".")
        return self.fields(typename).get(name)

    def plain(self, typename: str) -> dict[str, GraphQLField]:
        """Those of ``fields`` that can be asked without arguments."""
        if typename not in self._plain:
            fields = self.fields(typename)
            self._plain[typename] = {name: field for name, field in fields.items() if is_plain(field)}
        return self._plain[typename]

    def plain_by_words(self, typename: str) -> dict[tuple[str, ...], list[str]]:
        """The names of ``plain`` by their words."""
        if typename not in self._by_words:
            found: dict[tuple[str, ...], list[str]] = {}
            for name in self.plain(typename):
                found.setdefault(words(name), []).append(name)
            self._by_words[typename] = found
        return self._by_words[typename]

    def leaves(self, typename: str) -> tuple[str, ...]:
        """The leaf fields of a type that can be asked without arguments."""
        if typename not in self._leaves:
            plain = self.plain(typename)
            self._leaves[typename] = tuple(name for name, field in plain.items() if is_leaf(field))
        return self._leaves[typename]

    def identifier(self, typename: str) -> str:
        """The name of the field that tells objects of a type apart; empty where none is known to."""
        if typename in self.ambiguous:
            return ""
        if typename not in self._identifiers:
            self._identifiers[typename] = identifier_of(typename, self.fields(typename))
        return self._identifiers[typename]

    def possible(self, typename: str) -> list[str]:
        """The object types that may stand where a type is declared."""
        declared = self.schema.type_map.get(typename)
        if isinstance(declared, GraphQLInterfaceType | GraphQLUnionType):
            return sorted(member.name for member in self.schema.get_possible_types(declared))
        return [typename] if isinstance(declared, GraphQLObjectType) else []

    def object_types(self) -> list[str]:
        """The API's own object types, in the order of the schema."""
        kinds = self.schema.type_map.items()
        return [name for name, kind in kinds if isinstance(kind, GraphQLObjectType) and not name.startswith("__")]

    def types_within(self, spoken: tuple[str, ...]) -> list[str]:
        """The object types whose words are all among these, in the order of the schema."""
        if not self._types_by_first_word:
            for position, name in enumerate(self.object_types()):
                self._types_by_first_word.setdefault(type_words(name)[:1], []).append((position, name))
        among = frozenset(spoken)
        candidates = list(self._types_by_first_word.get((), ()))
        for word in among:
            candidates += self._types_by_first_word.get((word,), ())
        return [name for _, name in sorted(candidates) if among.issuperset(type_words(name))]


def type_name(field: GraphQLField | None) -> str:
    """The name of the type that a field gives, without wrappers; empty for no field."""
    return get_named_type(field.type).name if field else ""


def is_leaf(field: GraphQLField) -> bool:
    """Whether a field gives scalars or enums."""
    return bool(is_leaf_type(get_named_type(field.type)))


def nullable(kind: Any) -> Any:
    """A type without its non-null wrapper."""
    return kind.of_type if is_non_null_type(kind) else kind


def is_list(kind: Any) -> bool:
    """Whether a type is a list, be it non-null or not."""
    return bool(is_list_type(nullable(kind)))
