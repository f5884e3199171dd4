"""An operation → what its answer must look like, by the schema, as a value that can be written down.

Equal shapes are one object, and a position is worked out once however many fragments lead to it: the work is linear in
the document although the answer may not be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLUnionType,
    SchemaMetaFieldDef,
    TypeMetaFieldDef,
    TypeNameMetaFieldDef,
    get_named_type,
)

from querious.export.conditions import included
from querious.export.documents import ParsedOperation, root_of, with_typenames

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphql import (
        GraphQLField,
        GraphQLSchema,
        SelectionNode,
        SelectionSetNode,
    )

    from querious.model import JSON

    Composite = GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType


class ExpectedField(NamedTuple):
    """One key of an object in the answer."""

    key: str
    field: str
    type: str
    """As the schema writes it: ``[Teaser!]!``."""
    shape: ExpectedObject | None
    """None for a leaf."""


class Branch(NamedTuple):
    """The keys that only objects of some types hold."""

    types: tuple[str, ...]
    parts: tuple[ExpectedField, ...]


class ExpectedObject(NamedTuple):
    """What an object of the answer holds. Compare by identity: equal shapes of one ``Answers`` are one object."""

    type: str
    parts: tuple[ExpectedField, ...]
    branches: tuple[Branch, ...]
    size: int
    """How many keys are in it, at all depths: as long as it is when written down."""


class ExpectedAnswer(NamedTuple):
    """What comes back for an operation that may ask for more type names than the one given."""

    asked: ParsedOperation
    shape: ExpectedObject
    types: dict[str, list[str]]
    """The members of every enum in the answer, and the objects of every interface and union that is told apart."""


def answer_to(schema: GraphQLSchema, asked: ParsedOperation, values: Mapping[str, JSON]) -> ExpectedAnswer:
    """The answer to a valid operation with these values of its variables, defaults among them."""
    reading = _Reading(schema, asked, values)
    shape = reading.root()
    if reading.unnamed:
        asked = with_typenames(asked, reading.unnamed)
        reading = _Reading(schema, asked, values)
        shape = reading.root()
    return ExpectedAnswer(asked, shape, dict(sorted(reading.types.items())))


class _Reading:
    """Works out the shape of one answer."""

    def __init__(self, schema: GraphQLSchema, asked: ParsedOperation, values: Mapping[str, JSON]) -> None:
        self._schema = schema
        self._asked = asked
        self._values = values
        self._shapes: dict[tuple[str, tuple[int, ...]], ExpectedObject] = {}
        self._equal: dict[object, ExpectedObject] = {}
        self.types: dict[str, list[str]] = {}
        self.unnamed: set[int] = set()
        """Selection sets that must ask for the type name, by identity."""

    def root(self) -> ExpectedObject:
        root = root_of(self._schema, self._asked.kind)
        if root is None:
            raise ValueError(f"the schema has no {self._asked.kind}")
        return self._shape(root, (self._asked.operation.selection_set,))

    def _shape(self, declared: Composite, selections: tuple[SelectionSetNode, ...]) -> ExpectedObject:
        place = declared.name, tuple(map(id, selections))
        shape = self._shapes.get(place)
        if shape is None:
            branches: tuple[Branch, ...] = ()
            if isinstance(declared, GraphQLObjectType):
                parts = self._parts(declared, selections)
            else:
                parts, branches = self._told_apart(declared, selections)
            shape = self._shapes[place] = self._one(declared.name, parts, branches)
        return shape

    def _one(self, kind: str, parts: tuple[ExpectedField, ...], branches: tuple[Branch, ...]) -> ExpectedObject:
        """The one object for all shapes that are equal."""
        signature = kind, _signature(parts), tuple((branch.types, _signature(branch.parts)) for branch in branches)
        shape = self._equal.get(signature)
        if shape is None:
            every = [part for group in (parts, *(branch.parts for branch in branches)) for part in group]
            size = sum(1 + (part.shape.size if part.shape else 0) for part in every)
            shape = self._equal[signature] = ExpectedObject(kind, parts, branches, size)
        return shape

    def _told_apart(
        self, declared: GraphQLInterfaceType | GraphQLUnionType, selections: tuple[SelectionSetNode, ...]
    ) -> tuple[tuple[ExpectedField, ...], tuple[Branch, ...]]:
        """What all objects of an abstract type hold, and what only some do."""
        members = list(self._schema.get_possible_types(declared))
        if not members:
            return (), ()
        held = {member.name: self._parts(member, selections) for member in members}
        shared = set.intersection(*(set(_signature(parts)) for parts in held.values()))
        first = next(iter(held.values()))
        common = tuple(part for part, sign in zip(first, _signature(first), strict=True) if sign in shared)
        groups: dict[object, tuple[list[str], tuple[ExpectedField, ...]]] = {}
        for name, parts in held.items():
            rest = tuple(part for part, sign in zip(parts, _signature(parts), strict=True) if sign not in shared)
            if rest:
                groups.setdefault(_signature(rest), ([], rest))[0].append(name)
        names_told = any(part.field == "__typename" for part in common)
        if groups and not names_told:
            self.unnamed.add(id(selections[0]))
        if groups or names_told:
            self.types[declared.name] = [member.name for member in members]
        return common, tuple(Branch(self._called(names, members), parts) for names, parts in groups.values())

    def _called(self, names: list[str], members: Sequence[GraphQLObjectType]) -> tuple[str, ...]:
        """One interface or union for its objects among the members, where there is one for just these."""
        if len(names) > 1:
            wanted, among = set(names), {member.name for member in members}
            for kind in self._asked_for():
                possible = {member.name for member in self._schema.get_possible_types(kind)}
                if possible & among == wanted:
                    self.types[kind.name] = sorted(possible)
                    return (kind.name,)
        return tuple(names)

    def _asked_for(self) -> Iterator[GraphQLInterfaceType | GraphQLUnionType]:
        """The abstract types that the document's fragments name."""
        for name in self._asked.type_conditions:
            kind = self._schema.type_map.get(name)
            if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType):
                yield kind

    def _parts(self, kind: GraphQLObjectType, selections: tuple[SelectionSetNode, ...]) -> tuple[ExpectedField, ...]:
        grouped: dict[str, list[FieldNode]] = {}
        seen: set[str] = set()
        for selection in selections:
            self._collect(kind, selection.selections, grouped, seen)
        return tuple(self._part(kind, key, nodes) for key, nodes in grouped.items())

    def _part(self, kind: GraphQLObjectType, key: str, nodes: list[FieldNode]) -> ExpectedField:
        name = nodes[0].name.value
        field = _field(self._schema, kind, name)
        named = get_named_type(field.type)
        shape = None
        if isinstance(named, GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType):
            below = tuple(node.selection_set for node in nodes if node.selection_set is not None)
            shape = self._shape(named, below)
        elif isinstance(named, GraphQLEnumType):
            self.types[named.name] = list(named.values)
        return ExpectedField(key, name, str(field.type), shape)

    def _collect(
        self,
        kind: GraphQLObjectType,
        nodes: Sequence[SelectionNode],
        grouped: dict[str, list[FieldNode]],
        seen: set[str],
    ) -> None:
        for node in nodes:
            if not included(node.directives, self._values):
                continue
            if isinstance(node, FieldNode):
                key = node.alias.value if node.alias else node.name.value
                grouped.setdefault(key, []).append(node)
                continue
            if isinstance(node, FragmentSpreadNode):
                name = node.name.value
                if name in seen or name not in self._asked.fragments:
                    continue
                seen.add(name)
                body = self._asked.fragments[name]
            else:
                body = node  # type: ignore[assignment]
            if body.type_condition is None or self._applies(body.type_condition.name.value, kind):
                self._collect(kind, body.selection_set.selections, grouped, seen)

    def _applies(self, condition: str, kind: GraphQLObjectType) -> bool:
        named = self._schema.type_map.get(condition)
        if isinstance(named, GraphQLInterfaceType | GraphQLUnionType):
            return self._schema.is_sub_type(named, kind)
        return named is kind


def _signature(parts: tuple[ExpectedField, ...]) -> tuple[object, ...]:
    return tuple((part.key, part.field, part.type, id(part.shape)) for part in parts)


def _field(schema: GraphQLSchema, kind: GraphQLObjectType, name: str) -> GraphQLField:
    meta = {"__typename": TypeNameMetaFieldDef}
    if kind is schema.query_type:
        meta |= {"__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef}
    return meta[name] if name in meta else kind.fields[name]
