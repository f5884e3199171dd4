"""An operation → what its answer must look like, by the schema, as a value that can be written down.

Equal shapes are one object, and a position is worked out once however many fragments lead to it: the work is linear in
the document although the answer may not be.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from graphql import (
    FieldNode,
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    SchemaMetaFieldDef,
    TypeMetaFieldDef,
    TypeNameMetaFieldDef,
    get_named_type,
)

from querious.export.documents import ParsedOperation, is_included, key_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLSchema, SelectionNode, SelectionSetNode

    from querious.model import JSON

_ABSTRACT = GraphQLInterfaceType | GraphQLUnionType
_META_FIELDS = {
    "__typename": TypeNameMetaFieldDef,
    "__schema": SchemaMetaFieldDef,
    "__type": TypeMetaFieldDef,
}


class ExpectedField(NamedTuple):
    """One key of an object in the answer. Equal shapes are one object, so fields are compared by value."""

    key: str
    field: str
    type: str
    """As the schema writes it: ``[Teaser!]!``."""
    shape: ExpectedObject | None
    """None for a leaf."""


Fields = tuple[ExpectedField, ...]


class Branch(NamedTuple):
    """The keys that only objects of some types hold."""

    types: tuple[str, ...]
    parts: Fields


class ExpectedObject:
    """What an object of the answer holds. Compared by identity: equal shapes of one answer are one object."""

    __slots__ = ("branches", "parts", "size", "type")

    def __init__(self, type_: str, parts: Fields, branches: tuple[Branch, ...]) -> None:
        self.type = type_
        self.parts = parts
        self.branches = branches
        every = chain(parts, *(branch.parts for branch in branches))
        self.size: int = sum(1 + (part.shape.size if part.shape else 0) for part in every)
        """How many keys are in it, at all depths: as long as it is when written down."""


Written: TypeAlias = "str | tuple[str, Written] | dict[str, Written]"
"""A shape as the support files read it: a type, a pair of type and content, or keys and what they hold."""


def written(shape: ExpectedObject) -> dict[str, Written]:
    """What an object holds, as the support files read it."""
    keys: dict[str, Written] = _written_fields(shape.parts)
    for branch in shape.branches:
        keys[f"... on {' | '.join(branch.types)}"] = _written_fields(branch.parts)
    return keys


def _written_fields(parts: Fields) -> dict[str, Written]:
    keys: dict[str, Written] = {}
    for key, field, kind, shape in parts:
        named = kind if key == field else f"{field}: {kind}"
        keys[key] = (named, written(shape)) if shape else named
    return keys


class ExpectedAnswer(NamedTuple):
    """What comes back for an operation that may ask for more type names than the one given."""

    asked: ParsedOperation
    shape: ExpectedObject
    types: dict[str, list[str]]
    """The members of every enum in the answer, and the objects of every interface and union that is told apart."""
    scalars: frozenset[str]
    """The names of the scalars in it."""


def answer_to(schema: GraphQLSchema, asked: ParsedOperation, values: Mapping[str, JSON]) -> ExpectedAnswer:
    """The answer to a valid operation with these values of its variables, defaults among them."""
    reader = _AnswerReader(schema, asked, values)
    shape = reader.root()
    if reader.unnamed:
        asked = asked.with_typenames(reader.unnamed)
        reader = _AnswerReader(schema, asked, values)
        shape = reader.root()
    return ExpectedAnswer(asked, shape, dict(sorted(reader.types.items())), frozenset(reader.scalars))


class _AnswerReader:
    """Works out the shape of one answer."""

    def __init__(self, schema: GraphQLSchema, asked: ParsedOperation, values: Mapping[str, JSON]) -> None:
        self._schema = schema
        self._asked = asked
        self._values = values
        self._shapes: dict[tuple[str, tuple[int, ...]], ExpectedObject] = {}
        self._equal: dict[tuple[str, Fields, tuple[Branch, ...]], ExpectedObject] = {}
        self.types: dict[str, list[str]] = {}
        self.scalars: set[str] = set()
        self.unnamed: set[int] = set()
        """Selection sets that must ask for the type name, by identity."""

    def root(self) -> ExpectedObject:
        root = self._schema.get_root_type(self._asked.operation.operation)
        if root is None:
            raise ValueError(f"the schema has no {self._asked.kind}")
        return self._shape(root, (self._asked.operation.selection_set,))

    def _shape(
        self,
        declared: GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType,
        selections: tuple[SelectionSetNode, ...],
    ) -> ExpectedObject:
        place = declared.name, tuple(map(id, selections))
        if place not in self._shapes:
            branches: tuple[Branch, ...] = ()
            if isinstance(declared, GraphQLObjectType):
                parts = self._parts(declared, selections)
            else:
                parts, branches = self._told_apart(declared, selections)
            content = declared.name, parts, branches
            self._shapes[place] = self._equal.setdefault(content, ExpectedObject(*content))
        return self._shapes[place]

    def _told_apart(
        self, declared: GraphQLInterfaceType | GraphQLUnionType, selections: tuple[SelectionSetNode, ...]
    ) -> tuple[Fields, tuple[Branch, ...]]:
        """What all objects of an abstract type hold, and what only some do."""
        held = {member.name: self._parts(member, selections) for member in self._schema.get_possible_types(declared)}
        if not held:
            return (), ()
        shared = set[ExpectedField].intersection(*map(set, held.values()))
        common = tuple(part for part in next(iter(held.values())) if part in shared)
        groups: dict[Fields, list[str]] = {}
        for name, parts in held.items():
            groups.setdefault(tuple(part for part in parts if part not in shared), []).append(name)
        groups.pop((), None)
        names_told = any(part.field == "__typename" for part in common)
        if groups and not names_told:
            self.unnamed.add(id(selections[0]))
        if groups or names_told:
            self.types[declared.name] = list(held)
        return common, tuple(Branch(self._called(names, set(held)), parts) for parts, names in groups.items())

    def _called(self, names: list[str], members: set[str]) -> tuple[str, ...]:
        """One interface or union for its objects among the members, where a fragment names one for just these."""
        for condition in self._asked.type_conditions:
            kind = self._schema.type_map.get(condition)
            if len(names) > 1 and isinstance(kind, _ABSTRACT):
                possible = {member.name for member in self._schema.get_possible_types(kind)}
                if possible & members == set(names):
                    self.types[condition] = sorted(possible)
                    return (condition,)
        return tuple(names)

    def _parts(self, kind: GraphQLObjectType, selections: tuple[SelectionSetNode, ...]) -> Fields:
        def is_asked(node: SelectionNode) -> bool:
            return is_included(node, self._values) and self._applies(self._asked.condition(node), kind)

        grouped: dict[str, list[FieldNode]] = {}
        nodes = [node for selection in selections for node in selection.selections]
        for node in self._asked.fields(nodes, is_asked):
            grouped.setdefault(key_of(node), []).append(node)
        return tuple(self._part(kind, key, nodes) for key, nodes in grouped.items())

    def _part(self, kind: GraphQLObjectType, key: str, nodes: list[FieldNode]) -> ExpectedField:
        name = nodes[0].name.value
        field = kind.fields.get(name) or _META_FIELDS[name]
        named = get_named_type(field.type)
        shape = None
        if isinstance(named, GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType):
            shape = self._shape(named, tuple(node.selection_set for node in nodes if node.selection_set))
        elif isinstance(named, GraphQLEnumType):
            self.types[named.name] = list(named.values)
        else:
            self.scalars.add(named.name)
        return ExpectedField(key, name, str(field.type), shape)

    def _applies(self, condition: str, kind: GraphQLObjectType) -> bool:
        """Whether objects of a type are in a fragment on another."""
        named = self._schema.type_map.get(condition, kind)
        return named is kind or (isinstance(named, _ABSTRACT) and self._schema.is_sub_type(named, kind))
