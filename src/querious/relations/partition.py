"""A filter by an enum parts a list: each row comes under one value, and every row under some value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import GraphQLEnumType

from querious.answers.filter_words import Operator
from querious.relations.filters import leaves_to_judge
from querious.relations.lists.filter_checks import grouped
from querious.relations.lists.filter_doubts import means_one_value
from querious.relations.lists.rows import follow
from querious.relations.lists.sources import ask, ask_for_all_rows, lists_in_turn
from querious.relations.relation import Mismatch, Relation, severity_of
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.filtered_list import FilteredList
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.rows import ListAnswer, ListField
    from querious.relations.lists.sources import ListSource, Questions
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
_VALUES: Final = 8
"""Of an enum, that are asked for one after the other."""
_SHOWN: Final = 4


def propose(observed: Observations) -> Iterator[Conversation]:
    """Every argument of an enum that filters by a leaf of the row."""
    return lists_in_turn(observed, _ROUTES, _parting_conditions, _ask)


def _parting_conditions(field: ListField) -> list[Condition]:
    return [one for one in field.conditions if _parts(one) and len(one.type.values) <= _VALUES]


def _parts(condition: Condition) -> bool:
    if condition.default or condition.operator not in {Operator.EQUAL, Operator.AMONG}:
        return False
    return isinstance(condition.type, GraphQLEnumType)


def _ask(types: SchemaTypes, source: ListSource, condition: Condition) -> Questions:
    leaves = leaves_to_judge(condition.leaves)
    size, found = yield from ask_for_all_rows(types, source, leaves)
    if not any(listed.rows for listed in found):
        return False
    for value in condition.type.values:
        wanted = [value] if condition.several else value
        yield ask(types, source, {**source.paging.of_size(size), condition.path: wanted}, leaves)
    return True


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """The parts of a list against each other, and together against the whole."""
    for plain, filtered in grouped(trace, types):
        by_condition: dict[NamePath, dict[str, FilteredList]] = {}
        for one in filtered:
            if one.alone and _parts(one.condition) and len(one.wanted) == 1 and isinstance(one.wanted[0], str):
                by_condition.setdefault(one.condition.path, {})[one.wanted[0]] = one
        for parts in by_condition.values():
            yield from _judge_overlaps(parts)
            yield from _judge_missing(parts, plain)


def _judge_overlaps(parts: dict[str, FilteredList]) -> Iterator[Mismatch]:
    """Rows that say different things under different values are no sign: the argument shapes them then."""
    seen: dict[str, tuple[str, JSON]] = {}
    for value, one in parts.items():
        leaf = one.condition.leaves[0]
        for row in one.listed.rows:
            said = follow(row.shape, row.value, leaf.path)
            before, said_before = seen.setdefault(row.key, (value, said))
            if before != value and said_before == said:
                message = f'the filter {one.condition.name} gives a row under "{before}" and under "{value}" as well'
                yield _mismatch(one, message, [row.key], certain=means_one_value(one, leaf))
                return


def _judge_missing(parts: dict[str, FilteredList], plain: ListAnswer) -> Iterator[Mismatch]:
    """Only where every value was asked for, and no part was cut off."""
    one = next(iter(parts.values()))
    if set(one.condition.type.values) - parts.keys():
        return
    if max(len(part.listed.rows) for part in parts.values()) >= len(plain.rows):
        return
    found = {key for part in parts.values() for key in part.listed.keys}
    leaf = one.condition.leaves[0]
    lost = [row.key for row in plain.rows if row.key not in found and row.read(leaf.path) is not None]
    if lost:
        rows = plural(len(plain.rows), "row")
        message = f"the filter {one.condition.name} gives {len(lost)} of {rows} under no value at all"
        # Where it finds no row that shows what was asked for, it may mean something else.
        finds = any(part.must_have(row, leaf) for part in parts.values() for row in part.listed.rows)
        yield _mismatch(one, message, lost, certain=finds and len(leaf.path) == 1)


def _mismatch(one: FilteredList, message: str, keys: Sequence[str], *, certain: bool) -> Mismatch:
    shown = ", ".join(key[:60] for key in keys[:_SHOWN])
    listed = one.listed
    return Mismatch(listed.field.coordinate, message, listed.path, shown, severity_of(certain=certain), listed.step)


RELATION: Final[Relation] = Relation("partition", "A filter by an enum gives each row under one value", propose, check)
