"""Arguments of an enum type that the answer repeats: ``price(currency: SEK) { currency }`` says SEK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type, is_required_argument

from querious.model import EnumValue, Field
from querious.model.arguments import sent
from querious.relations.answer_objects import meet, path_text
from querious.relations.objects.lookups import object_types, through
from querious.relations.objects.portrait import plain_field
from querious.relations.objects.ways import ways_to
from querious.relations.relation import Mismatch
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import FieldShape
    from querious.relations.answer_objects import Met
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.terms import Terms
    from querious.relations.world import World

_MEMBERS: Final = 5
"""Members of an enum that are asked for."""
_FALLING_BACK: Final = frozenset(("locale", "language", "lang"))
"""Where another answer than the one asked for is good manners."""


class Choice(NamedTuple):
    """A field, its argument, and the field of its answer that has the same name and the same enum type."""

    parent: str
    name: str
    argument: str
    echoed: str
    members: tuple[str, ...]
    target: str


def choices_of(terms: Terms, parent: str, name: str) -> Iterator[Choice]:
    """The arguments of a field that its answer repeats."""
    field = terms.fields(parent).get(name)
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
        for echoed, shown in terms.plain(target).items():
            same = words(echoed) == words(key) and get_named_type(shown.type) is kind
            if same and "[" not in str(shown.type):
                yield Choice(parent, name, key, echoed, tuple(kind.values), target)


def propose_choices(world: World) -> Iterator[Conversation]:
    """Ask each such field for the members of its enum."""
    for typename in object_types(world.terms):
        for name in world.terms.fields(typename):
            for choice in choices_of(world.terms, typename, name):
                for route in ways_to(world, typename, most=1):
                    yield _ask(world.terms, route, choice)


def _ask(terms: Terms, route: Route, choice: Choice) -> Conversation:
    """Every member in one operation, then some of them alone, one right after the other."""
    children = [plain_field(choice.target, choice.echoed)]
    asked = [
        Field(choice.parent, choice.name, f"a{place}", ((choice.argument, EnumValue(member)),), (), children)
        for place, member in enumerate(choice.members[:_MEMBERS])
    ]
    yield through(terms, route, choice.parent, asked)
    for one in asked[-2:]:
        yield through(terms, route, choice.parent, [one._replace(alias="")])


def check_choices(trace: Trace, terms: Terms) -> Iterator[Mismatch]:
    """One mismatch for each field that does not repeat what it was asked for."""
    told: set[str] = set()
    known: dict[str, list[Choice]] = {}
    for step, asked in enumerate(trace):
        for met in meet(asked):
            for field in met.shape.fields.values():
                if not field.arguments or field.child is None or field.coordinate in told:
                    continue
                if field.coordinate not in known:
                    known[field.coordinate] = list(choices_of(terms, *field.coordinate.split(".", 1)))
                for choice in known[field.coordinate]:
                    found = _judge(step, met, field, choice)
                    if found is not None:
                        told.add(field.coordinate)
                        yield found


def _judge(step: int, met: Met, field: FieldShape, choice: Choice) -> Mismatch | None:
    wanted, answer = sent(field.arguments).get(choice.argument), met.value.get(field.key)
    shape = field.child.runtime(answer) if field.child is not None and isinstance(answer, dict) else None
    if shape is None or not isinstance(answer, dict) or not isinstance(wanted, str):
        return None
    key = next((one.key for one in shape.fields.values() if one.coordinate.endswith(f".{choice.echoed}")), "")
    value = answer.get(key)
    if not isinstance(value, str) or value == str(wanted):
        return None
    message = f'asked with {choice.argument} "{wanted}", it answers with {choice.echoed} "{value[:80]}"'
    return Mismatch(field.coordinate, message, path_text((*met.path, field.key, key)), f'"{key}": "{value}"', step=step)
