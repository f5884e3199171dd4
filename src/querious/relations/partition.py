"""A filter by an enum parts a list: each row comes under one value, and every row under some value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLEnumType

from querious.relations.filters import selected
from querious.relations.lists.conditions import Operator, conditions
from querious.relations.lists.filter_checks import grouped
from querious.relations.lists.rows import follow
from querious.relations.lists.sources import ask, entire
from querious.relations.lists.turns import in_turn
from querious.relations.relation import Mismatch, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.filter_checks import Filtered
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.lists.sources import ListSource
    from querious.relations.lists.turns import Talk
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_WAYS: Final = 2
_VALUES: Final = 8
"""Of an enum, that are asked for one after the other."""
_SHOWN: Final = 4


def propose(observed: Observations) -> Iterator[Conversation]:
    """Every argument of an enum that filters by a leaf of the row."""

    def parting(source: ListSource) -> list[Condition]:
        known = conditions(observed.types, observed.types.fields(source.parent)[source.name], source.listing)
        return [condition for condition in known if _parts(condition) and len(condition.type.values) <= _VALUES]

    return in_turn(observed, _WAYS, parting, _talk)


def _parts(condition: Condition) -> bool:
    return (
        isinstance(condition.type, GraphQLEnumType)
        and condition.operator in {Operator.EQUAL, Operator.AMONG}
        and not condition.default
    )


def _talk(types: SchemaTypes, source: ListSource, condition: Condition) -> Talk:
    leaves = selected([condition])
    size, found = yield from entire(types, source, {}, leaves)
    if not any(listed.rows for listed in found):
        return False
    for value in condition.type.values:
        wanted = [value] if condition.several else value
        yield ask(types, source, {**source.paging.of_size(size), condition.path: wanted}, leaves)
    return True


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """The parts of a list against each other, and together against the whole."""
    for plain, filtered in grouped(trace, types):
        by_condition: dict[tuple[str, ...], dict[str, Filtered]] = {}
        for one in filtered:
            value = _value(one)
            if one.alone and _parts(one.condition) and value:
                by_condition.setdefault(one.condition.path, {})[value] = one
        for parts in by_condition.values():
            yield from _overlaps(parts)
            yield from _missing(parts, plain)


def _value(one: Filtered) -> str:
    """The one value that was asked for; empty where there were several."""
    value = one.value[0] if isinstance(one.value, list) and len(one.value) == 1 else one.value
    return value if isinstance(value, str) else ""


def _overlaps(parts: dict[str, Filtered]) -> Iterator[Mismatch]:
    """Rows that say different things under different values are no sign: the argument shapes them then."""
    seen: dict[str, tuple[str, JSON]] = {}
    for value, one in parts.items():
        leaf = one.condition.leaves[0]
        for row in one.listed.rows:
            said = follow(row.shape, row.value, leaf.path)
            before = seen.setdefault(row.key, (value, said))
            if before[0] != value and before[1] == said:
                message = f'the filter {one.condition.name} gives a row under "{before[0]}" and under "{value}" as well'
                yield _mismatch(one, message, [row.key])
                return


def _missing(parts: dict[str, Filtered], plain: ListAnswer | None) -> Iterator[Mismatch]:
    """Only where every value was asked for, and no part was cut off."""
    one = next(iter(parts.values()))
    if plain is None or set(one.condition.type.values) - parts.keys():
        return
    if not all(len(part.listed.rows) < len(plain.rows) for part in parts.values()):
        return
    found = {key for part in parts.values() for key in part.listed.keys}
    leaf = one.condition.leaves[0]
    lost = [
        row.key for row in plain.rows if row.key not in found and follow(row.shape, row.value, leaf.path)[1] is not None
    ]
    if lost:
        message = f"the filter {one.condition.name} gives {len(lost)} of {len(plain.rows)} rows under no value at all"
        yield _mismatch(one, message, lost)


def _mismatch(one: Filtered, message: str, keys: Sequence[str]) -> Mismatch:
    shown = ", ".join(key[:60] for key in keys[:_SHOWN])
    return Mismatch(one.listed.coordinate, message, one.listed.path, shown, step=one.listed.step)


RELATION: Final[Relation] = Relation("partition", "A filter by an enum gives each row under one value", propose, check)
