"""Which fields look objects up by a value: ``project(id:)``, ``itemBy(lookup: {sku:})``, ``nodes(ids:)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLObjectType,
    GraphQLScalarType,
    get_named_type,
    is_composite_type,
    is_required_argument,
    is_required_input_field,
)

from querious.answers.identity import NAMING_WORDS
from querious.model import Field
from querious.model.arguments import sent
from querious.model.json_text import integer_of
from querious.relations.objects.names import is_relative, speaks_of, type_words
from querious.relations.schema_types import is_list, nullable, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphql import GraphQLField, GraphQLType

    from querious.model import JSON, FieldShape, Selection, Value
    from querious.relations.observations import Observations
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes


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

    @property
    def is_named_as_its_keys(self) -> bool:
        """Whether the input has the name of the field that shows the value."""
        return all(words(key) == words(self.inputs[-1]) for key in self.keys.values())

    def takes(self, value: JSON) -> Value:
        """A value that was shown, as this field takes it; None where it does not."""
        return as_scalar(self.scalar, value)

    def asking(self, value: Value, children: Sequence[Selection], alias: str = "") -> Field:
        """The field with a value, or with a list of values where it takes many."""
        for name in reversed(self.inputs[1:]):
            value = {name: value}
        return Field(self.parent, self.name, alias, ((self.inputs[0], value),), children=children)

    def asked(self, field: FieldShape) -> JSON:
        """The value that this field was asked with; None if it was asked for anything else, or for more."""
        arguments: JSON = sent(field.arguments)
        for name in self.inputs:
            if not isinstance(arguments, dict) or list(arguments) != [name]:
                return None
            arguments = arguments[name]
        return arguments

    def is_key(self, typename: str) -> bool:
        """Whether the value tells objects of this type apart for sure: an identifier, not a mere name."""
        return self.scalar != "String" or self._is_named_as_key(typename)

    def is_name(self, typename: str) -> bool:
        """Whether the value is made to name one object: no number, date or measure, of which the next best may do."""
        return self.scalar == "ID" or self._is_named_as_key(typename)

    def _is_named_as_key(self, typename: str) -> bool:
        return not NAMING_WORDS.isdisjoint(words(self.keys.get(typename, "")))


def as_scalar(scalar: str, value: JSON) -> Value:
    """A value that was shown, for an argument of a scalar type; None where it does not fit."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        return None
    if scalar == "Int":
        return integer_of(str(value)) if str(value).isdecimal() else None
    return str(value) if scalar == "String" else value


def lookups_of(types: SchemaTypes, coordinate: str) -> list[Lookup]:
    """The ways in which a field looks things up; none for most.

    Of two inputs for the same keys, the one that is named as the keys are is taken.
    """
    field = types.field(coordinate)
    if field is None or not is_composite_type(get_named_type(field.type)):
        return []
    found = []
    for inputs, kind in _single_inputs(field):
        lookup = _lookup(types, coordinate, field, inputs, kind)
        if lookup is not None:
            found.append(lookup)
    exact = [lookup.keys for lookup in found if lookup.is_named_as_its_keys]
    return [lookup for lookup in found if lookup.is_named_as_its_keys or lookup.keys not in exact]


def _lookup(
    types: SchemaTypes, coordinate: str, field: GraphQLField, inputs: tuple[str, ...], kind: GraphQLType
) -> Lookup | None:
    """The field as a look-up by one input; None if it is none."""
    parent, _, name = coordinate.partition(".")
    scalar, many = _scalar(kind)
    if not scalar or many is not is_list(field.type):
        return None
    target = type_name(field)
    keys = {}
    for typename in types.possible(target):
        key = _key(types, typename, inputs[-1], scalar)
        if key:
            keys[typename] = key
    if not keys:
        return None
    certain = _is_certain(types, name, target, keys)
    if not certain and (many or is_relative(name)):
        return None
    return Lookup(parent, name, inputs, many, scalar, target, keys, certain)


def _single_inputs(field: GraphQLField) -> Iterator[tuple[tuple[str, ...], GraphQLType]]:
    """Arguments, and fields of input objects, that can be given with nothing else beside them."""
    required = {name for name, argument in field.args.items() if is_required_argument(argument)}
    for name, argument in field.args.items():
        if required - {name}:
            continue
        kind = nullable(argument.type)
        if not isinstance(kind, GraphQLInputObjectType):
            yield (name,), kind
            continue
        required_inside = {inner for inner, input_field in kind.fields.items() if is_required_input_field(input_field)}
        for inner, input_field in kind.fields.items():
            if not required_inside - {inner}:
                yield (name, inner), input_field.type


def single_arguments(field: GraphQLField) -> dict[str, str]:
    """Arguments with which alone the field can be asked and that take one scalar, with the name of the scalar."""
    found = {}
    for inputs, kind in _single_inputs(field):
        scalar, many = _scalar(kind)
        if len(inputs) == 1 and scalar and not many:
            found[inputs[0]] = scalar
    return found


def _scalar(kind: GraphQLType) -> tuple[str, bool]:
    """The scalar that identifies something, or an empty text, and whether it is a list of them."""
    inner = nullable(kind)
    many = isinstance(inner, GraphQLList)
    if many:
        inner = nullable(inner.of_type)
    if isinstance(inner, GraphQLScalarType) and inner.name not in {"Boolean", "Float"}:
        return inner.name, many
    return "", many


def _key(types: SchemaTypes, typename: str, argument: str, scalar: str) -> str:
    """The field of a type that an argument speaks of; empty if none."""
    spoken = words(argument)
    fields = types.plain(typename)
    named = types.plain_by_words(typename).get(spoken, ())
    for name in named:
        shown, many = _scalar(fields[name].type)
        if shown and not many and _fit(scalar, shown):
            return name
    identifier = types.identifier(typename)
    if named or not identifier:
        return ""
    if spoken not in {("pk",), (*type_words(typename), *words(identifier))}:
        return ""
    return identifier if _fit(scalar, _scalar(fields[identifier].type)[0]) else ""


def _fit(one: str, other: str) -> bool:
    """Whether values of one scalar can be given for the other."""
    if one == other or "ID" in (one, other):
        return True
    return "String" in (one, other) and "Int" not in (one, other)


def _is_certain(types: SchemaTypes, name: str, target: str, keys: Mapping[str, str]) -> bool:
    """``project(id:)`` finds projects; ``userProfile(id:)`` may well be given the user's."""
    key = next(iter(keys.values()))
    for typename in (target, *keys):
        if speaks_of(name, typename, key) and not _is_part_of_another(types, typename):
            return True
    return False


def _is_part_of_another(types: SchemaTypes, typename: str) -> bool:
    """Whether a type is named after another that has at most one of it: the profile of a user."""
    spoken = type_words(typename)
    for end in range(1, len(spoken)):
        owner = "".join(word.capitalize() for word in spoken[:end])
        if types.identifier(owner) and not _has_many(types, owner, typename):
            return True
    return False


def _has_many(types: SchemaTypes, owner: str, typename: str) -> bool:
    for field in types.fields(owner).values():
        name = type_name(field)
        if is_list(field.type):
            if name == typename:
                return True
        elif name.startswith(typename) and "Connection" in name:
            return True
    return False


def entry_points(observed: Observations) -> Iterator[tuple[Route, str]]:
    """The query type, and single objects that are there without arguments: namespaces, the viewer. Types, each once."""
    types = observed.types
    seen = {types.root}
    yield (), types.root
    for routes in list(observed.routes.values()):
        for route in list(routes.values()):
            typename = type_name(types.field(route[-1].coordinate))
            if typename in seen or not isinstance(types.schema.type_map.get(typename), GraphQLObjectType):
                continue
            if _is_fixed(types, route):
                seen.add(typename)
                yield route, typename


def _is_fixed(types: SchemaTypes, route: Route) -> bool:
    """Whether a route leads to one and the same object: by no arguments, and through no list."""
    for step in route:
        field = types.field(step.coordinate)
        if step.arguments or field is None or is_list(field.type):
            return False
    return True


def known_lookups(observed: Observations) -> Iterator[tuple[Route, Lookup]]:
    """Every look-up that can be asked, with the route to the object that has it."""
    for route, typename in entry_points(observed):
        for name in observed.types.fields(typename):
            for lookup in lookups_of(observed.types, f"{typename}.{name}"):
                yield route, lookup
