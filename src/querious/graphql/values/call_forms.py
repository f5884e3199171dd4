"""Fields with arguments → calls, for plans: the forms of all values that are needed, and of those that may be.

What is optional is left out unless the call brings nothing without it: ``user(id:, login:)`` finds nobody if neither is
given, and an empty ``lookup: {}`` finds nothing. Then one is tried at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    get_named_type,
    is_composite_type,
    is_required_argument,
    is_required_input_field,
)

from querious.answers.pages import is_cursor, is_size
from querious.graphql.pages import is_page
from querious.graphql.values.sources import InputPosition
from querious.model.definitions import is_list, nullable, object_types
from querious.values.field_calls import FieldCall
from querious.values.forms import FormMember, LeafForm, ListForm, ObjectForm, ValueForm

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import (
        GraphQLArgument,
        GraphQLField,
        GraphQLInputField,
        GraphQLInputType,
        GraphQLNamedType,
        GraphQLSchema,
    )

    from querious.values.learned_values import LearnedValues
    from querious.values.pool import Pool
    from querious.values.scalars import Make

_DEEPEST = 3
"""Input objects inside each other that are learned about."""
_OPTIONAL_DEEPEST = 1
"""Input objects around one that is optional."""
_MEMBERS = 24
"""Optional members of one input object that are tried."""
_SUFFICIENT = 0.9
"""How likely it is enough to fill what is required."""
_AGAIN_IN_VAIN = 0.15
"""How likely a list or leaf that brought nothing without arguments is to bring something without any again."""
_SELDOM = 0.2
"""How likely an enum or a boolean is to be the argument that such a field needs."""
_MADE = 0.1
"""How likely a value is to fit that is too deep to be learned about."""


class FormMakers(NamedTuple):
    """What forms are made with: parts of ``Makers``."""

    own: Callable[[GraphQLInputType, str], Make | None]
    """The user's generator for a coordinate, if there is one."""
    learned: Callable[[str, InputPosition], LearnedValues]
    """Place and position → what is learned there."""
    least: Callable[[GraphQLInputType, str], Make | None]
    """A maker of the smallest values of a type; None if there is no value that could be sent."""


class _Place(NamedTuple):
    """Where a form is used."""

    name: str
    """Unlike a coordinate it tells apart the arguments in which an input type is used."""
    position: InputPosition
    gives_many: bool
    """Whether the call gives a list or a page, so that its arguments narrow down rather than look up."""
    inside: tuple[str, ...] = ()
    """The input types around it."""

    def argument(self, key: str, argument: GraphQLArgument) -> _Place:
        """The place of an argument, where this is that of the call; its name is what is looked for."""
        position = self.position._replace(
            coordinate=f"{self.position.coordinate}.{key}",
            scalar=get_named_type(argument.type).name,
            description=argument.description or "",
        )
        return self._replace(name=position.coordinate + self.name, position=position)

    def field(self, input_type: GraphQLInputObjectType, name: str, field: GraphQLInputField) -> _Place:
        """The place of a field of the input type that is used here."""
        position = self.position._replace(
            coordinate=f"{input_type.name}.{name}",
            scalar=get_named_type(field.type).name,
            around=(*self.position.around, self.position.name, input_type.name),
            description=field.description or "",
        )
        return _Place(f"{self.name}.{name}", position, self.gives_many, (*self.inside, input_type.name))


class CallForms:
    """Makes the calls of one schema."""

    def __init__(self, schema: GraphQLSchema, pool: Pool, makers: FormMakers) -> None:
        self._schema = schema
        self._pool = pool
        self._makers = makers
        self._roots = (schema.query_type, schema.mutation_type)

    def call(self, parent: str, name: str, target: str = "") -> FieldCall | None:
        """The call of ``parent.name``, made once; None if the field needs no arguments, or some that cannot be made."""
        coordinate = f"{parent}.{name}"
        holder = self._schema.type_map[parent]
        field: GraphQLField = holder.fields[name]  # type: ignore[attr-defined]
        if target == get_named_type(field.type).name:
            target = ""
        known = self._pool.call(coordinate, target)
        if known is not None or (target and target not in self._object_types(field)):
            return known
        gives_many = is_list(field.type) or is_page(get_named_type(field.type))
        in_vain = not _is_looked_up(field, gives_many=gives_many)
        if in_vain and not self._pool.optional.needs_argument(coordinate):
            return None
        others = frozenset(self._object_types(field)) - {target} if target else frozenset[str]()
        returned = self._schema.type_map[target] if target else get_named_type(field.type)
        position = InputPosition(coordinate, "", returned, parent, name, others=others)
        place = _Place(f"<{target}>" if target else "", position, gives_many)
        members = self._arguments(field, place, in_vain=in_vain)
        if members is None:
            return None
        form = ObjectForm(lambda: members, (), alone=_AGAIN_IN_VAIN if in_vain else _SUFFICIENT)
        call = FieldCall(coordinate, target, form, nested=holder not in self._roots)
        self._pool.register(call)
        return call

    def _object_types(self, field: GraphQLField) -> tuple[str, ...]:
        return object_types(self._schema, get_named_type(field.type).name)

    def _arguments(self, field: GraphQLField, call: _Place, *, in_vain: bool) -> Mapping[str, FormMember] | None:
        """The members of a call; None if a required one cannot be made.

        ``in_vain`` is for a list or leaf that brought nothing by itself: then what would narrow it down may be needed.
        """
        members: dict[str, FormMember] = {}
        for key, argument in field.args.items():
            required = is_required_argument(argument)
            narrows = call.gives_many and not in_vain
            likely = 1.0 if required else _argument_likelihood(key, argument, narrows=narrows, in_vain=in_vain)
            form = self._form(argument.type, call.argument(key, argument)) if likely else None
            if form is not None:
                members[key] = FormMember(required, likely, form)
            elif required:
                return None
        return members

    def _form(self, declared: GraphQLInputType, place: _Place) -> ValueForm | None:
        """The form of values at a place; None if none can be made."""
        coordinate = place.position.coordinate
        own = self._makers.own(declared, coordinate)
        if own is not None:
            return ValueForm(own, _SUFFICIENT)
        least = self._makers.least(declared, coordinate)
        if least is None:
            return None
        bare = nullable(declared)
        if isinstance(bare, GraphQLList):
            item = self._form(bare.of_type, place)
            return ListForm(item, self._pool.whole(coordinate, list)) if item is not None else ValueForm(least, _MADE)
        if isinstance(bare, GraphQLInputObjectType):
            return self._object_form(bare, place) or ValueForm(least, _MADE)
        return LeafForm(coordinate, self._makers.learned(place.name, place.position))

    def _object_form(self, input_type: GraphQLInputObjectType, place: _Place) -> ObjectForm | None:
        """The form of an input object; None if it is too deep, or has no field of which a value can be made."""
        if input_type.name in place.inside or len(place.inside) >= _DEEPEST:
            return None
        one_of = getattr(input_type, "is_one_of", False)
        if one_of and not self._fields(input_type, place):
            return None
        alone = 0.8 if place.gives_many else 0.1
        if _requires_some(input_type):
            alone = _SUFFICIENT
        given = self._pool.whole(place.position.coordinate, dict)
        return ObjectForm(lambda: self._fields(input_type, place), given, alone=alone, one_of=one_of)

    def _fields(self, input_type: GraphQLInputObjectType, place: _Place) -> Mapping[str, FormMember]:
        """The members of an input object: all that are required, and the likelier ones of the others."""
        factor = 0.5 if _requires_some(input_type) else 1.0
        members: dict[str, FormMember] = {}
        for name, field in input_type.fields.items():
            required = is_required_input_field(field)
            if not required and _is_too_deep(field, input_type, place):
                continue
            form = self._form(field.type, place.field(input_type, name, field))
            if form is not None:
                members[name] = FormMember(required, _field_likelihood(name, field) * factor, form)
        by_likelihood = sorted(members.items(), key=lambda item: -item[1].likely)
        optional = [name for name, member in by_likelihood if not member.required]
        for name in optional[_MEMBERS:]:
            del members[name]
        return members


def _is_too_deep(field: GraphQLInputField, input_type: GraphQLInputObjectType, place: _Place) -> bool:
    """Whether an optional field leads deeper into input objects than is worth it."""
    named = get_named_type(field.type)
    if not isinstance(named, GraphQLInputObjectType):
        return False
    return len(place.inside) >= _OPTIONAL_DEEPEST or named is input_type or named.name in place.inside


def _requires_some(input_type: GraphQLInputObjectType) -> bool:
    return any(is_required_input_field(field) for field in input_type.fields.values())


def _is_looked_up(field: GraphQLField, *, gives_many: bool) -> bool:
    """Whether a field requires arguments, or gives one object that optional ones may choose."""
    gives_object = is_composite_type(get_named_type(field.type)) and not gives_many
    return (gives_object and bool(field.args)) or any(map(is_required_argument, field.args.values()))


def _argument_likelihood(key: str, argument: GraphQLArgument, *, narrows: bool, in_vain: bool) -> float:
    """How likely an optional argument is to be what an object is looked up by, or what a field needs."""
    named = get_named_type(argument.type)
    if narrows or is_size(key) or is_cursor(key):
        return 0.0
    if _is_choice(named):
        return _SELDOM if in_vain else 0.0
    return 0.5 if named.name == "ID" else 0.4


def _field_likelihood(name: str, field: GraphQLInputField) -> float:
    """How likely an optional field of an input object is to be what makes it work."""
    named = get_named_type(field.type)
    if _is_choice(named) or is_size(name):
        return _SELDOM
    return 0.6 if named.name == "ID" else 0.5


def _is_choice(named: GraphQLNamedType) -> bool:
    return isinstance(named, GraphQLEnumType) or named.name in {"Boolean", "Float"}
