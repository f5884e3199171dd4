"""Operations made anew from a way that is known to lead somewhere: small, without aliases, values written in place."""

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
    from collections.abc import Collection, Container, Iterator, Mapping, Sequence

    from graphql import GraphQLField, GraphQLInputType, GraphQLNamedType, GraphQLSchema

    from querious.baseline.identity import Identity
    from querious.baseline.sights import Route, Step
    from querious.model import JSON, Selection, Value

_NAME: Final = re.compile(r"[_A-Za-z][_0-9A-Za-z]*")
_MOST_FIELDS: Final = 50
"""Fields of one operation."""
_DEEPEST: Final = 5
"""Objects within objects below the end of the way."""


@dataclass(slots=True)
class _Look:
    """What is on one's mind while looking around for one operation."""

    kinds: Collection[str]
    """Types that are to be seen; empty: all that come."""
    met: set[str] = field(default_factory=set)
    """Types of objects that were seen as items of what has no identifier."""
    room: int = _MOST_FIELDS
    """Fields that may still be asked for."""


class Selecting:
    """Writes operations for one schema. Only fields that were ``reached`` without errors are asked for."""

    def __init__(self, schema: GraphQLSchema, identity: Identity, reached: Container[str]) -> None:
        self._schema = schema
        self._identity = identity
        self._reached = reached
        self._root = schema.query_type.name if schema.query_type else ""

    def operation(self, steps: Sequence[Route], levels: int, kinds: Collection[str] = ()) -> Operation:
        """The query that goes some routes, which differ in their last step alone, and looks around at their ends.

        ``levels`` are those of objects with an identifier below the end: 0 asks only who they are. Where objects of
        several types may stand, those of ``kinds`` are asked for before others.
        """
        above = steps[0][:-1]
        look = _Look(kinds)
        below: list[Selection] = [self._field(route[-1], levels, look) for route in steps]
        for place in range(len(above), -1, -1):
            parent = steps[0][place].parent
            below = [*self._who(parent, below), *below]
            declared = self._declared(above[:place])
            if declared != parent:
                below = [Field(declared, "__typename", "", (), (), ()), Fragment(parent, (), below)]
            if place:
                step = above[place - 1]
                below = [Field(step.parent, step.name, "", self._written(step), (), below)]
        return Operation("query", "", self._root, below)

    def _who(self, parent: str, below: Sequence[Selection]) -> Iterator[Field]:
        """The identifier of an object on the way, unless it is asked for anyway."""
        name = self._identity.name(parent)
        asked = any(isinstance(one, Field) and one.name == name for one in below)
        if name and not asked and f"{parent}.{name}" in self._reached:
            yield Field(parent, name, "", (), (), ())

    def _declared(self, route: Route) -> str:
        """The type that the schema gives the end of a route."""
        if not route:
            return self._root
        definition = self._definition(route[-1].parent, route[-1].name)
        return get_named_type(definition.type).name if definition else ""

    def _field(self, step: Step, levels: int, look: _Look) -> Field:
        definition = self._definition(step.parent, step.name)
        children: list[Selection] = []
        if definition is not None and not is_leaf_type(get_named_type(definition.type)):
            children = self._around(get_named_type(definition.type), levels, look, 0)
        return Field(step.parent, step.name, "", self._written(step), (), children)

    def _around(self, kind: GraphQLNamedType, levels: int, look: _Look, depth: int) -> list[Selection]:
        """What is asked of an object: leaves first, then what it leads to; never nothing."""
        if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType):
            return self._one_of(kind, levels, look, depth)
        fields = self._askable(kind) if isinstance(kind, GraphQLObjectType) else {}
        selected = self._fields((kind.name, self._identity.name(kind.name)), fields, levels, look, depth)
        return selected or [Field(kind.name, "__typename", "", (), (), ())]

    def _askable(self, kind: GraphQLObjectType) -> dict[str, GraphQLField]:
        """Fields that can be asked without arguments, and were; parts of an object before what it leads to."""
        fields = [(name, field) for name, field in kind.fields.items() if self._may_ask(kind.name, name, field)]
        return dict(sorted(fields, key=lambda one: self._is_identified(get_named_type(one[1].type))))

    def _is_identified(self, kind: GraphQLNamedType) -> bool:
        if isinstance(kind, GraphQLInterfaceType | GraphQLUnionType):
            return any(self._identity.name(member.name) for member in self._schema.get_possible_types(kind))
        return bool(self._identity.name(kind.name))

    def _fields(
        self, parent: tuple[str, str], fields: Mapping[str, GraphQLField], levels: int, look: _Look, depth: int
    ) -> list[Selection]:
        """Some fields of a type, named with its identifier."""
        kind, identifier = parent
        selected: list[Selection] = []
        for name, definition in fields.items():
            wanted = name == identifier or not identifier or levels > 0
            if is_leaf_type(get_named_type(definition.type)) and wanted and look.room > 0:
                look.room -= 1
                selected.append(Field(kind, name, "", (), (), ()))
        if depth < _DEEPEST and (levels > 0 or not identifier):
            selected += self._inner(kind, fields, levels - 1 if identifier else levels, look, depth + 1)
        return selected

    def _inner(
        self, parent: str, fields: Mapping[str, GraphQLField], levels: int, look: _Look, depth: int
    ) -> Iterator[Field]:
        for name, definition in fields.items():
            kind = get_named_type(definition.type)
            if is_leaf_type(kind) or look.room <= 0:
                continue
            again = not self._identity.name(parent) and kind.name in look.met  # as nodes show again what edges show
            children = self._around(kind, 0 if again else levels, look, depth)
            if not self._identity.name(parent) and self._is_identified(kind):
                look.met.add(kind.name)
            if children:
                yield Field(parent, name, "", (), (), children)

    def _one_of(
        self, kind: GraphQLInterfaceType | GraphQLUnionType, levels: int, look: _Look, depth: int
    ) -> list[Selection]:
        """What an interface has, then a fragment for what else each type that was met has."""
        selected: list[Selection] = [Field(kind.name, "__typename", "", (), (), ())]
        members = {member.name: self._askable(member) for member in self._schema.get_possible_types(kind)}
        shared: dict[str, GraphQLField] = {}
        if isinstance(kind, GraphQLInterfaceType):
            met = {name for fields in members.values() for name in fields}
            shared = {name: field for name, field in kind.fields.items() if name in met}
            identifier = next((name for name in map(self._identity.name, members) if name), "")
            selected += self._fields((kind.name, identifier), shared, levels, look, depth)
        keys: dict[str, str] = {}
        for member in sorted(members, key=lambda name: (name not in look.kinds, name)):
            own = {name: field for name, field in members[member].items() if name not in shared}
            wanted = levels if not look.kinds or member in look.kinds else 0
            children = self._fields((member, self._identity.name(member)), own, wanted, look, depth)
            if children:
                selected.append(Fragment(member, (), _apart(children, own, keys)))
        return selected

    def _may_ask(self, parent: str, name: str, field: GraphQLField) -> bool:
        free = not any(is_required_argument(argument) for argument in field.args.values())
        return free and f"{parent}.{name}" in self._reached

    def _definition(self, parent: str, name: str) -> GraphQLField | None:
        declared = self._schema.type_map.get(parent)
        known = declared.fields if isinstance(declared, GraphQLObjectType | GraphQLInterfaceType) else {}
        return known.get(name)

    def _written(self, step: Step) -> tuple[tuple[str, Value], ...]:
        """The arguments with their values in place; a variable stays one where its value cannot be written so."""
        definition = self._definition(step.parent, step.name)
        written: list[tuple[str, Value]] = []
        for name, value in step.arguments:
            meant = plain(value)
            if meant is ABSENT:
                continue
            argument = definition.args.get(name) if definition else None
            try:
                written.append((name, literal(meant, argument.type if argument else None)))
            except ValueError:
                written.append((name, value))
        return tuple(sorted(written, key=lambda one: one[0]))


def _apart(children: Sequence[Selection], fields: Mapping[str, GraphQLField], keys: dict[str, str]) -> list[Selection]:
    """Fields of one name and different types go by different keys."""
    apart: list[Selection] = []
    for child in children:
        if isinstance(child, Field):
            said = str(fields[child.name].type)
            alike = keys.setdefault(child.name, said) == said
            apart.append(child if alike else child._replace(alias=f"{child.name}_{child.parent}"))
    return apart


def literal(value: JSON, kind: GraphQLInputType | None) -> Value:
    """A JSON value as a document writes it; ValueError where it cannot."""
    if isinstance(kind, GraphQLNonNull):
        return literal(value, kind.of_type)
    if isinstance(kind, GraphQLList):
        inner = kind.of_type
        return [literal(item, inner) for item in value] if isinstance(value, list) else literal(value, inner)
    if isinstance(value, list):
        return [literal(item, None) for item in value]
    if isinstance(value, dict):
        known = kind.fields if isinstance(kind, GraphQLInputObjectType) else {}
        if not all(_NAME.fullmatch(key) for key in value):
            raise ValueError("a key that is no name")
        return {key: literal(item, known[key].type if key in known else None) for key, item in value.items()}
    return EnumValue(value) if isinstance(kind, GraphQLEnumType) and isinstance(value, str) else value
