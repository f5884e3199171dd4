"""Filters keep their word: rows that come satisfy what was asked for, and rows that satisfy it come."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Final

from querious.answers.demands import Standing
from querious.answers.filter_words import BOUNDS, TEXTS, Operator
from querious.answers.measures import DAY, ValueKind, kind_of_values, measure
from querious.model.turns import in_turn
from querious.relations.lists.filter_checks import check
from querious.relations.lists.filtered_list import FilteredList
from querious.relations.lists.noticed_lists import is_filtered, is_plain_filter, notice_in_lists
from querious.relations.lists.pages import given
from querious.relations.lists.sources import ask, ask_for_all_rows, lists_in_turn, lists_of, longest_of
from querious.relations.lists.value_kinds import kind_of
from querious.relations.relation import Relation

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from querious.model import JSON, Operation
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, ListField
    from querious.relations.lists.sources import ListSource, Questions
    from querious.relations.observations import Observations
    from querious.relations.relation import Contradiction, Conversation
    from querious.relations.schema_types import SchemaTypes

_ROUTES: Final = 2
"""To one list."""
_TOGETHER: Final = 3
"""Conditions of one conversation, which share the rows that were read first."""
_NAMES: Final = 4
"""Leaves tried of an object that a condition may name by any of them."""
_SHORT: Final = 4
"""Letters of a text that is to be found inside another."""
_MOST: Final = 2
"""Values that one condition is asked with."""


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
    return [mixed[place : place + _TOGETHER] for place in range(0, len(mixed), _TOGETHER)] + _ranges(field)


def _ranges(field: ListField) -> list[list[Condition]]:
    """The two ends of a range, ``minPrice`` and ``maxPrice``: whoever reads one of them may forget the other."""
    lower = [one for one in field.conditions if one.operator in {Operator.LEAST, Operator.ABOVE}]
    upper = [one for one in field.conditions if one.operator in {Operator.MOST, Operator.BELOW}]
    return [[one, other] for one, other in product(lower, upper) if one.leaves[0].path == other.leaves[0].path]


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


def values_for(condition: Condition, listed: ListAnswer, leaf: RowLeaf) -> list[JSON]:
    """At most two values to ask for, the more telling first; none where rows show none."""
    shown = [value for value in listed.read(leaf.path) if isinstance(value, str | int | float)]
    telling = list(dict.fromkeys(_telling(condition.operator, shown, leaf.kind)))[:_MOST]
    fitting = [fit(value, condition.type) for value in telling]
    values = [value for value in fitting if value is not None]
    if condition.several:
        return [values[:count] for count in range(1, len(values) + 1)]
    return values


def _telling(operator: Operator, shown: list[JSON], kind: ValueKind) -> list[JSON]:
    """Values by which an operator shows what it does."""
    if operator in BOUNDS:
        return _bounds(shown, kind, upward=operator in {Operator.LEAST, Operator.ABOVE})
    if operator not in TEXTS:
        return shown[:1] + shown[-1:] + shown
    texts = [value for value in shown if isinstance(value, str)]
    if operator is Operator.CONTAINS:
        return list(filter(None, map(_middle, texts[:1] + texts[-1:])))
    return _ends(texts, at_start=operator is Operator.STARTS)


def _bounds(values: list[JSON], declared: ValueKind, *, upward: bool) -> list[JSON]:
    """The value with the closest neighbour beyond it, which a bound that is a little off takes in; and the last one.

    Of several that are as close that in the middle, so that rows stand on both sides; the last leaves the fewest.
    """
    kind = kind_of_values(values, declared)
    if kind not in {ValueKind.NUMBER, ValueKind.MOMENT}:
        return []
    ordered = sorted(values, key=lambda value: measure(value, kind), reverse=not upward)  # type: ignore[arg-type,return-value]  # one kind
    distinct = list(dict.fromkeys(ordered))
    if len(distinct) < 2:  # noqa: PLR2004 - one value parts nothing
        return []
    measured = [measure(value, kind) for value in distinct]
    gaps = [abs(after - before) for before, after in pairwise(measured)]  # type: ignore[operator]  # one kind
    middle = (len(gaps) - 1) / 2
    closest = min(range(len(gaps)), key=lambda place: (gaps[place], abs(place - middle)))
    return [distinct[closest + 1], distinct[-1]]


def _middle(text: str) -> str:
    """Letters from inside of the longest word; plain letters only, since others may be compared in many ways."""
    part = max(re.findall(r"[A-Za-z0-9]{3,}", text), key=len, default="")
    start = max(0, (len(part) - _SHORT) // 2)
    return part[start : start + _SHORT]


def _ends(texts: list[str], *, at_start: bool) -> list[JSON]:
    """Beginnings or endings of plain letters, first those that stand elsewhere in another text."""
    found = [end for length in (3, 2, 1) for end in _plain_ends(texts, length, at_start=at_start)]
    folded = [text.casefold() for text in texts]
    return sorted(found, key=lambda end: not _stands_elsewhere(end.casefold(), folded, at_start=at_start))


def _plain_ends(texts: list[str], length: int, *, at_start: bool) -> Iterator[str]:
    for text in texts:
        end = text[:length] if at_start else text[-length:]
        if end.isascii() and end.isalnum():
            yield end


def _stands_elsewhere(end: str, texts: list[str], *, at_start: bool) -> bool:
    stands_there = str.startswith if at_start else str.endswith
    return any(end in text and not stands_there(text, end) for text in texts)


def fit(value: JSON, named: Any) -> JSON:
    """A value as an argument of this type takes it; None if it cannot."""
    kind, name = kind_of(named), named.name
    if kind is ValueKind.MOMENT and name.lower().endswith("date") and isinstance(value, str):
        return value[:DAY]
    if name in {"String", "ID"} and not isinstance(value, str):
        return None if isinstance(value, bool | float) else str(value)
    if name not in {"Int", "Float"} or not isinstance(value, str | float):
        return value
    number = measure(value, ValueKind.NUMBER)
    if number is None:
        return None
    whole = number == int(number)  # type: ignore[arg-type]
    if name == "Float":
        return float(number)  # type: ignore[arg-type]
    return int(number) if whole else None  # type: ignore[arg-type]


def _notice(answer: QueryAnswer, observed: Observations) -> Iterator[Contradiction]:
    return notice_in_lists(check, answer, observed, lambda listed: is_plain_filter(listed, observed))


RELATION: Final[Relation] = Relation(
    "filter",
    "Rows that come satisfy the filter, and rows that satisfy it come",
    propose,
    check,
    notice=_notice,
    concerns=is_filtered,
)
