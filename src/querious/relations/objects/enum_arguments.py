"""Arguments of an enum type that the answer repeats: ``price(currency: SEK) { currency }`` says SEK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, is_required_argument

from querious.model import EnumValue, Field
from querious.relations.answer_objects import answered_fields, shape_of
from querious.relations.relation import Mismatch
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.relations.answer_objects import AnsweredField
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_MEMBERS: Final = 5
"""Members of an enum that are asked for."""
_FALLING_BACK: Final = frozenset(("locale", "language", "lang"))
"""Where another answer than the one asked for is good manners."""


class EnumArgument(NamedTuple):
    """A field, its argument, and the field of its answer that has the same name and the same enum type."""

    parent: str
    name: str
    argument: str
    echoed: str
    members: tuple[str, ...]
    target: str


@once
def enum_arguments_of(types: SchemaTypes, coordinate: str) -> list[EnumArgument]:
    """The arguments of a field that its answer repeats."""
    parent, _, name = coordinate.partition(".")
    field = types.field(coordinate)
    target = type_name(field)
    arguments = field.args if field and not is_list(field.type) else {}
    required = {key for key, argument in arguments.items() if is_required_argument(argument)}
    found = []
    for key, argument in arguments.items():
        kind = nullable(argument.type)
        is_alone = required <= {key}
        if not is_alone or not isinstance(kind, GraphQLEnumType) or not _FALLING_BACK.isdisjoint(words(key)):
            continue
        for echoed in types.plain_by_words(target).get(words(key), ()):
            if nullable(types.plain(target)[echoed].type) is kind:
                found.append(EnumArgument(parent, name, key, echoed, tuple(kind.values), target))
    return found


def propose_enum_arguments(observed: Observations) -> Iterator[Conversation]:
    """Ask each such field for the members of its enum."""
    for typename in observed.types.object_types:
        for name in observed.types.fields(typename):
            for argument in enum_arguments_of(observed.types, f"{typename}.{name}"):
                for route in observed.routes_to(typename, most=1):
                    yield _ask(observed.types, route, argument)


def _ask(types: SchemaTypes, route: Route, argument: EnumArgument) -> Conversation:
    """Every member in one operation, then some of them alone, one right after the other."""
    children = [Field(argument.target, argument.echoed)]
    fields = []
    for place, member in enumerate(argument.members[:_MEMBERS]):
        given = ((argument.argument, EnumValue(member)),)
        fields.append(Field(argument.parent, argument.name, f"a{place}", given, children=children))
    yield query_at(types, route, argument.parent, fields)
    for field in fields[-2:]:
        yield query_at(types, route, argument.parent, [field._replace(alias="")])


def check_enum_arguments(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """One mismatch for each field that does not repeat what it was asked for."""
    told: set[str] = set()
    for field in answered_fields(trace):
        arguments = enum_arguments_of(types, field.coordinate) if field.shape.arguments else []
        for argument in arguments if field.coordinate not in told else ():
            for found in _judge(field, argument):
                told.add(field.coordinate)
                yield found


def _judge(field: AnsweredField, argument: EnumArgument) -> Iterator[Mismatch]:
    wanted = field.arguments.get(argument.argument)
    shape = shape_of(field.shape, field.value)
    echoed = next((one for one in shape.fields.values() if one.name == argument.echoed), None)
    value = field.value.get(echoed.key) if echoed else None
    if isinstance(wanted, str) and isinstance(value, str) and value != str(wanted):
        key = echoed.key if echoed else ""
        message = f'asked with {argument.argument} "{wanted}", it answers with {argument.echoed} "{value[:80]}"'
        yield Mismatch(field.coordinate, message, f"{field.path}.{key}", f'"{key}": "{value}"', step=field.step)
