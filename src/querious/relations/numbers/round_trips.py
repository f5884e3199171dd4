"""Rates forth and back: what is converted there and back again is what it was, and to itself nothing changes.

A field converts where it gives a number and takes two members of one enum under names such as ``from`` and ``to``, with
or without an amount. Suspicions: a bank buys and sells at different rates, so a tenth part may be lost on the way.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type, is_leaf_type, is_required_argument

from querious.answers.measures import ValueKind, measure
from querious.model import EnumValue, Field
from querious.relations.answer_objects import answered_fields, shape_of
from querious.relations.lists.list_types import is_number
from querious.relations.lists.value_kinds import kind_of
from querious.relations.objects.lookups import entry_points
from querious.relations.relation import Mismatch
from querious.relations.routes import query_at
from querious.relations.schema_types import is_list, nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Operation
    from querious.relations.answer_objects import AnsweredField
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_FROM: Final = frozenset(("from", "base", "source"))
_TO: Final = frozenset(("to", "target", "quote", "into"))
_AMOUNT: Final = frozenset(("amount", "value", "quantity"))
_MEMBERS: Final = 3
_GIVEN: Final = 1000
"""The amount that is converted: large, so that rounding matters little."""
_LOST: Final = Decimal("0.1")
"""Part that may be lost on the way there and back."""


class ConversionField(NamedTuple):
    """A field that converts between the members of an enum."""

    coordinate: str
    source: str
    target: str
    amount: str
    """The argument that takes an amount; empty where the field gives the rate."""
    members: tuple[str, ...]
    number: str
    """The leaf that holds the number; empty where the field itself does."""


@once
def conversion_fields_of(types: SchemaTypes, coordinate: str) -> list[ConversionField]:
    """The field as one that converts; empty if it is none."""
    field = types.field(coordinate)
    number = number_leaf(types, coordinate)
    if field is None or number is None:
        return []
    by_word = {words(name)[0]: name for name in field.args if words(name)}
    sources = [by_word[word] for word in by_word if word in _FROM]
    targets = [by_word[word] for word in by_word if word in _TO]
    if len(sources) != 1 or len(targets) != 1:
        return []
    kind = nullable(field.args[sources[0]].type)
    same_enum = isinstance(kind, GraphQLEnumType) and nullable(field.args[targets[0]].type) is kind
    amounts = [name for name in field.args if not _AMOUNT.isdisjoint(words(name))]
    amounts = [name for name in amounts if is_number(get_named_type(field.args[name].type).name)]
    required = {name for name, argument in field.args.items() if is_required_argument(argument)}
    if not same_enum or not required <= {sources[0], targets[0], *amounts[:1]}:
        return []
    members = tuple(kind.values)[:_MEMBERS]
    return [ConversionField(coordinate, sources[0], targets[0], next(iter(amounts), ""), members, number)]


@once
def number_leaf(types: SchemaTypes, coordinate: str) -> str | None:
    """Where the number stands that a field gives: in itself (empty), or in the only leaf of its object that is one."""
    field = types.field(coordinate)
    if field is None or is_list(field.type):
        return None
    named = get_named_type(field.type)
    if is_leaf_type(named):
        return "" if kind_of(named) is ValueKind.NUMBER else None
    numbers = []
    for name in types.leaves(named.name):
        inner = types.field(f"{named.name}.{name}")
        if inner is not None and not is_list(inner.type) and kind_of(get_named_type(inner.type)) is ValueKind.NUMBER:
            numbers.append(name)
    return numbers[0] if len(numbers) == 1 and not types.identifier(named.name) else None


def number_of(field: AnsweredField, leaf: str) -> Decimal | None:
    """The number that a field gave, above zero; ``leaf`` is where it stands."""
    value = field.value
    if leaf:
        shape = shape_of(field.shape, value).plain_field(leaf)
        value = value.get(shape.key) if shape else None
    found = measure(value, ValueKind.NUMBER)
    return found if isinstance(found, Decimal) and found > 0 else None


def propose_round_trips(observed: Observations) -> Iterator[Conversation]:
    """Every two members there and back, and one to itself."""
    for route, typename in entry_points(observed):
        for name in observed.types.fields(typename):
            for conversion in conversion_fields_of(observed.types, f"{typename}.{name}"):
                yield _there_and_back(observed.types, route, conversion)


def _there_and_back(types: SchemaTypes, route: Route, conversion: ConversionField) -> Conversation:
    first, *others = conversion.members
    yield _asking(types, route, conversion, first, first)
    for other in others:
        yield _asking(types, route, conversion, first, other)
        yield _asking(types, route, conversion, other, first)


def _asking(types: SchemaTypes, route: Route, conversion: ConversionField, one: str, other: str) -> Operation:
    parent, _, name = conversion.coordinate.partition(".")
    kind = type_name(types.field(conversion.coordinate))
    given = [(conversion.source, EnumValue(one)), (conversion.target, EnumValue(other))]
    amount = [(conversion.amount, _GIVEN)] if conversion.amount else []
    below = [Field(kind, conversion.number)] if conversion.number else []
    return query_at(types, route, parent, [Field(parent, name, arguments=(*given, *amount), children=below)])


def check_round_trips(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """The first that is wrong of every field."""
    rates: dict[str, dict[tuple[str, str], tuple[Decimal, AnsweredField]]] = {}
    for field in answered_fields(trace):
        for conversion in conversion_fields_of(types, field.coordinate) if field.clean else ():
            number, given = number_of(field, conversion.number), field.arguments
            amount = measure(given.get(conversion.amount, 1), ValueKind.NUMBER)
            if number is not None and isinstance(amount, Decimal) and amount > 0:
                way = str(given.get(conversion.source)), str(given.get(conversion.target))
                rates.setdefault(field.coordinate, {})[way] = (number / amount, field)
    for known in rates.values():
        yield from _judge(known)


def _judge(known: dict[tuple[str, str], tuple[Decimal, AnsweredField]]) -> Iterator[Mismatch]:
    for (one, other), (rate, field) in known.items():
        back = known.get((other, one), (None, None))[0]
        if one == other and rate != 1:
            message = f'from "{one}" to itself the rate is "{rate.normalize():f}", not 1'
        elif back is not None and abs(rate * back - 1) > _LOST:
            message = (
                f'from "{one}" to "{other}" the rate is "{rate:.4f}", and "{back:.4f}" back: '
                f'there and back again 1 becomes "{rate * back:.4f}"'
            )
        else:
            continue
        yield Mismatch(field.coordinate, message, field.path, step=field.step)
        return
