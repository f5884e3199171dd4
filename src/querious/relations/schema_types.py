"""The types of a schema as relations need them: which fields can be asked, and which one identifies an object."""

from __future__ import annotations

from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from graphql import (
    GraphQLInputObjectType,
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

T = TypeVar("T")


def once(work: Callable[[SchemaTypes, str], T]) -> Callable[[SchemaTypes, str], T]:
    """Let a fact about a type or a coordinate be worked out once per schema, until an identifier proves ambiguous."""

    @wraps(work)
    def remembered(types: SchemaTypes, name: str) -> T:
        place = (work, name, len(types.ambiguous))
        if place not in types.memory:
            types.memory[place] = work(types, name)
        found: T = types.memory[place]
        return found

    return remembered


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
        self.memory: dict[tuple[object, str, int], Any] = {}
        """What ``once`` has worked out."""

    @once
    def fields(self, typename: str) -> dict[str, GraphQLField]:
        """The fields of an object type or interface that may be asked; none for others."""
        declared = self.schema.type_map.get(typename)
        if not isinstance(declared, GraphQLObjectType | GraphQLInterfaceType):
            return {}
        return {name: field for name, field in declared.fields.items() if self.allowed(f"{typename}.{name}")}

    def field(self, coordinate: str) -> GraphQLField | None:
        """The field ``Type.field``, if it exists and may be asked."""
        typename, _, name = coordinate.partition(".")
        return self.fields(typename).get(name)

    @once
    def plain(self, typename: str) -> dict[str, GraphQLField]:
        """Those of ``fields`` that can be asked without arguments."""
        return {name: field for name, field in self.fields(typename).items() if is_plain(field)}

    @once
    def plain_by_words(self, typename: str) -> dict[tuple[str, ...], list[str]]:
        """The names of ``plain`` by their words."""
        found: dict[tuple[str, ...], list[str]] = {}
        for name in self.plain(typename):
            found.setdefault(words(name), []).append(name)
        return found

    @once
    def leaves(self, typename: str) -> tuple[str, ...]:
        """The leaf fields of a type that can be asked without arguments."""
        return tuple(name for name, field in self.plain(typename).items() if is_leaf(field))

    @once
    def identifier(self, typename: str) -> str:
        """The name of the field that tells objects of a type apart; empty where none is known to."""
        return "" if typename in self.ambiguous else identifier_of(typename, self.fields(typename))

    @once
    def keys(self, typename: str) -> frozenset[str]:
        """The single leaves of a type by whose values something can be asked: some argument has the same name.

        The identifier is one of them, as ``userId`` and ``ids`` ask for it too.
        """
        found = {self.identifier(typename)} - {""}
        for name, field in self.plain(typename).items():
            if not is_list(field.type) and is_leaf(field) and words(name) in self._input_words:
                found.add(name)
        return frozenset(found)

    @cached_property
    def _input_words(self) -> frozenset[tuple[str, ...]]:
        """The words of the names of all arguments and of all fields of input objects."""
        names: set[str] = set()
        for declared in self.schema.type_map.values():
            if isinstance(declared, GraphQLInputObjectType):
                names.update(declared.fields)
            elif isinstance(declared, GraphQLObjectType | GraphQLInterfaceType):
                for field in declared.fields.values():
                    names.update(field.args)
        return frozenset(map(words, names))

    @once
    def possible(self, typename: str) -> list[str]:
        """The object types that may stand where a type is declared."""
        declared = self.schema.type_map.get(typename)
        if isinstance(declared, GraphQLInterfaceType | GraphQLUnionType):
            return sorted(member.name for member in self.schema.get_possible_types(declared))
        return [typename] if isinstance(declared, GraphQLObjectType) else []

    @cached_property
    def object_types(self) -> list[str]:
        """The API's own object types, in the order of the schema."""
        objects = [name for name, kind in self.schema.type_map.items() if isinstance(kind, GraphQLObjectType)]
        return [name for name in objects if not name.startswith("__")]

    @cached_property
    def _types_by_first_word(self) -> dict[tuple[str, ...], list[str]]:
        found: dict[tuple[str, ...], list[str]] = {}
        for name in self.object_types:
            found.setdefault(type_words(name)[:1], []).append(name)
        return found

    def types_within(self, spoken: tuple[str, ...]) -> list[str]:
        """The object types whose words are all among these, in the order of the schema."""
        among = frozenset(spoken)
        candidates = list(self._types_by_first_word.get((), ()))
        for word in among:
            candidates += self._types_by_first_word.get((word,), ())
        found = [name for name in candidates if among.issuperset(type_words(name))]
        return sorted(found, key=self.object_types.index)


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
