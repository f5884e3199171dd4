"""Which fields look objects up by a value: ``project(id:)``, ``itemBy(lookup: {sku:})``, ``nodes(ids:)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import (
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLScalarType,
    is_required_argument,
    is_required_input_field,
)

from querious.answers.identity import NAMING_WORDS
from querious.model import Field
from querious.model.arguments import sent
from querious.model.json_text import integer_of
from querious.relations.answer_objects import NO_SHAPE, answered_fields, shape_of
from querious.relations.lists.list_types import list_type_of
from querious.relations.objects.names import is_relative, speaks_of, type_words
from querious.relations.objects.selections import leaf_selection
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from graphql import GraphQLType

    from querious.model import JSON, FieldShape, Operation, Selection, Value
    from querious.relations.answer_objects import AnsweredField
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Trace
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

    def selection(self, types: SchemaTypes) -> list[Selection]:
        """What to select of what is found: its key."""
        return leaf_selection(types, self.target, {typename: [key] for typename, key in self.keys.items()})

    def asked(self, field: FieldShape) -> JSON:
        """The value that this field was asked with; None if it was asked for anything else, or for more."""
        arguments: JSON = sent(field.arguments)
        for name in self.inputs:
            if not isinstance(arguments, dict) or list(arguments) != [name]:
                return None
            arguments = arguments[name]
        return arguments

    def finds_one_by(self, key: str, typename: str) -> bool:
        """Whether it finds one object of a type, by this field of it."""
        return not self.many and self.keys[typename] == key

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


@once
def lookups_of(types: SchemaTypes, coordinate: str) -> list[Lookup]:
    """The ways in which a field looks things up; none for most.

    Of two inputs for the same keys, the one that is named as the keys are is taken.
    """
    found = []
    for inputs, kind in _single_inputs(types, coordinate):
        found += _lookup(types, coordinate, inputs, kind)
    exact = [lookup.keys for lookup in found if lookup.is_named_as_its_keys]
    return [lookup for lookup in found if lookup.is_named_as_its_keys or lookup.keys not in exact]


def _lookup(types: SchemaTypes, coordinate: str, inputs: tuple[str, ...], kind: GraphQLType) -> list[Lookup]:
    """The field as a look-up by one input; empty if it is none."""
    parent, _, name = coordinate.partition(".")
    field = types.fields(parent)[name]
    target, scalar, many = type_name(field), _scalar(kind), is_list(kind)
    by_type = {typename: _key(types, typename, inputs[-1], scalar) for typename in types.possible(target)}
    keys = {typename: key for typename, key in by_type.items() if key}
    if not keys or many is not is_list(field.type):
        return []
    certain = _is_certain(types, name, target, keys)
    if not certain and (many or is_relative(name)):
        return []
    return [Lookup(parent, name, inputs, many, scalar, target, keys, certain)]


def _single_inputs(types: SchemaTypes, coordinate: str) -> Iterator[tuple[tuple[str, ...], GraphQLType]]:
    """Arguments, and fields of input objects, that can be given with nothing else beside them."""
    field = types.field(coordinate)
    for name, kind in _given_alone(field.args, is_required_argument) if field else ():
        if isinstance(kind, GraphQLInputObjectType):
            for inner, inner_kind in _given_alone(kind.fields, is_required_input_field):
                yield (name, inner), inner_kind
        else:
            yield (name,), kind


def _given_alone(declared: Mapping[str, Any], is_required: Callable[[Any], bool]) -> Iterator[tuple[str, GraphQLType]]:
    """Those beside which no other is required, with their types."""
    required = {name for name, one in declared.items() if is_required(one)}
    for name, one in declared.items():
        if required <= {name}:
            yield name, nullable(one.type)


def single_arguments(types: SchemaTypes, coordinate: str) -> dict[str, str]:
    """Arguments with which alone the field can be asked and that take one scalar, with the name of the scalar."""
    found = {}
    for inputs, kind in _single_inputs(types, coordinate):
        if len(inputs) == 1 and _scalar(kind) and not is_list(kind):
            found[inputs[0]] = _scalar(kind)
    return found


class ListedKeys(NamedTuple):
    """An argument that takes a list of keys of what the field gives."""

    argument: str
    by_type: dict[str, str]
    """Of each type that may be given, the field that holds the key."""
    target: str

    def selection(self, types: SchemaTypes) -> list[Selection]:
        """What shows the key of what is given."""
        return leaf_selection(types, self.target, {typename: [key] for typename, key in self.by_type.items()})


def listed_keys_of(types: SchemaTypes, coordinate: str) -> list[ListedKeys]:
    """The arguments with which alone a field can be asked and that take a list of keys of what it gives."""
    target = type_name(types.field(coordinate))
    found = []
    for inputs, kind in _single_inputs(types, coordinate):
        by_type = {typename: _key(types, typename, inputs[-1], _scalar(kind)) for typename in types.possible(target)}
        if len(inputs) == 1 and is_list(kind) and by_type and all(by_type.values()):
            found.append(ListedKeys(inputs[0], by_type, target))
    return found


def _scalar(kind: GraphQLType) -> str:
    """The scalar that identifies something, alone or in a list; else empty."""
    inner = nullable(kind)
    if isinstance(inner, GraphQLList):
        inner = nullable(inner.of_type)
    identifies = isinstance(inner, GraphQLScalarType) and inner.name not in {"Boolean", "Float"}
    return inner.name if identifies else ""


def _key(types: SchemaTypes, typename: str, argument: str, scalar: str) -> str:
    """The field of a type that an argument of a scalar speaks of; empty if none."""
    spoken = words(argument)
    fields, identifier = types.plain(typename), types.identifier(typename)
    names = types.plain_by_words(typename).get(spoken, [])
    if not names and spoken in {("pk",), (*type_words(typename), *words(identifier))}:
        names = [identifier]
    for name in filter(None, names):
        if not is_list(fields[name].type) and _fit(scalar, _scalar(fields[name].type)):
            return name
    return ""


def _fit(one: str, other: str) -> bool:
    """Whether values of one scalar can be given for the other."""
    if not one or not other:
        return False
    if one == other or "ID" in {one, other}:
        return True
    return "String" in {one, other} and "Int" not in {one, other}


def _is_certain(types: SchemaTypes, name: str, target: str, keys: Mapping[str, str]) -> bool:
    """``project(id:)`` finds projects; ``userProfile(id:)`` may well be given the user's."""
    key = next(iter(keys.values()))
    spoken_of = [typename for typename in (target, *keys) if speaks_of(name, typename, key)]
    return any(not _is_part_of_another(types, typename) for typename in spoken_of)


def _is_part_of_another(types: SchemaTypes, typename: str) -> bool:
    """Whether a type is named after another that has at most one of it: the profile of a user."""
    spoken = type_words(typename)
    for end in range(1, len(spoken)):
        owner = "".join(map(str.capitalize, spoken[:end]))
        if types.identifier(owner) and not _has_many(types, owner, typename):
            return True
    return False


def _has_many(types: SchemaTypes, owner: str, typename: str) -> bool:
    given = {list_type_of(types, f"{owner}.{name}").row for name in types.fields(owner)}
    return typename in given


def entry_points(observed: Observations) -> Iterator[tuple[Route, str]]:
    """The query type, and single objects that are there without arguments: namespaces, the viewer. Types, each once."""
    types = observed.types
    seen = {types.root}
    yield (), types.root
    for coordinate, routes in list(observed.routes.items()):
        typename = type_name(types.field(coordinate))
        fixed = [route for route in routes.values() if _is_fixed(types, route)]
        if fixed and typename not in seen and types.possible(typename) == [typename]:
            seen.add(typename)
            yield fixed[0], typename


def _is_fixed(types: SchemaTypes, route: Route) -> bool:
    """Whether a route leads to one and the same object: by no arguments, and through no list."""
    fields = [types.field(step.coordinate) for step in route if not step.arguments]
    return len(fields) == len(route) and not any(field is None or is_list(field.type) for field in fields)


def known_lookups(observed: Observations) -> Iterator[tuple[Route, Lookup]]:
    """Every look-up that can be asked, with the route to the object that has it."""
    for route, typename in entry_points(observed):
        for name in observed.types.fields(typename):
            for lookup in lookups_of(observed.types, f"{typename}.{name}"):
                yield route, lookup


def showing(observed: Observations, lookup: Lookup, value: JSON) -> Operation | None:
    """The query that shows a value on something that the look-up may find; None if no answer did."""
    for typename, route in routes_that_show(observed, lookup, value):
        return query_at(observed.types, route, typename, [Field(typename, lookup.keys[typename])])
    return None


def routes_that_show(observed: Observations, lookup: Lookup, value: JSON) -> Iterator[tuple[str, Route]]:
    """Types that the look-up may find, of which an answer showed a value, and on which route."""
    for typename, key in lookup.keys.items():
        route = observed.shown.get(f"{typename}.{key}", {}).get(str(value))
        if route is not None:
            yield typename, route


def is_lookup(types: SchemaTypes, coordinate: str, arguments: Arguments) -> bool:
    """Whether a field with these arguments looks things up, for sure."""
    lookups = lookups_of(types, coordinate) if arguments else []
    return any(lookup.certain and lookup.inputs[0] in arguments for lookup in lookups)


class FoundObject(NamedTuple):
    """An object that a look-up found."""

    place: int
    """In the list; 0 where no list was given."""
    typename: str
    key: JSON
    """What it shows of what it was looked up by; None where that was not asked."""


class LookupResult(NamedTuple):
    """A look-up in a trace."""

    field: AnsweredField
    lookup: Lookup
    value: JSON
    """What it was asked for."""

    def found(self) -> list[FoundObject]:
        """What it found; nothing for nulls and unknown types."""
        answer = self.field.value
        found = []
        for place, item in enumerate(answer if isinstance(answer, list) else [answer]):
            shape = shape_of(self.field.shape, item)
            coordinate = f"{shape.typename}.{self.lookup.keys.get(shape.typename, '')}"
            keys = [item.get(field.key) for field in shape.fields.values() if field.coordinate == coordinate]
            if shape is not NO_SHAPE:
                found.append(FoundObject(place, shape.typename, next(iter(keys), None)))
        return found

    def missing(self) -> list[str]:
        """The values that were asked for and not found, and no error says why.

        An object that came without its key may be any of those asked for together: then nothing is known to be missing.
        """
        answer = self.field.value
        if not self.field.clean or (self.lookup.many and not isinstance(answer, list)):
            return []
        if not self.lookup.many:
            return [str(self.value)] if answer is None else []
        found = {one.place: str(one.key) for one in self.found() if one.key is not None}
        if any(item is not None and place not in found for place, item in enumerate(answer)):
            return []
        wanted = self.value if isinstance(self.value, list) else []
        return [str(value) for value in wanted if str(value) not in found.values()]


def lookup_results(trace: Trace, types: SchemaTypes) -> Iterator[LookupResult]:
    """Every look-up that a trace holds."""
    for field in answered_fields(trace):
        if field.shape.arguments and field.shape.child is not None:
            for lookup in lookups_of(types, field.coordinate):
                value = lookup.asked(field.shape)
                if value is not None:
                    yield LookupResult(field, lookup, value)
