"""Filters keep their word: rows that come satisfy what was asked for, and rows that satisfy it come."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

from querious.model.turns import in_turn
from querious.relations.lists.filter_checks import FilteredList, Standing, check
from querious.relations.lists.filter_values import values_for
from querious.relations.lists.pages import given
from querious.relations.lists.sources import ask, ask_for_all_rows, lists_of, longest_of
from querious.relations.lists.turns import lists_in_turn
from querious.relations.relation import Relation

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from querious.model import JSON, Operation
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_fields import ListField
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.lists.sources import ListSource
    from querious.relations.lists.turns import Questions
    from querious.relations.observations import Observations
    from querious.relations.query_answer import QueryAnswer
    from querious.relations.relation import Conversation
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
"""To one list."""
_TOGETHER: Final = 3
"""Conditions of one conversation, which share the rows that were read first."""
_NAMES: Final = 4
"""Leaves tried of an object that a condition may name by any of them."""


def propose(observed: Observations) -> Iterator[Conversation]:
    """Every list on its best route first; a few of its conditions in each conversation."""
    return lists_in_turn(observed, _ROUTES, _conditions_in_groups, _ask)


def _conditions_in_groups(field: ListField) -> list[list[Condition]]:
    """Leaves in turn, each beginning with another operator: what is wrong is wrong with a leaf or with an operator."""
    by_leaf: dict[NamePath, list[Condition]] = {}
    for condition in field.conditions:
        by_leaf.setdefault(condition.leaves[0].path, []).append(condition)
    turned = []
    for place, several in enumerate(by_leaf.values()):
        begin = place % len(several)
        turned.append(several[begin:] + several[:begin])
    mixed = list(in_turn(turned))
    return [mixed[place : place + _TOGETHER] for place in range(0, len(mixed), _TOGETHER)]


def _ask(types: SchemaTypes, source: ListSource, several: list[Condition]) -> Questions:
    """Rows without a filter, then with each by values of these rows."""
    leaves = leaves_to_judge(leaf for condition in several for leaf in condition.leaves)
    _, found = yield from ask_for_all_rows(types, source, leaves)
    longest = longest_of(found)
    if longest is None:
        return False
    size = given(longest.arguments, source.paging.size)
    first = source.paging.of_size(size if isinstance(size, int) else 0)
    for condition in several:
        for leaf in condition.leaves[:_NAMES]:
            values = values_for(condition, longest, leaf)
            operations = [ask(types, source, {**first, condition.path: value}, leaves) for value in values]
            works = yield from _try(types, source, operations, sure=len(condition.leaves) == 1)
            if works:
                break
    for one, other in pairwise(several):
        both = _values_for_both(one, other, longest)
        if both:
            yield ask(types, source, {**first, **both}, leaves)
    return True


def _try(
    types: SchemaTypes, source: ListSource, operations: list[Operation], *, sure: bool
) -> Generator[Operation, QueryAnswer, bool]:
    """Ask; gives whether any row came. Where it is not sure what is meant, nothing more is asked once none came."""
    works = False
    for operation in operations:
        answer = yield operation
        found = longest_of(lists_of(types, source, answer))
        if found is None and not sure:
            return False
        works = works or found is not None
    return works


def _values_for_both(one: Condition, other: Condition, longest: ListAnswer) -> dict[NamePath, JSON]:
    """Values for two conditions, of which each keeps rows back that the other lets through; empty if none do."""
    pairs = product(values_for(one, longest, one.leaves[0]), values_for(other, longest, other.leaves[0]))
    for value, beside in pairs:
        mine, theirs = FilteredList(longest, one, value), FilteredList(longest, other, beside)
        standings = set()
        for row in longest.rows:
            standings.add((mine.standing(row, one.leaves[0]), theirs.standing(row, other.leaves[0])))
        if {(Standing.MUST, Standing.NOT), (Standing.NOT, Standing.MUST)} <= standings:
            return {one.path: value, other.path: beside}
    return {}


def leaves_to_judge(leaves: Iterable[RowLeaf]) -> list[NamePath]:
    """What has to be asked of rows to judge conditions or orders by these leaves."""
    paths = [path for leaf in leaves for path in (leaf.path, leaf.unit) if path]
    return list(dict.fromkeys(paths))


RELATION: Final[Relation] = Relation(
    "filter", "Rows that come satisfy the filter, and rows that satisfy it come", propose, check
)
