"""Which fields look objects up by a value: ``project(id:)``, ``itemBy(lookup: {sku:})``, ``nodes(ids:)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import (
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLUnionType,
    get_named_type,
    is_abstract_type,
    is_required_argument,
    is_required_input_field,
)

from querious.answers.identity import NAMING_WORDS
from querious.model import Field
from querious.model.arguments import sent
from querious.model.json_text import integer_of
from querious.relations.objects.names import is_relative, speaks_of, type_words
from querious.relations.routes import narrowed, query_along
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphql import GraphQLField, GraphQLType

    from querious.model import JSON, FieldShape, Operation, Selection, Value
    from querious.relations.observations import Observations
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_NEVER: Final = frozenset(("Boolean", "Float"))


class Lookup(NamedTuple):
    """A field that is given a value of a field of what it finds."""

    parent: str
    name: str
    inputs: tuple[str, ...]
    """The argument, and the field of the input object in it where there is one."""
    many: bool
    """Whether it takes a list and gives one."""
    scalar: str
    """The type of one value."""
    target: str
    """The declared type of what is found."""
    keys: Mapping[str, str]
    """By object type that may be found: its field that shows the value."""
    certain: bool
    """Whether names leave no doubt that it finds what it is given; else only answers can show it."""

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"

    def takes(self, value: JSON) -> Value:
        """A value that was shown, as this field takes it; None where it does not."""
        return taken(self.scalar, value)

    def asking(self, value: Value, children: Sequence[Selection], alias: str = "") -> Field:
        """The field with a value, or with a list of values where it takes many."""
        for name in reversed(self.inputs[1:]):
            value = {name: value}
        return Field(self.parent, self.name, alias, ((self.inputs[0], value),), (), children)

    def asked(self, field: FieldShape) -> JSON:
        """The value that this field was asked with; None if it was asked for anything else, or for more."""
        arguments: JSON = sent(field.arguments)
        for name in self.inputs:
            if not isinstance(arguments, dict) or len(arguments) != 1 or name not in arguments:
                return None
            arguments = arguments[name]
        return arguments

    def is_key(self, typename: str) -> bool:
        """Whether the value tells objects of this type apart for sure: an identifier, not a mere name."""
        key = self.keys.get(typename, "")
        return self.scalar != "String" or not NAMING_WORDS.isdisjoint(words(key))

    def is_name(self, typename: str) -> bool:
        """Whether the value is made to name one object: no number, date or measure, of which the next best may do."""
        return self.scalar == "ID" or not NAMING_WORDS.isdisjoint(words(self.keys.get(typename, "")))


def taken(scalar: str, value: JSON) -> Value:
    """A value that was shown, for an argument of a scalar type; None where it does not fit."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        return None
    if scalar == "Int":
        return integer_of(str(value)) if str(value).isdecimal() else None
    return str(value) if scalar == "String" else value


def lookups_of(types: SchemaTypes, parent: str, name: str) -> list[Lookup]:  # complexipy: ignore (to be taken apart)
    """The ways in which a field looks things up; none for most."""
    field = types.fields(parent).get(name)
    target = get_named_type(field.type) if field else None
    if field is None or target is None or not (isinstance(target, GraphQLObjectType) or is_abstract_type(target)):
        return []
    found: list[tuple[bool, Lookup]] = []
    for inputs, kind in _openings(field):
        scalar, many = _scalar(kind)
        if not scalar or many is not _is_list(field):
            continue
        keys = {typename: _key(types, typename, inputs[-1], scalar) for typename in possible_types(types, target.name)}
        keys = {typename: key for typename, key in keys.items() if key}
        if keys:
            exact = all(words(key) == words(inputs[-1]) for key in keys.values())
            lookup = Lookup(
                parent, name, inputs, many, scalar, target.name, keys, _certain(types, name, target.name, keys)
            )
            if lookup.certain or not (many or is_relative(name)):
                found.append((exact, lookup))
    precise = {tuple(lookup.keys.items()) for exact, lookup in found if exact}
    return [lookup for exact, lookup in found if exact or tuple(lookup.keys.items()) not in precise]


def _openings(field: GraphQLField) -> Iterator[tuple[tuple[str, ...], GraphQLType]]:
    """Where one value can be handed over with nothing else."""
    needed = {name for name, argument in field.args.items() if is_required_argument(argument)}
    for name, argument in field.args.items():
        if needed - {name}:
            continue
        kind = argument.type.of_type if isinstance(argument.type, GraphQLNonNull) else argument.type
        if not isinstance(kind, GraphQLInputObjectType):
            yield (name,), kind
            continue
        inside = {inner for inner, taken in kind.fields.items() if is_required_input_field(taken)}
        for inner, taken in kind.fields.items():
            if not inside - {inner}:
                yield (name, inner), taken.type


def single_openings(field: GraphQLField) -> dict[str, str]:
    """Arguments with which alone the field can be asked and that take one scalar, which is told."""
    found = ((inputs, _scalar(kind)) for inputs, kind in _openings(field))
    return {inputs[0]: scalar for inputs, (scalar, many) in found if len(inputs) == 1 and scalar and not many}


def _scalar(kind: GraphQLType) -> tuple[str, bool]:
    """The scalar that is taken, or an empty text, and whether it is a list of them."""
    inner = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
    many = isinstance(inner, GraphQLList)
    if isinstance(inner, GraphQLList):
        inner = inner.of_type.of_type if isinstance(inner.of_type, GraphQLNonNull) else inner.of_type
    return (inner.name if isinstance(inner, GraphQLScalarType) and inner.name not in _NEVER else ""), many


def _key(types: SchemaTypes, typename: str, argument: str, scalar: str) -> str:
    """The field of a type that an argument speaks of."""
    spoken = words(argument)
    fields = types.plain(typename)
    named = types.called(typename).get(spoken, ())
    for name in named:
        shown, many = _scalar(fields[name].type)
        if shown and not many and _fit(scalar, shown):
            return name
    identifier = types.identifier(typename)
    own = identifier and (*type_words(typename), *words(identifier))
    if identifier and spoken in {own, ("pk",)} and not named:
        return identifier if _fit(scalar, _scalar(fields[identifier].type)[0]) else ""
    return ""


def _fit(one: str, other: str) -> bool:
    pair = {one, other}
    return len(pair) == 1 or "ID" in pair or ("String" in pair and "Int" not in pair)


def _certain(types: SchemaTypes, name: str, target: str, keys: Mapping[str, str]) -> bool:
    """``project(id:)`` finds projects; ``userProfile(id:)`` may well be given the user's."""
    key = next(iter(keys.values()))
    spoken = [typename for typename in (target, *keys) if speaks_of(name, typename, key)]
    return any(not _of_another(types, typename) for typename in spoken)


def _of_another(types: SchemaTypes, typename: str) -> bool:
    """Whether a type is named after another that has at most one of it: the profile of a user."""
    spoken = type_words(typename)
    owners = ("".join(word.capitalize() for word in spoken[:cut]) for cut in range(1, len(spoken)))
    return any(types.identifier(owner) and not _has_many(types, owner, typename) for owner in owners)


def _has_many(types: SchemaTypes, owner: str, typename: str) -> bool:
    kinds = ((get_named_type(field.type).name, _is_list(field)) for field in types.fields(owner).values())
    return any(kind == typename if many else kind.startswith(typename) and "Connection" in kind for kind, many in kinds)


def _is_list(field: GraphQLField) -> bool:
    kind = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
    return isinstance(kind, GraphQLList)


def possible_types(types: SchemaTypes, typename: str) -> list[str]:
    """The object types that may stand where a type is declared."""
    declared = types.schema.type_map.get(typename)
    if isinstance(declared, GraphQLInterfaceType | GraphQLUnionType):
        return sorted(member.name for member in types.schema.get_possible_types(declared))
    return [typename] if isinstance(declared, GraphQLObjectType) else []


def object_types(types: SchemaTypes) -> list[str]:
    """The API's own object types."""
    kinds = types.schema.type_map.items()
    return [name for name, kind in kinds if isinstance(kind, GraphQLObjectType) and not name.startswith("__")]


def entry_points(observed: Observations) -> Iterator[tuple[Route, str]]:
    """The query type, and single objects that are there without arguments: namespaces, the viewer. Types, each once."""
    types, seen = observed.types, {observed.types.root}
    yield (), types.root
    for ways in list(observed.routes.values()):
        for route in list(ways.values()):
            last = route[-1]
            field = types.fields(last.parent).get(last.name)
            kind = get_named_type(field.type).name if field else ""
            if kind in seen or not isinstance(types.schema.type_map.get(kind), GraphQLObjectType):
                continue
            on_the_way = [(step.arguments, types.fields(step.parent).get(step.name)) for step in route]
            if not any(arguments or passed is None or _is_list(passed) for arguments, passed in on_the_way):
                seen.add(kind)
                yield route, kind


def known_lookups(observed: Observations) -> Iterator[tuple[Route, Lookup]]:
    """Every look-up that can be asked, with the way to the object that has it."""
    for route, typename in entry_points(observed):
        for name in observed.types.fields(typename):
            for lookup in lookups_of(observed.types, typename, name):
                yield route, lookup


def query_at(types: SchemaTypes, route: Route, parent: str, selections: Sequence[Selection]) -> Operation:
    """The query that asks this of an object of a type at the end of a way."""
    return query_along(types, route, narrowed(types, route, parent, selections))
