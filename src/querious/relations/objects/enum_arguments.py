"""Arguments of an enum type that the answer repeats: ``price(currency: SEK) { currency }`` says SEK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type, is_required_argument

from querious.model import EnumValue, Field
from querious.model.arguments import sent
from querious.model.shape import path_text
from querious.relations.answer_objects import instances
from querious.relations.objects.known_routes import routes_to
from querious.relations.objects.lookups import object_types, query_at
from querious.relations.objects.selections import plain_field
from querious.relations.relation import Mismatch
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import FieldShape
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


def enum_arguments_of(types: SchemaTypes, parent: str, name: str) -> Iterator[EnumArgument]:
    """The arguments of a field that its answer repeats."""
    field = types.fields(parent).get(name)
    if field is None or "[" in str(field.type):
        return
    target = get_named_type(field.type).name
    needed = {key for key, argument in field.args.items() if is_required_argument(argument)}
    for key, argument in field.args.items():
        kind = get_named_type(argument.type)
        if not isinstance(kind, GraphQLEnumType) or "[" in str(argument.type):
            continue
        if needed - {key} or not _FALLING_BACK.isdisjoint(words(key)):
            continue
        for echoed, shown in types.plain(target).items():
            same = words(echoed) == words(key) and get_named_type(shown.type) is kind
            if same and "[" not in str(shown.type):
                yield EnumArgument(parent, name, key, echoed, tuple(kind.values), target)


def propose_enum_arguments(observed: Observations) -> Iterator[Conversation]:
    """Ask each such field for the members of its enum."""
    for typename in object_types(observed.types):
        for name in observed.types.fields(typename):
            for choice in enum_arguments_of(observed.types, typename, name):
                for route in routes_to(observed, typename, most=1):
                    yield _ask(observed.types, route, choice)


def _ask(types: SchemaTypes, route: Route, choice: EnumArgument) -> Conversation:
    """Every member in one operation, then some of them alone, one right after the other."""
    children = [plain_field(choice.target, choice.echoed)]
    asked = [
        Field(choice.parent, choice.name, f"a{place}", ((choice.argument, EnumValue(member)),), (), children)
        for place, member in enumerate(choice.members[:_MEMBERS])
    ]
    yield query_at(types, route, choice.parent, asked)
    for one in asked[-2:]:
        yield query_at(types, route, choice.parent, [one._replace(alias="")])


def check_enum_arguments(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """One mismatch for each field that does not repeat what it was asked for."""
    told: set[str] = set()
    known: dict[str, list[EnumArgument]] = {}
    for step, asked in enumerate(trace):
        for instance in instances(asked):
            for field in instance.shape.fields.values():
                if not field.arguments or field.child is None or field.coordinate in told:
                    continue
                if field.coordinate not in known:
                    known[field.coordinate] = list(enum_arguments_of(types, *field.coordinate.split(".", 1)))
                for choice in known[field.coordinate]:
                    found = _judge(step, instance, field, choice)
                    if found is not None:
                        told.add(field.coordinate)
                        yield found


def _judge(step: int, instance: Instance, field: FieldShape, choice: EnumArgument) -> Mismatch | None:
    wanted, answer = sent(field.arguments).get(choice.argument), instance.value.get(field.key)
    shape = field.child.runtime(answer) if field.child is not None and isinstance(answer, dict) else None
    if shape is None or not isinstance(answer, dict) or not isinstance(wanted, str):
        return None
    key = next((one.key for one in shape.fields.values() if one.coordinate.endswith(f".{choice.echoed}")), "")
    value = answer.get(key)
    if not isinstance(value, str) or value == str(wanted):
        return None
    message = f'asked with {choice.argument} "{wanted}", it answers with {choice.echoed} "{value[:80]}"'
    return Mismatch(
        field.coordinate, message, path_text((*instance.path, field.key, key)), f'"{key}": "{value}"', step=step
    )
