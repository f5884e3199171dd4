"""How a row stands to a filter, by what the row itself shows."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.filter_words import BOUNDS, Operator
from querious.answers.measures import DAY, ValueKind, folded, measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import JSON


class Standing(Enum):
    """How a row stands to a filter, by what the row itself says."""

    MUST = auto()
    """It has to come, however one reads the filter."""
    MAY = auto()
    """It can come or not: the filter can be read in more than one way, or the row does not tell."""
    NOT = auto()
    """It must not come."""


class Demand(NamedTuple):
    """What a filter asks of one leaf."""

    operator: Operator
    value: JSON
    kind: ValueKind = ValueKind.TEXT
    """Of the leaf."""
    exact: bool = False
    """Whether the operator is one of a generated filter, such as ``gte``, which has one meaning only."""
    open: bool = False
    """Whether it is left open if a bound itself is meant too."""
    is_text: bool = True
    """Whether the leaf holds text for people, in which a part may be searched for."""

    @property
    def wanted(self) -> list[JSON]:
        """The values that were asked for."""
        return self.value if isinstance(self.value, list) else [self.value]

    def standing(self, value: JSON) -> Standing:
        """How a row that shows this value stands to it."""
        return _STANDINGS[self.operator](value, self)


def _standing_to_bound(value: JSON, demand: Demand) -> Standing:
    """The bound itself may be meant or not, and so may what rounding has brought near it.

    But not where the operator tells, and nothing is rounded.
    """
    operator = demand.operator
    kind = ValueKind.NUMBER if measure(value, ValueKind.MOMENT) is None else ValueKind.MOMENT
    here, bound = measure(value, kind), measure(demand.value, kind)
    if here is None or bound is None:
        return Standing.MAY
    if operator in {Operator.MOST, Operator.BELOW}:
        here, bound = bound, here
    if isinstance(here, datetime) and isinstance(bound, datetime):
        slack = timedelta(days=1) if DAY in {len(str(demand.value)), len(str(value))} else timedelta(seconds=1)
        apart = here - bound  # moments moved by the slack may lie before the year 1, or after 9999
        near = Standing.MAY if apart >= -slack else Standing.NOT
        return Standing.MUST if apart > slack else near
    if here != bound:
        return Standing.MUST if here > bound else Standing.NOT  # type: ignore[operator]  # both are numbers
    if demand.open or isinstance(value, float) or isinstance(demand.value, float):
        return Standing.MAY
    return Standing.MUST if operator in {Operator.LEAST, Operator.MOST} else Standing.NOT


_MATCHES: Final[dict[Operator, Callable[[str, str], bool]]] = {
    Operator.CONTAINS: str.__contains__,
    Operator.STARTS: str.startswith,
    Operator.ENDS: str.endswith,
}


def _standing_to_text(value: JSON, demand: Demand) -> Standing:
    """Case and accents may count or not."""
    matches, part = _MATCHES[demand.operator], str(demand.value)
    if not isinstance(value, str):
        return Standing.MAY
    if matches(value, part):
        return Standing.MUST
    return Standing.MAY if matches(folded(value), folded(part)) else Standing.NOT


def _standing_to_others(value: JSON, demand: Demand) -> Standing:
    """Where others are asked for, doubts speak for the row."""
    if any(_is_same(value, wanted) for wanted in demand.wanted):
        return Standing.NOT
    if demand.kind is ValueKind.NUMBER and any(_is_same_number(value, wanted) for wanted in demand.wanted):
        return Standing.NOT
    return Standing.MAY if value is None or _is_like(value, demand.value) else Standing.MUST


def _standing_to_equal(value: JSON, demand: Demand) -> Standing:
    """Where the operator is not exact, the same day may be meant, and texts that hold the value."""
    exact = demand.exact
    if value is not None and any(_is_same(value, wanted) for wanted in demand.wanted):
        return Standing.MUST
    if any(_is_like(value, wanted, day=not exact) for wanted in demand.wanted):
        return Standing.MAY
    may_be_part = isinstance(value, str) and demand.is_text and not exact
    holds = may_be_part and any(folded(str(wanted)) in folded(value) for wanted in demand.wanted)
    return Standing.MAY if holds else Standing.NOT


_STANDINGS: Final[dict[Operator, Callable[[JSON, Demand], Standing]]] = {
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
