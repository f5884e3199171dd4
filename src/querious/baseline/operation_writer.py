"""Operations written from a route that is known to lead somewhere: small, without aliases, values written in place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
)

from querious.model import ABSENT, EnumValue, Field, Fragment, Operation
from querious.model.arguments import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping, Sequence

    from graphql import GraphQLField, GraphQLInputType, GraphQLNamedType, GraphQLSchema

    from querious.baseline.identity import Identity
    from querious.baseline.observed_calls import ObservedStep, Route
    from querious.model import JSON, Selection, Value

_NAME: Final = re.compile(r"[_A-Za-z][_0-9A-Za-z]*")
_MOST_FIELDS: Final = 50
"""Fields of one operation."""
_DEEPEST: Final = 5
"""Objects within objects below the end of the route."""


@dataclass(slots=True)
class _Draft:
    """What is known of one operation while it is written."""

    types: Collection[str]
    """Types that are to be shown; empty: all that come."""
    listed: set[str] = field(default_factory=set)
    """Types of objects that are shown already, as items of something that has no identifier."""
    room: int = _MOST_FIELDS
    """Fields that may still be asked for."""


class OperationWriter:
    """Writes operations for one schema. Only fields that were ``reached`` without errors are asked for."""

    def __init__(self, schema: GraphQLSchema, identity: Identity, reached: Container[str]) -> None:
        self._schema = schema
        self._identity = identity
        self._reached = reached
        self._root = schema.query_type.name if schema.query_type else ""

    def operation(self, routes: Sequence[Route], levels: int, types: Collection[str] = ()) -> Operation:
        """The query that takes some routes, which differ in their last step alone, and looks around at their ends.

        ``levels`` are those of objects with an identifier below the end: 0 asks only which objects they are. Where
        objects of several types may stand, those of ``types`` are asked for before others.
        """
        draft = _Draft(types)
        *above, last = routes[0]
        selections: list[Selection] = [self._end(route[-1], levels, draft) for route in routes]
        selections = self._on(last.parent, above, selections)
        while above:
            step = above.pop()
            parent = Field(step.parent, step.name, "", self._arguments(step), (), selections)
            selections = self._on(step.parent, above, [parent])
        return Operation("query", "", self._root, selections)

    def _on(self, parent: str, above: Sequence[ObservedStep], selections: list[Selection]) -> list[Selection]:
        """Selections on an object on the way, with its identifier, in a fragment if its type has to be narrowed."""
        identifier = self._identity.name(parent)
        asked = any(isinstance(one, Field) and one.name == identifier for one in selections)
        if identifier and not asked and f"{parent}.{identifier}" in self._reached:
            selections = [_plain_field(parent, identifier), *selections]
        declared = self._declared(above[-1]) if above else self._root
        if declared == parent:
            return selections
        return [_plain_field(declared, "__typename"), Fragment(parent, (), selections)]

    def _declared(self, step: ObservedStep) -> str:
        """The type that the schema gives a field."""
        definition = self._definition(step)
        return get_named_type(definition.type).name if definition else ""

    def _end(self, step: ObservedStep, levels: int, draft: _Draft) -> Field:
        definition = self._definition(step)
        selections: list[Selection] = []
        if definition is not None and not _is_leaf(definition):
            selections = self._selections(get_named_type(definition.type), levels, draft, 0)
        return Field(step.parent, step.name, "", self._arguments(step), (), selections)

    def _selections(self, kind: GraphQLNamedType, levels: int, draft: _Draft, depth: int) -> list[Selection]:
        """What is asked of an object: leaves first, then what it leads to; never nothing."""
        if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType):
            return self._abstract(kind, levels, draft, depth)
        fields = self._askable(kind) if isinstance(kind, GraphQLObjectType) else {}
        selected = self._fields(kind.name, self._identity.name(kind.name), fields, levels, draft, depth)
        return selected or [_plain_field(kind.name, "__typename")]

    def _askable(self, kind: GraphQLObjectType) -> dict[str, GraphQLField]:
        """Fields that can be asked without arguments, and were; parts of an object before what it leads to."""
        fields = {}
        for name, definition in kind.fields.items():
            required = any(map(is_required_argument, definition.args.values()))
            if not required and f"{kind.name}.{name}" in self._reached:
                fields[name] = definition
        return dict(sorted(fields.items(), key=lambda one: self._is_identified(get_named_type(one[1].type))))

    def _is_identified(self, kind: GraphQLNamedType) -> bool:
        if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType):
            return any(self._identity.name(member.name) for member in self._schema.get_possible_types(kind))
        return bool(self._identity.name(kind.name))

    def _fields(
        self,
        parent: str,
        identifier: str,
        fields: Mapping[str, GraphQLField],
        levels: int,
        draft: _Draft,
        depth: int,
    ) -> list[Selection]:
        """Some fields of a type; of one with an identifier nothing else where no level is left."""
        only_identifier = bool(identifier) and levels <= 0
        selected: list[Selection] = []
        for name, definition in fields.items():
            if _is_leaf(definition) and draft.room > 0 and (name == identifier or not only_identifier):
                draft.room -= 1
                selected.append(_plain_field(parent, name))
        if depth < _DEEPEST and not only_identifier:
            below = levels - 1 if identifier else levels
            selected += self._objects(parent, fields, below, draft, depth + 1)
        return selected

    def _objects(
        self, parent: str, fields: Mapping[str, GraphQLField], levels: int, draft: _Draft, depth: int
    ) -> list[Selection]:
        """The objects that a type leads to; those that one without identifier lists a second time only by theirs."""
        is_part = not self._identity.name(parent)
        selected: list[Selection] = []
        for name, definition in fields.items():
            kind = get_named_type(definition.type)
            if is_leaf_type(kind) or draft.room <= 0:
                continue
            again = is_part and kind.name in draft.listed  # as nodes show again what edges show
            children = self._selections(kind, 0 if again else levels, draft, depth)
            if is_part and self._is_identified(kind):
                draft.listed.add(kind.name)
            if children:
                selected.append(Field(parent, name, "", (), (), children))
        return selected

    def _abstract(
        self, kind: GraphQLInterfaceType | GraphQLUnionType, levels: int, draft: _Draft, depth: int
    ) -> list[Selection]:
        """What an interface has, then a fragment for what else each type has."""
        selected: list[Selection] = [_plain_field(kind.name, "__typename")]
        members = {member.name: self._askable(member) for member in self._schema.get_possible_types(kind)}
        shared: dict[str, GraphQLField] = {}
        if isinstance(kind, GraphQLInterfaceType):
            askable = set().union(*members.values())
            shared = {name: definition for name, definition in kind.fields.items() if name in askable}
            identifier = next(filter(None, map(self._identity.name, members)), "")
            selected += self._fields(kind.name, identifier, shared, levels, draft, depth)
        types_by_key: dict[str, str] = {}
        for member in sorted(members, key=lambda name: (name not in draft.types, name)):
            own = {name: definition for name, definition in members[member].items() if name not in shared}
            wanted = levels if not draft.types or member in draft.types else 0
            children = self._fields(member, self._identity.name(member), own, wanted, draft, depth)
            if children:
                selected.append(Fragment(member, (), _without_conflicts(children, own, types_by_key)))
        return selected

    def _definition(self, step: ObservedStep) -> GraphQLField | None:
        declared = self._schema.type_map.get(step.parent)
        known = declared.fields if isinstance(declared, GraphQLObjectType | GraphQLInterfaceType) else {}
        return known.get(step.name)

    def _arguments(self, step: ObservedStep) -> tuple[tuple[str, Value], ...]:
        """The arguments with their values in place; a variable stays one if its value cannot be written so."""
        definition = self._definition(step)
        arguments = definition.args if definition else {}
        written: list[tuple[str, Value]] = []
        for name, value in sorted(step.arguments, key=lambda one: one[0]):
            meant = plain(value)
            if meant is ABSENT:
                continue
            try:
                written.append((name, literal(meant, arguments[name].type if name in arguments else None)))
            except ValueError:
                written.append((name, value))
        return tuple(written)


def _plain_field(parent: str, name: str) -> Field:
    return Field(parent, name, "", (), (), ())


def _is_leaf(definition: GraphQLField) -> bool:
    return bool(is_leaf_type(get_named_type(definition.type)))


def _without_conflicts(
    children: Sequence[Selection], fields: Mapping[str, GraphQLField], types_by_key: dict[str, str]
) -> list[Selection]:
    """Fields of one name and different types, under different keys."""
    selected: list[Selection] = []
    for child in children:
        if isinstance(child, Field):
            kind = str(fields[child.name].type)
            conflicts = types_by_key.setdefault(child.name, kind) != kind
            selected.append(child._replace(alias=f"{child.name}_{child.parent}") if conflicts else child)
    return selected


def literal(value: JSON, kind: GraphQLInputType | None) -> Value:
    """A JSON value as a document writes it; ValueError if it cannot."""
    if isinstance(kind, GraphQLNonNull):
        return literal(value, kind.of_type)
    if isinstance(value, list):
        inner = kind.of_type if isinstance(kind, GraphQLList) else None
        return [literal(item, inner) for item in value]
    if isinstance(kind, GraphQLList):
        return literal(value, kind.of_type)
    if isinstance(value, dict):
        if not all(map(_NAME.fullmatch, value)):
            raise ValueError("a key that is not a name")
        fields = kind.fields if isinstance(kind, GraphQLInputObjectType) else {}
        return {key: literal(item, fields[key].type if key in fields else None) for key, item in value.items()}
    return EnumValue(value) if isinstance(kind, GraphQLEnumType) and isinstance(value, str) else value
