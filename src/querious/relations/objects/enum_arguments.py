"""Arguments of an enum type that the answer repeats: ``price(currency: SEK) { currency }`` says SEK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type, is_required_argument

from querious.model import EnumValue, Field
from querious.model.arguments import sent
from querious.model.shape import path_text, runtime_shape
from querious.relations.answer_objects import instances
from querious.relations.relation import Mismatch
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, FieldShape
    from querious.relations.answer_objects import Instance
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


def enum_arguments_of(types: SchemaTypes, coordinate: str) -> Iterator[EnumArgument]:
    """The arguments of a field that its answer repeats."""
    parent, _, name = coordinate.partition(".")
    field = types.field(coordinate)
    if field is None or is_list(field.type):
        return
    target = type_name(field)
    required = {key for key, argument in field.args.items() if is_required_argument(argument)}
    for key, argument in field.args.items():
        kind = get_named_type(argument.type)
        if not isinstance(kind, GraphQLEnumType) or is_list(argument.type):
            continue
        if required - {key} or not _FALLING_BACK.isdisjoint(words(key)):
            continue
        for echoed in types.plain_by_words(target).get(words(key), ()):
            shown = types.plain(target)[echoed]
            if get_named_type(shown.type) is kind and not is_list(shown.type):
                yield EnumArgument(parent, name, key, echoed, tuple(kind.values), target)


def propose_enum_arguments(observed: Observations) -> Iterator[Conversation]:
    """Ask each such field for the members of its enum."""
    for typename in observed.types.object_types():
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
    known: dict[str, list[EnumArgument]] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer):
            for field in instance.shape.fields.values():
                if not field.arguments or field.child is None or field.coordinate in told:
                    continue
                if field.coordinate not in known:
                    known[field.coordinate] = list(enum_arguments_of(types, field.coordinate))
                for argument in known[field.coordinate]:
                    found = _judge(step, instance, field, argument)
                    if found is not None:
                        told.add(field.coordinate)
                        yield found


def _judge(step: int, instance: Instance, field: FieldShape, argument: EnumArgument) -> Mismatch | None:
    wanted = sent(field.arguments).get(argument.argument)
    answer: JSON = instance.value.get(field.key)
    shape = runtime_shape(field.child, answer)
    if shape is None or not isinstance(wanted, str):
        return None
    key = next((one.key for one in shape.fields.values() if one.name == argument.echoed), "")
    value = answer.get(key)
    if not isinstance(value, str) or value == str(wanted):
        return None
    message = f'asked with {argument.argument} "{wanted}", it answers with {argument.echoed} "{value[:80]}"'
    path = path_text((*instance.path, field.key, key))
    return Mismatch(field.coordinate, message, path, f'"{key}": "{value}"', step=step)
