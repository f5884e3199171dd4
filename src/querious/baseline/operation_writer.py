"""Operations written from a route that is known to lead somewhere: small, without aliases, values written in place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
)

from querious.model import EnumValue, Field, Fragment, Operation
from querious.model.arguments import is_plain
from querious.model.definitions import fields_of, nullable, object_types

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Mapping, Sequence

    from graphql import GraphQLField, GraphQLInputType, GraphQLNamedType, GraphQLSchema

    from querious.baseline.identity import TypeIdentifiers
    from querious.baseline.observed_calls import ObservedStep, Route
    from querious.model import JSON, Selection, Value

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


@dataclass(frozen=True, slots=True)
class _Look:
    """How far is looked around at one object."""

    levels: int
    """Objects with an identifier, one below the other; 0 asks only which object it is."""
    depth: int = 0

    def below(self, *, identified: bool) -> _Look:
        """At what the object leads to."""
        return _Look(self.levels - identified, self.depth + 1)


class OperationWriter:
    """Writes operations for one schema. Only fields that were ``reached`` without errors are asked for."""

    def __init__(self, schema: GraphQLSchema, identity: TypeIdentifiers, reached: Container[str]) -> None:
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
        selections: list[Selection] = []
        for route in routes:
            children = self._selections(self._type_of(route[-1]), _Look(levels), draft)
            selections.append(self._field(route[-1], children))
        selections = self._on(last.parent, above, selections)
        while above:
            step = above.pop()
            selections = self._on(step.parent, above, [self._field(step, selections)])
        return Operation("query", "", self._root, selections)

    def _on(self, parent: str, above: Sequence[ObservedStep], selections: list[Selection]) -> list[Selection]:
        """Selections on an object on the way, with its identifier, in a fragment if its type has to be narrowed."""
        identifier = self._identity.name(parent)
        asked = [one.name for one in selections if isinstance(one, Field)]
        if identifier not in asked and f"{parent}.{identifier}" in self._reached:
            selections = [Field(parent, identifier), *selections]
        declared = self._type_of(above[-1]).name if above else self._root
        if declared == parent:
            return selections
        return [Field(declared, "__typename"), Fragment(parent, (), selections)]

    def _selections(self, kind: GraphQLNamedType, look: _Look, draft: _Draft) -> Sequence[Selection]:
        """What is asked of an object: leaves first, then what it leads to; never nothing."""
        if is_leaf_type(kind):
            return ()
        if is_abstract_type(kind):
            return self._abstract(kind, look, draft)
        fields = self._fields(kind.name, self._identity.name(kind.name), self._askable(kind.name), look, draft)
        return fields or [Field(kind.name, "__typename")]

    def _askable(self, typename: str) -> dict[str, GraphQLField]:
        """Fields that can be asked without arguments, and were; parts of an object before what it leads to."""
        fields = fields_of(self._schema, typename)
        names = [name for name, one in fields.items() if is_plain(one) and f"{typename}.{name}" in self._reached]
        names.sort(key=lambda name: self._is_identified(get_named_type(fields[name].type)))
        return {name: fields[name] for name in names}

    def _is_identified(self, kind: GraphQLNamedType) -> bool:
        return any(map(self._identity.name, object_types(self._schema, kind.name)))

    def _fields(
        self, parent: str, identifier: str, fields: Mapping[str, GraphQLField], look: _Look, draft: _Draft
    ) -> list[Field]:
        """Some fields of a type; of one with an identifier nothing else where no level is left.

        Objects that one without identifier lists a second time are asked for theirs alone: nodes show again what edges
        show.
        """
        if identifier and look.levels <= 0:
            fields = {name: definition for name, definition in fields.items() if name == identifier}
        is_part = not self._identity.name(parent)
        below = look.below(identified=bool(identifier))
        selected: list[Field] = []
        for name in sorted(fields, key=lambda name: not _is_leaf(fields[name])):
            kind = get_named_type(fields[name].type)
            is_leaf = _is_leaf(fields[name])
            if draft.room <= 0 or (below.depth > _DEEPEST and not is_leaf):
                break
            draft.room -= is_leaf
            listed = is_part and self._is_identified(kind)
            again = listed and kind.name in draft.listed
            children = self._selections(kind, replace(below, levels=0) if again else below, draft)
            draft.listed |= {kind.name} if listed else set()
            selected.append(Field(parent, name, children=children))
        return selected

    def _abstract(self, kind: GraphQLNamedType, look: _Look, draft: _Draft) -> list[Selection]:
        """What an interface has, then a fragment for what else each type has."""
        members = {name: self._askable(name) for name in object_types(self._schema, kind.name)}
        declared = kind.fields.items() if isinstance(kind, GraphQLInterfaceType) else ()
        askable = set().union(*members.values())
        shared = {name: definition for name, definition in declared if name in askable}
        identifier = next(filter(None, map(self._identity.name, members)), "")
        common = self._fields(kind.name, identifier, shared, look, draft)
        selected: list[Selection] = [Field(kind.name, "__typename"), *common]
        types_by_key: dict[str, str] = {}
        for member in sorted(members, key=lambda name: (name not in draft.types, name)):
            own = {name: definition for name, definition in members[member].items() if name not in shared}
            wanted = look if not draft.types or member in draft.types else replace(look, levels=0)
            children = self._fields(member, self._identity.name(member), own, wanted, draft)
            if children:
                selected.append(Fragment(member, (), _without_conflicts(children, own, types_by_key)))
        return selected

    def _type_of(self, step: ObservedStep) -> GraphQLNamedType:
        return get_named_type(fields_of(self._schema, step.parent)[step.name].type)

    def _field(self, step: ObservedStep, selections: Sequence[Selection]) -> Field:
        """A field on the way, with the values of its arguments in place."""
        declared = fields_of(self._schema, step.parent)[step.name].args
        arguments = [(name, literal(value, declared[name].type)) for name, value in sorted(step.arguments)]
        return Field(step.parent, step.name, arguments=tuple(arguments), children=selections)


def _is_leaf(definition: GraphQLField) -> bool:
    return bool(is_leaf_type(get_named_type(definition.type)))


def _without_conflicts(
    children: Sequence[Field], fields: Mapping[str, GraphQLField], types_by_key: dict[str, str]
) -> list[Selection]:
    """Fields of one name and different types, under different keys."""
    selected: list[Selection] = []
    for child in children:
        kind = str(fields[child.name].type)
        conflicts = types_by_key.setdefault(child.name, kind) != kind
        selected.append(child._replace(alias=f"{child.name}_{child.parent}" if conflicts else ""))
    return selected


def literal(value: JSON, declared: GraphQLInputType) -> Value:
    """A JSON value as a document writes it."""
    kind = nullable(declared)
    if isinstance(kind, GraphQLList):
        inner = kind.of_type
        return [literal(item, inner) for item in value] if isinstance(value, list) else literal(value, inner)
    if isinstance(kind, GraphQLInputObjectType) and isinstance(value, dict):
        return {name: literal(item, kind.fields[name].type) for name, item in value.items()}
    return EnumValue(value) if isinstance(kind, GraphQLEnumType) and isinstance(value, str) else value
