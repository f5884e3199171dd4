"""Rates: one amount in two currencies or units is one rate apart, whatever the object.

Objects are asked for the same number with every member of an enum argument, such as ``price(currency:)``. Numbers that
are rounded leave a range of rates, narrow for large amounts and wide for small ones. Where the ranges of nearly all
objects have a rate in common, an object whose range does not hold it was converted in another way. That is a suspicion:
prices may be set for each currency by hand, or be converted at the rate of their day.

Fields that convert, ``rate(from:, to:)``, are asked there and back: see ``numbers.round_trips``.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphql import GraphQLEnumType, GraphQLObjectType, is_required_argument

from querious.model import EnumValue, Field
from querious.model.shape import path_text
from querious.relations.answer_objects import fields_of, instances
from querious.relations.numbers.round_trips import check_round_trips, number_leaf, number_of, propose_round_trips
from querious.relations.objects.covering_routes import covering_routes
from querious.relations.relation import Mismatch, Relation, ask_twice_if_broken
from querious.relations.routes import query_at
from querious.relations.schema_types import nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.model import Selection
    from querious.relations.answer_objects import AnsweredField, Instance
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 3
"""To the objects of one type."""
_MEMBERS: Final = 3
"""Members of an enum between which rates are looked for."""
_OBJECTS: Final = 4
"""Objects with different amounts that must have a rate in common."""
_SHARE: Final = 0.75
"""Of all objects that must have it."""
_NARROW: Final = Decimal("0.05")
"""Width of a range of rates, against the rate, from which on it tells nothing."""
_HALF: Final = Decimal("0.5")
_UNITS: Final = frozenset(("currency", "unit", "measure", "measurement"))
_FINEST: Final = 6
"""Digits behind the point that count."""


class _Conversion(NamedTuple):
    """A field that gives one number for each member of an enum."""

    parent: str
    name: str
    argument: str
    members: tuple[str, ...]
    number: str
    """The leaf that holds the number; empty where the field itself does."""
    family: str
    """The coordinate on the interface that has the field, or its own."""

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"


class _Rates(NamedTuple):
    """The rates between two numbers of an object that rounding leaves possible."""

    low: Decimal
    high: Decimal
    widest: tuple[Decimal, Decimal]
    """The same, if the first number was rounded too, and not only the one that was made of it."""
    one: Decimal
    other: Decimal
    field: AnsweredField

    def bears_out(self, rate: Decimal) -> bool:
        """Whether it speaks for a rate: its range is narrow, and holds it."""
        return self.is_telling and self.low <= rate <= self.high

    def excludes(self, rate: Decimal) -> bool:
        """Whether the number cannot have come about by this rate."""
        return not self.widest[0] <= rate <= self.widest[1]

    @property
    def is_telling(self) -> bool:
        """Whether the range is narrow."""
        return self.high - self.low <= _NARROW * self.low


_Converted: TypeAlias = "dict[str, tuple[Decimal, AnsweredField]]"
"""By member of an enum: the number that an object gives for it."""


@once
def _conversions(types: SchemaTypes, typename: str) -> list[_Conversion]:
    """The fields of a type that give a number for each member of an enum."""
    found = []
    for name, field in types.fields(typename).items():
        required = {key for key, argument in field.args.items() if is_required_argument(argument)}
        for key, argument in field.args.items():
            kind = nullable(argument.type)
            number = number_leaf(types, f"{typename}.{name}")
            if isinstance(kind, GraphQLEnumType) and _is_unit(key, kind) and required <= {key} and number is not None:
                family = f"{_interface_with(types, typename, name)}.{name}"
                found.append(_Conversion(typename, name, key, tuple(kind.values)[:_MEMBERS], number, family))
    return found


def _is_unit(argument: str, kind: GraphQLEnumType) -> bool:
    """Whether an argument asks for a currency or a unit: a number by size or by state is another number."""
    return not _UNITS.isdisjoint((*words(argument), *words(kind.name)))


def _interface_with(types: SchemaTypes, typename: str, name: str) -> str:
    declared = types.schema.type_map.get(typename)
    interfaces = declared.interfaces if isinstance(declared, GraphQLObjectType) else ()
    return next((interface.name for interface in interfaces if name in interface.fields), typename)


def _propose(observed: Observations) -> Iterator[Conversation]:
    yield from propose_round_trips(observed)
    types = observed.types
    families: dict[str, list[_Conversion]] = {}
    for typename in types.object_types:
        for conversion in _conversions(types, typename):
            families.setdefault(f"{conversion.family} {conversion.argument}", []).append(conversion)
    for conversions in families.values():
        operations = []
        for conversion in conversions:
            selections = _selection(types, conversion)
            for route in covering_routes(observed, conversion.parent, _ROUTES):
                operations.append(query_at(types, route, conversion.parent, selections))
        if operations:
            yield ask_twice_if_broken(operations, lambda trace: _check(trace, types))


def _selection(types: SchemaTypes, conversion: _Conversion) -> list[Selection]:
    """The identifier, and the number for every member."""
    identifier = types.identifier(conversion.parent)
    chosen: list[Selection] = [Field(conversion.parent, identifier)] if identifier else []
    kind = type_name(types.field(conversion.coordinate))
    inner = [Field(kind, conversion.number)] if conversion.number else []
    for member in conversion.members:
        given = ((conversion.argument, EnumValue(member)),)
        chosen.append(Field(conversion.parent, conversion.name, f"in{member}", given, children=inner))
    return chosen


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every two members of an enum by themselves; of one field, the first two that show it."""
    asked: dict[tuple[str, str], list[_Converted]] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer) if answer.clean else ():
            for conversion in _conversions(types, instance.typename):
                numbers = _converted(instance, conversion, step)
                asked.setdefault((conversion.family, conversion.argument), []).append(numbers)
    for (_, argument), objects in asked.items():
        members = list(dict.fromkeys(member for numbers in objects for member in numbers))
        for one, other in combinations(members, 2):
            both = [numbers for numbers in objects if {one, other} <= numbers.keys()]
            wrong = _judge(both, one, other, argument)
            if wrong is not None:
                yield wrong
                break
    yield from check_round_trips(trace, types)


def _converted(instance: Instance, conversion: _Conversion, step: int) -> _Converted:
    """The numbers that an object gives, by member."""
    numbers: _Converted = {}
    for field in fields_of(instance, step, clean=True):
        member = field.arguments.get(conversion.argument)
        number = number_of(field, conversion.number) if field.coordinate == conversion.coordinate else None
        if number is not None and isinstance(member, str) and len(field.arguments) == 1:
            numbers[str(member)] = (number, field)
    return numbers


def _judge(objects: Sequence[_Converted], one: str, other: str, argument: str) -> Mismatch | None:
    """Whether an object was converted at another rate than nearly all others."""
    step = _half_step(numbers[one][0] for numbers in objects)
    other_step = _half_step(numbers[other][0] for numbers in objects)
    found: dict[tuple[Decimal, Decimal], _Rates] = {}
    for numbers in objects:
        (base, _), (converted, field) = numbers[one], numbers[other]
        low, high = converted - other_step, converted + other_step
        widest = (low / (base + step), high / (base - step) if base > step else Decimal("Infinity"))
        found.setdefault((base, converted), _Rates(low / base, high / base, widest, base, converted, field))
    rate = _common_rate([rates for rates in found.values() if rates.is_telling])
    if rate is None:
        return None
    right = [rates for rates in found.values() if rates.bears_out(rate)]
    wrong = [rates for rates in found.values() if rates.excludes(rate)]
    if not wrong or len(right) < _OBJECTS or len(right) < _SHARE * (len(right) + len(wrong)):
        return None
    return _mismatch(wrong, len(right), rate, (one, other, argument))


def _half_step(numbers: Iterable[Decimal]) -> Decimal:
    """Half of the finest step in which these numbers are written: as far as rounding moves one."""
    exponents = [number.normalize().as_tuple().exponent for number in numbers]
    digits = max((-exponent for exponent in exponents if isinstance(exponent, int)), default=0)
    return _HALF.scaleb(-max(0, min(digits, _FINEST)))


def _common_rate(rates: Sequence[_Rates]) -> Decimal | None:
    """A rate that the most ranges hold, in the middle of what these have in common."""
    edges = sorted([*((one.low, 0, 1) for one in rates), *((one.high, 1, -1) for one in rates)])
    depth = deepest = 0
    common = None
    for place, (edge, _, change) in enumerate(edges):
        depth += change
        if depth > deepest:
            deepest = depth
            common = (edge + edges[place + 1][0]) / 2
    return common


def _mismatch(wrong: Sequence[_Rates], right: int, rate: Decimal, asked: tuple[str, str, str]) -> Mismatch:
    one, other, argument = asked
    worst = max(wrong, key=lambda rates: abs(rates.other - rates.one * rate))
    field = worst.field
    message = (
        f'asked with {argument} "{one}" and "{other}", it answers with "{worst.one:f}" and "{worst.other:f}", '
        f'a rate of "{worst.other / worst.one:.4f}", but for most objects the rate is "{rate:.4f}"'
    )
    lines = [f"{worst.one:f} * {rate:.4f} = {worst.one * rate:.2f}, not {worst.other:f}"]
    lines.append(f"{right} objects agree, {len(wrong)} do not")
    path = path_text((*field.owner.path, field.shape.key))
    return Mismatch(field.coordinate, message, path, "\n".join(lines), step=field.step)


RELATION: Final[Relation] = Relation(
    "rates", "one amount in two currencies or units is one rate apart, whatever the object", _propose, _check
)
