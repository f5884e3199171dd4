"""A list that was asked with a filter, and how each row stands to this, by what the row itself says."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import Undefined

from querious.relations.lists.conditions import BOUNDS, Operator
from querious.relations.lists.measures import DAY, ValueKind, folded, measure
from querious.relations.lists.rows import follow

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer, Row


class Standing(Enum):
    """How a row stands to a filter, by what the row itself says."""

    MUST = auto()
    """It has to come, however one reads the filter."""
    MAY = auto()
    """It can come or not: the filter can be read in more than one way, or the row does not tell."""
    NOT = auto()
    """It must not come."""


class FilteredList(NamedTuple):
    """A list that a condition was asked of."""

    listed: ListAnswer
    condition: Condition
    value: JSON
    alone: bool = True
    """Whether no other condition was asked beside it."""

    @property
    def wanted(self) -> list[JSON]:
        """The values that were asked for."""
        return self.value if isinstance(self.value, list) else [self.value]

    def standing(self, row: Row, leaf: RowLeaf) -> Standing:
        """How a row stands to the filter, if it is about this leaf."""
        value = follow(row.shape, row.value, leaf.path)
        if value is Undefined:
            return Standing.MAY
        return _STANDINGS[self.condition.operator](value, self, leaf)

    def must_have(self, row: Row, leaf: RowLeaf) -> bool:
        """Whether a row has to come, however one reads the filter."""
        return self.standing(row, leaf) is Standing.MUST

    def must_lack(self, row: Row, leaf: RowLeaf) -> bool:
        """Whether a row must not come."""
        return self.standing(row, leaf) is Standing.NOT


def _standing_to_bound(value: JSON, one: FilteredList, _: RowLeaf) -> Standing:
    """The bound itself may be meant or not, and so may what rounding has brought near it.

    But not where the operator tells, and nothing is rounded.
    """
    operator = one.condition.operator
    kind = ValueKind.NUMBER if measure(value, ValueKind.MOMENT) is None else ValueKind.MOMENT
    here, bound = measure(value, kind), measure(one.value, kind)
    if here is None or bound is None:
        return Standing.MAY
    if operator in {Operator.MOST, Operator.BELOW}:
        here, bound = bound, here
    if isinstance(here, datetime) and isinstance(bound, datetime):
        slack = timedelta(days=1) if DAY in {len(str(one.value)), len(str(value))} else timedelta(seconds=1)
        apart = here - bound  # moments moved by the slack may lie before the year 1, or after 9999
        near = Standing.MAY if apart >= -slack else Standing.NOT
        return Standing.MUST if apart > slack else near
    if here != bound:
        return Standing.MUST if here > bound else Standing.NOT  # type: ignore[operator]  # both are numbers
    if one.condition.open or isinstance(value, float) or isinstance(one.value, float):
        return Standing.MAY
    return Standing.MUST if operator in {Operator.LEAST, Operator.MOST} else Standing.NOT


_MATCHES: Final[dict[Operator, Callable[[str, str], bool]]] = {
    Operator.CONTAINS: str.__contains__,
    Operator.STARTS: str.startswith,
    Operator.ENDS: str.endswith,
}


def _standing_to_text(value: JSON, one: FilteredList, _: RowLeaf) -> Standing:
    """Case and accents may count or not."""
    matches, part = _MATCHES[one.condition.operator], str(one.value)
    if not isinstance(value, str):
        return Standing.MAY
    if matches(value, part):
        return Standing.MUST
    return Standing.MAY if matches(folded(value), folded(part)) else Standing.NOT


def _standing_to_others(value: JSON, one: FilteredList, leaf: RowLeaf) -> Standing:
    """Where others are asked for, doubts speak for the row."""
    if any(_is_same(value, wanted) for wanted in one.wanted):
        return Standing.NOT
    if leaf.kind is ValueKind.NUMBER and any(_is_same_number(value, wanted) for wanted in one.wanted):
        return Standing.NOT
    return Standing.MAY if value is None or _is_like(value, one.value) else Standing.MUST


def _standing_to_equal(value: JSON, one: FilteredList, leaf: RowLeaf) -> Standing:
    """Where the operator is not exact, the same day may be meant, and texts that hold the value."""
    exact = one.condition.exact
    if value is not None and any(_is_same(value, wanted) for wanted in one.wanted):
        return Standing.MUST
    if any(_is_like(value, wanted, day=not exact) for wanted in one.wanted):
        return Standing.MAY
    may_be_part = isinstance(value, str) and leaf.kind is ValueKind.TEXT and not leaf.identifies and not exact
    holds = may_be_part and any(folded(str(wanted)) in folded(value) for wanted in one.wanted)
    return Standing.MAY if holds else Standing.NOT


_STANDINGS: Final[dict[Operator, Callable[[JSON, FilteredList, RowLeaf], Standing]]] = {
    **dict.fromkeys(BOUNDS, _standing_to_bound),
    **dict.fromkeys(_MATCHES, _standing_to_text),
    Operator.UNEQUAL: _standing_to_others,
    Operator.EQUAL: _standing_to_equal,
    Operator.AMONG: _standing_to_equal,
}


def _is_same(value: JSON, wanted: JSON) -> bool:
    """Whether nobody can take them for different."""
    return bool(value == wanted) or (value is not None and str(value) == str(wanted))


def _is_like(value: JSON, wanted: JSON, *, day: bool = False) -> bool:
    """Whether they may be taken for the same; ``day``: the same day may be meant."""
    if isinstance(value, bool) or isinstance(wanted, bool) or value is None:
        return value is wanted
    if folded(str(value)) == folded(str(wanted)) or _is_same_number(value, wanted):
        return True
    one, other = measure(value, ValueKind.MOMENT), measure(wanted, ValueKind.MOMENT)
    if not isinstance(one, datetime) or not isinstance(other, datetime):
        return False
    slack = timedelta(days=1) if day or len(wanted) == DAY else timedelta(seconds=1)
    return abs(one - other) <= slack


def _is_same_number(value: JSON, wanted: JSON) -> bool:
    number = measure(value, ValueKind.NUMBER)
    return number is not None and number == measure(wanted, ValueKind.NUMBER)
