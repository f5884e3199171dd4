"""Fields with arguments → calls, for plans: the forms of all values that are needed, and of those that may be.

What is optional is left out unless the call brings nothing without it: ``user(id:, login:)`` finds nobody if neither is
given, and an empty ``lookup: {}`` finds nothing. Then one is tried at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLUnionType,
    get_named_type,
    is_composite_type,
    is_required_argument,
    is_required_input_field,
)

from querious.values.field_calls import FieldCall
from querious.values.forms import FormMember, LeafForm, ListForm, MadeForm, ObjectForm
from querious.values.semantics import is_page_size
from querious.values.sources import InputPosition
from querious.values.vocabulary import is_list

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphql import GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLInputType, GraphQLSchema

    from querious.values.forms import ValueForm
    from querious.values.learned_values import LearnedValues
    from querious.values.pool import Pool
    from querious.values.scalars import Make

_DEEPEST = 3
"""Input objects inside each other that are learned about."""
_OPTIONAL_DEEPEST = 1
"""Input objects around one that is optional."""
_MEMBERS = 24
"""Optional members of one input object that are tried."""
_CURSORS = frozenset(("after", "before", "cursor"))
_ALONE_IN_VAIN = 0.15
"""How likely a list or leaf that brought nothing without arguments is to bring something without any again."""
_SELDOM = 0.2
"""How likely a choice or a truth value is to be the argument that such a field needs."""


class FormMakers(NamedTuple):
    """What forms are made with: parts of ``Makers``."""

    own: Callable[[GraphQLInputType, str], Make | None]
    """The user's generator for a place, if there is one."""
    learned: Callable[[str, InputPosition], LearnedValues]
    """Place and spot → what is learned there."""
    least: Callable[[GraphQLInputType, str], Make | None]
    """A maker of the smallest values of a type; None if there is no value that could be sent."""


class _Place(NamedTuple):
    """Where a form stands."""

    name: str
    """Unlike a coordinate it tells the arguments apart in which an input type is used."""
    spot: InputPosition
    listed: bool
    """Whether the call gives a list or a page, so that its arguments narrow down rather than look up."""
    inside: tuple[str, ...] = ()
    """The input types around it."""


class CallForms:
    """Makes the calls of one schema."""

    def __init__(self, schema: GraphQLSchema, pool: Pool, workshop: FormMakers, is_page: Callable[[str], bool]) -> None:
        self._schema = schema
        self._pool = pool
        self._workshop = workshop
        self._is_page = is_page
        self._roots = (schema.query_type, schema.mutation_type)

    def call(self, parent: str, name: str, target: str = "") -> FieldCall | None:
        """The call of ``parent.name``, made once; None if the field needs no arguments, or some that cannot be made."""
        coordinate = f"{parent}.{name}"
        kind = self._schema.type_map[parent]
        field: GraphQLField = kind.fields[name]  # type: ignore[attr-defined]
        target = "" if target == get_named_type(field.type).name else target
        known = self._pool.call(coordinate, target)
        possible = not target or target in self._members(field)
        if known is None and possible and self._is_learned_about(coordinate, field):
            helped = not self._is_looked_up(field)
            members = self._arguments(parent, name, field, target, helped=helped)
            if members is not None:
                form = ObjectForm(lambda: members, (), alone=_ALONE_IN_VAIN if helped else 0.9)
                known = FieldCall(coordinate, target, form, nested=kind not in self._roots)
                self._pool.register(known)
        return known

    def _is_learned_about(self, coordinate: str, field: GraphQLField) -> bool:
        """Whether a call needs arguments, looks up an object by optional ones, or brought nothing without any."""
        return self._is_looked_up(field) or self._pool.optional.needs_argument(coordinate)

    def _is_looked_up(self, field: GraphQLField) -> bool:
        return any(is_required_argument(argument) for argument in field.args.values()) or (
            bool(field.args) and is_composite_type(get_named_type(field.type)) and not self._gives_many(field)
        )

    def _gives_many(self, field: GraphQLField) -> bool:
        return is_list(field.type) or self._is_page(get_named_type(field.type).name)

    def _members(self, field: GraphQLField) -> list[str]:
        named = get_named_type(field.type)
        if not isinstance(named, GraphQLInterfaceType | GraphQLUnionType):
            return []
        return [kind.name for kind in self._schema.get_possible_types(named)]

    def _arguments(
        self, parent: str, name: str, field: GraphQLField, target: str, *, helped: bool = False
    ) -> Mapping[str, FormMember] | None:
        """The members of a call; None if a required one cannot be made.

        ``helped`` is for a list or leaf that brought nothing by itself: then what would narrow it down may be needed.
        """
        listed = self._gives_many(field)
        returned = self._schema.type_map[target] if target else get_named_type(field.type)
        others = frozenset(self._members(field)) - {target} if target else frozenset[str]()
        members: dict[str, FormMember] = {}
        for key, argument in field.args.items():
            required = is_required_argument(argument)
            likely = 1.0 if required else 0.0 if listed and not helped else _lookup(key, argument)
            if helped and not likely and not is_page_size(key) and key not in _CURSORS:
                likely = _SELDOM
            if not likely:
                continue
            coordinate = f"{parent}.{name}.{key}"
            scalar = get_named_type(argument.type).name
            spot = InputPosition(coordinate, scalar, returned, parent, name, (), argument.description or "", others)
            place = _Place(f"{coordinate}<{target}>" if target else coordinate, spot, listed)
            form = self._form(argument.type, place)
            if form is not None:
                members[key] = FormMember(required, likely, form)
            elif required:
                return None
        return members

    def _form(self, kind: GraphQLInputType, place: _Place) -> ValueForm | None:
        coordinate = place.spot.coordinate
        own = self._workshop.own(kind, coordinate)
        if own is not None:
            return MadeForm(own, 0.9)
        least = self._workshop.least(kind, coordinate)
        if least is None:
            return None
        return self._fitted(kind, place, least)

    def _fitted(self, kind: GraphQLInputType, place: _Place, least: Make) -> ValueForm:
        coordinate = place.spot.coordinate
        if isinstance(kind, GraphQLNonNull):
            return self._fitted(kind.of_type, place, least)
        if isinstance(kind, GraphQLList):
            item = self._form(kind.of_type, place)
            return MadeForm(least, 0.1) if item is None else ListForm(item, self._pool.whole(coordinate, list))
        named = get_named_type(kind)
        if not isinstance(named, GraphQLInputObjectType):
            return LeafForm(coordinate, self._workshop.learned(place.name, place.spot))
        if named.name in place.inside or len(place.inside) >= _DEEPEST:
            return MadeForm(least, 0.1)
        one_of = getattr(named, "is_one_of", False)
        if one_of and not self._fields(named, place):
            return MadeForm(least, 0.1)
        needs = any(is_required_input_field(field) for field in named.fields.values())
        return ObjectForm(
            lambda: self._fields(named, place),
            self._pool.whole(coordinate, dict),
            alone=0.9 if needs else 0.8 if place.listed else 0.1,
            one_of=one_of,
        )

    def _fields(self, kind: GraphQLInputObjectType, place: _Place) -> Mapping[str, FormMember]:
        """The members of an input object: all that are required, and the likelier ones of the others."""
        needs = any(is_required_input_field(field) for field in kind.fields.values())
        members: dict[str, FormMember] = {}
        for name, field in kind.fields.items():
            required = is_required_input_field(field)
            deep = isinstance(get_named_type(field.type), GraphQLInputObjectType)
            spare = deep and (len(place.inside) >= _OPTIONAL_DEEPEST or get_named_type(field.type).name in place.inside)
            if not required and (spare or get_named_type(field.type) is kind):
                continue
            form = self._form(field.type, self._inner(kind, name, field, place))
            if form is not None:
                members[name] = FormMember(required, _share(name, field) / (2 if needs else 1), form)
        optional = sorted(
            (name for name in members if not members[name].required), key=lambda name: -members[name].likely
        )
        for name in optional[_MEMBERS:]:
            del members[name]
        return members

    def _inner(self, kind: GraphQLInputObjectType, name: str, field: GraphQLInputField, place: _Place) -> _Place:
        spot = place.spot
        around = (*spot.around, spot.name, kind.name)
        inner = spot._replace(
            coordinate=f"{kind.name}.{name}",
            scalar=get_named_type(field.type).name,
            around=around,
            description=field.description or "",
        )
        return _Place(f"{place.name}.{name}", inner, place.listed, (*place.inside, kind.name))


def _lookup(name: str, argument: GraphQLArgument) -> float:
    """How likely an optional argument is to be what an object is looked up by."""
    named = get_named_type(argument.type)
    if named.name in {"Boolean", "Float"} or isinstance(named, GraphQLEnumType):
        return 0.0
    if is_page_size(name) or name in _CURSORS:
        return 0.0
    return 0.5 if named.name == "ID" else 0.4


def _share(name: str, field: GraphQLInputField) -> float:
    """How likely an optional field of an input object is to be what makes it work."""
    named = get_named_type(field.type)
    if named.name in {"Boolean", "Float"} or isinstance(named, GraphQLEnumType) or is_page_size(name):
        return 0.2
    return 0.6 if named.name == "ID" else 0.5
