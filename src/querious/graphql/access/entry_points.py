"""The questions of a schema that show objects: lists that need no key, and fields that take the key of an object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import (
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
    is_required_input_field,
)

from querious.access.names import is_capability
from querious.answers.identity import KEY_WORDS
from querious.answers.pages import PageArgument, argument_of, is_paging, sorts
from querious.graphql.access.demands import demand_of_field
from querious.graphql.access.selections import Selections
from querious.model import Field, Operation
from querious.model.definitions import is_list
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from graphql import GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema

    from querious.model import JSON, Selection, Value

_PAGE: Final = 50
"""Rows that are asked for at once."""
_SCALARS: Final = frozenset({"ID", "Int", "String", "UUID", "BigInt", "GUID"})
_SEARCH: Final = frozenset(("q", "query", "search", "term", "text", "keyword", "phrase", "filter", "match", "contain"))
_BELOW: Final = 1


@dataclass(frozen=True, slots=True)
class OpenList:
    """A list that can be asked for without naming an object."""

    hops: tuple[tuple[str, str], ...]
    """Type and field from the root to the list."""
    children: tuple[Selection, ...]
    size: str
    """Its argument for the number of rows; empty where it has none."""
    after: str
    """Its argument for where to go on; empty where it has none."""
    offset: str

    @property
    def coordinate(self) -> str:
        """Of the list itself."""
        return ".".join(self.hops[-1])

    def asking(self, more: Mapping[str, Value] | None = None) -> Operation:
        """The operation that asks for a page."""
        page: dict[str, Value] = {self.size: _PAGE} if self.size else {}
        arguments = tuple({**page, **(more or {})}.items())
        parent, name = self.hops[-1]
        field = Field(parent, name, "", arguments, children=self.children)
        for parent, name in reversed(self.hops[:-1]):
            field = Field(parent, name, children=(field,))
        return Operation("query", "", self.hops[0][0], (field,))


class KeyedField(NamedTuple):
    """A field of the root that takes a value which an object shows, and gives objects."""

    root: str
    name: str
    kind: str
    """``query`` or ``mutation``."""
    inputs: tuple[str, ...]
    """The argument, and the field of an input object in it where there is one."""
    many: bool
    """Whether it takes a list."""
    children: tuple[Selection, ...]
    types: frozenset[str]
    """Object types that it may give directly, or by its rows."""

    @property
    def coordinate(self) -> str:
        """``Query.note``."""
        return f"{self.root}.{self.name}"

    def asking(self, value: JSON) -> Operation:
        """The operation that asks it with a value."""
        given: Value = [value] if self.many else value
        for name in reversed(self.inputs[1:]):
            given = {name: given}
        field = Field(self.root, self.name, "", ((self.inputs[0], given),), children=self.children)
        return Operation(self.kind, "", self.root, (field,))


class EntryPoints:
    """Of one schema. What may not be asked is left out."""

    def __init__(self, schema: GraphQLSchema, allowed: Callable[[str], bool]) -> None:
        self._schema = schema
        self._allowed = allowed
        self.selections = Selections(schema, allowed)

    def lists(self) -> list[OpenList]:
        """Lists of the root, and of the objects that the root gives without arguments, such as ``me``."""
        root = self._schema.query_type
        if root is None:
            return []
        found = list(self._lists_of(root, ()))
        for name, field in self.selections.fields_of(root).items():
            named = get_named_type(field.type)
            if isinstance(named, GraphQLObjectType) and not is_list(field.type) and self._row(field) is None:
                found += self._lists_of(named, ((root.name, name),))
        return found

    def singles(self) -> list[Operation]:
        """What the root gives without arguments and is no list: ``me``, with what is below it; and numbers."""
        root = self._schema.query_type
        found = []
        for name, field in self.selections.fields_of(root).items() if root is not None else ():
            named = get_named_type(field.type)
            if root is None or is_list(field.type) or self._row(field) is not None or not self._gives_entity(named):
                continue
            children = tuple(self.selections.of(named, _BELOW))
            if children:
                found.append(Operation("query", "", root.name, (Field(root.name, name, children=children),)))
        return found

    def nested_lists(self) -> list[Operation]:
        """Lists with what is below their rows."""
        return [one.asking() for one in self._deep_lists()]

    def demanding(self) -> list[Operation]:
        """Fields of the root of which the description says who may ask them, and which need no arguments."""
        root = self._schema.query_type
        found = []
        for name, field in self.selections.fields_of(root).items() if root is not None else ():
            if root is None or demand_of_field(field) is None:
                continue
            named = get_named_type(field.type)
            children = () if is_leaf_type(named) else tuple(self.selections.of(named)) or tuple(self._leaves_of(named))
            found.append(Operation("query", "", root.name, (Field(root.name, name, children=children),)))
        return found

    def keyed(self) -> list[KeyedField]:
        """Queries that take the key of an object: look-ups, batches of them, filters by key."""
        root = self._schema.query_type
        return list(self._keyed(root, "query", _is_key)) if root is not None else []

    def searches(self) -> list[KeyedField]:
        """Lists that take a text to look for."""
        root = self._schema.query_type
        return [one for one in self._keyed(root, "query", _is_search) if one.types] if root is not None else []

    def changes(self) -> list[KeyedField]:
        """Mutations that need nothing but the key of an object, such as deletes."""
        root = self._schema.mutation_type
        return list(self._keyed(root, "mutation", _is_key)) if root is not None else []

    def types_of(self, field: GraphQLField) -> frozenset[str]:
        """The object types that can be told apart, which a field gives itself or by its rows."""
        named = self._row(field) or get_named_type(field.type)
        return frozenset(one.name for one in self._possible(named) if self.selections.is_entity(one))

    def _deep_lists(self) -> Iterator[OpenList]:
        root = self._schema.query_type
        return self._lists_of(root, (), _BELOW) if root is not None else iter(())

    def _lists_of(
        self, parent: GraphQLObjectType, hops: tuple[tuple[str, str], ...], depth: int = 0
    ) -> Iterator[OpenList]:
        for name, field in parent.fields.items():
            is_open = self._allowed(f"{parent.name}.{name}") and _only_pages(field)
            row = self._row(field) if is_open else None
            if row is None or not self._gives_entity(row):
                continue
            children = tuple(self.selections.of(get_named_type(field.type), depth))
            if children:
                size, after, offset = (_paging(field, one) for one in _PAGING)
                yield OpenList((*hops, (parent.name, name)), children, size, after, offset)

    def _keyed(
        self, root: GraphQLObjectType, kind: str, fits: Callable[[str, GraphQLArgument | GraphQLInputField], bool]
    ) -> Iterator[KeyedField]:
        for name, field in root.fields.items():
            if not self._allowed(f"{root.name}.{name}"):
                continue
            named = get_named_type(field.type)
            children = () if is_leaf_type(named) else tuple(self.selections.of(named, _BELOW))
            if kind == "query" and not children:
                continue
            if not children and not is_leaf_type(named):
                children = tuple(self._leaves_of(named))
                if not children:
                    continue
            for inputs, many in _inputs(field, fits):
                yield KeyedField(root.name, name, kind, inputs, many, children, self.types_of(field))

    def _leaves_of(self, named: GraphQLNamedType) -> Iterator[Selection]:
        """Of a payload that holds no object that can be told apart."""
        yield Field(named.name, "__typename")
        for name, field in self.selections.fields_of(named).items():
            if is_leaf_type(get_named_type(field.type)):
                yield Field(named.name, name)

    def _row(self, field: GraphQLField) -> GraphQLNamedType | None:
        return self.selections.rows_of(field)

    def _gives_entity(self, named: GraphQLNamedType) -> bool:
        return any(self.selections.is_entity(one) for one in self._possible(named))

    def _possible(self, named: GraphQLNamedType) -> Sequence[GraphQLNamedType]:
        """The object types that may stand for a type."""
        if isinstance(named, GraphQLInterfaceType | GraphQLUnionType):
            return self._schema.get_possible_types(named)
        return [named]


_PAGING: Final = (PageArgument.SIZE, PageArgument.AFTER, PageArgument.OFFSET)


def _paging(field: GraphQLField, meaning: PageArgument) -> str:
    """The argument of this meaning, if it takes a plain value."""
    for name, argument in field.args.items():
        if argument_of(name) is meaning and isinstance(get_named_type(argument.type), GraphQLScalarType):
            return name
    return ""


def _only_pages(field: GraphQLField) -> bool:
    """Whether nothing must be given but the size of a page."""
    required = [name for name, argument in field.args.items() if is_required_argument(argument)]
    return all(argument_of(name) is PageArgument.SIZE for name in required)


def _inputs(
    field: GraphQLField, fits: Callable[[str, GraphQLArgument | GraphQLInputField], bool]
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """The ways to give it one value and nothing else, with whether it takes a list."""
    required = {name for name, argument in field.args.items() if is_required_argument(argument)}
    for name, argument in field.args.items():
        if required - {name} or is_capability(name):
            continue
        if fits(name, argument):
            yield (name,), is_list(argument.type)
        named = get_named_type(argument.type)
        if isinstance(named, GraphQLInputObjectType) and not is_list(argument.type):
            needed = {inner for inner, one in named.fields.items() if is_required_input_field(one)}
            for inner, one in named.fields.items():
                if not needed - {inner} and fits(inner, one) and not is_capability(inner):
                    yield (name, inner), is_list(one.type)


def _is_key(name: str, argument: GraphQLArgument | GraphQLInputField) -> bool:
    named = get_named_type(argument.type)
    if named.name not in _SCALARS or is_paging(name) or sorts(name):
        return False
    return named.name == "ID" or not KEY_WORDS.isdisjoint(words(name)[-1:])


def _is_search(name: str, argument: GraphQLArgument | GraphQLInputField) -> bool:
    is_text = get_named_type(argument.type).name == "String" and not is_list(argument.type)
    return is_text and not _SEARCH.isdisjoint(words(name)) and not is_paging(name)
