"""Filters keep their word: rows that come satisfy what was asked for, and rows that satisfy it come."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final

from querious.relations.lists.conditions import conditions
from querious.relations.lists.filter_checks import Filtered, check, satisfies
from querious.relations.lists.filter_values import values_for
from querious.relations.lists.pages import given
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, entire
from querious.relations.lists.turns import in_turn
from querious.relations.relation import Relation

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from querious.model import JSON, Operation
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import Path
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer, Row
    from querious.relations.lists.sources import ListSource
    from querious.relations.lists.turns import Talk
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, QueryAnswer
    from querious.relations.schema_types import SchemaTypes

_WAYS: Final = 2
"""To one list."""
_TOGETHER: Final = 3
"""Conditions of one conversation, which share the rows that were read first."""
_NAMES: Final = 4
"""Leaves tried of an object that a condition may name by any of them."""


def propose(observed: Observations) -> Iterator[Conversation]:
    """Every list on its best way first; a few of its conditions in each conversation."""

    def filters(source: ListSource) -> list[list[Condition]]:
        field = observed.types.fields(source.parent)[source.name]
        found = _mixed(conditions(observed.types, field, source.listing))
        return [found[place : place + _TOGETHER] for place in range(0, len(found), _TOGETHER)]

    return in_turn(observed, _WAYS, filters, _talk)


def _mixed(found: list[Condition]) -> list[Condition]:
    """Leaves in turn, each beginning with another operator: what is wrong is wrong with a leaf or with an operator."""
    by_leaf: dict[Path, list[Condition]] = {}
    for condition in found:
        by_leaf.setdefault(condition.leaves[0].path, []).append(condition)
    turned = []
    for place, several in enumerate(by_leaf.values()):
        begin = place % len(several)
        turned.append(several[begin:] + several[:begin])
    return [condition for turn in zip_longest(*turned) for condition in turn if condition is not None]


def _talk(types: SchemaTypes, source: ListSource, several: list[Condition]) -> Talk:
    """Rows without a filter, then with each by values of these rows."""
    leaves = selected(several)
    _, found = yield from entire(types, source, {}, leaves)
    longest = max(found, key=lambda listed: len(listed.rows), default=None)
    if longest is None or not longest.rows:
        return False
    first = source.paging.of_size(_size(longest, source))
    for condition in several:
        for leaf in condition.leaves[:_NAMES]:
            asked = [
                ask(types, source, {**first, condition.path: value}, leaves)
                for value in values_for(condition, longest, leaf.path)
            ]
            works = yield from _try(types, source, asked, sure=len(condition.leaves) == 1)
            if works:
                break
    for one, other in pairwise(several):
        both = _telling(one, other, longest, source.paging)
        if both:
            yield ask(types, source, {**first, **both}, leaves)
    return True


def _try(
    types: SchemaTypes, source: ListSource, operations: list[Operation], *, sure: bool
) -> Generator[Operation, QueryAnswer, bool]:
    """Ask; gives whether any row came. Where it is not sure what is meant, nothing more is asked once none came."""
    works = False
    for operation in operations:
        asked = yield operation
        came = any(listed.rows for listed in lists([asked], types) if listed.coordinate == source.coordinate)
        works = works or came
        if not came and not sure:
            return False
    return works


def _telling(one: Condition, other: Condition, longest: ListAnswer, ways: PagingArguments) -> dict[Path, JSON]:
    """Values for two conditions, of which each keeps rows back that the other lets through; empty if none do."""
    for value in values_for(one, longest, one.leaves[0].path):
        for beside in values_for(other, longest, other.leaves[0].path):
            mine, theirs = Filtered(longest, one, value, ways), Filtered(longest, other, beside, ways)
            came = {(_lets(row, mine), _lets(row, theirs)) for row in longest.rows}
            if {(True, False), (False, True)} <= came:
                return {one.path: value, other.path: beside}
    return {}


def _lets(row: Row, one: Filtered) -> bool | None:
    return satisfies(row, one, one.condition.leaves[0])


def _size(longest: ListAnswer, source: ListSource) -> int:
    """The size at which the rows without a filter came."""
    size = given(longest.arguments, source.paging.size) if source.paging.size else None
    return size if isinstance(size, int) else 0


def selected(several: list[Condition]) -> list[Path]:
    """The leaves of rows that are needed to judge these conditions."""
    paths = (path for condition in several for leaf in condition.leaves for path in (leaf.path, leaf.beside) if path)
    return list(dict.fromkeys(paths))


RELATION: Final[Relation] = Relation(
    "filter", "Rows that come satisfy the filter, and rows that satisfy it come", propose, check
)
