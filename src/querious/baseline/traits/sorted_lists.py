"""Lists of objects: sorted by one of their fields, and without an object that comes twice."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from querious.baseline.arguments import Influence
from querious.baseline.distinct import DistinctMap
from querious.baseline.traits.trait import Trait, each_value, steady_trait
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.model import JSON, FieldShape

_CERTAINTY: Final = 9.0
"""A list of k different values is sorted by chance with a probability of 1/k!; that all lists together are must be less
likely than e to the power of minus this."""
_MOST_LISTS: Final = 50
"""Lists that are counted, one of each object."""
_LISTS_WITHOUT_REPEATS: Final = 5
"""Lists of two items or more that have to show that no object comes twice."""
_LONGEST_NUMERAL: Final = 19
"""Digits of a text that is compared by number."""
_DIRECTIONS: Final = {"ascending": 1, "descending": -1}
"""The step by which a list is read so that it ascends."""


class _Sorted:
    def __init__(self) -> None:
        self._lengths: dict[str, DistinctMap[int]] = {}
        """By field and direction: how many different values the lists of each object hold."""
        self._broken: set[str] = set()

    def see(self, value: FieldValue) -> None:
        for name, column in _columns(value).items():
            for direction in _DIRECTIONS:
                order = f"{name}, {direction}"
                if _is_sorted(column, direction):
                    lengths = self._lengths.setdefault(order, DistinctMap(_MOST_LISTS, max))
                    lengths.put(value.object_key, len(set(column)))
                else:
                    self._broken.add(order)

    def learned(self) -> JSON:
        certainty = {"": 0.0}
        for order in sorted(self._lengths.keys() - self._broken):
            certainty[order] = sum(math.lgamma(length + 1) for length in self._lengths[order].values())
        best = max(certainty, key=lambda order: certainty[order])
        return best if certainty[best] >= _CERTAINTY else None


def _columns(value: FieldValue) -> dict[str, list[Any]]:
    """The comparable values of each leaf field that all objects of a list have."""
    items = value.value if isinstance(value.value, list) else []
    rows: list[dict[str, JSON]] = []
    for item in items:
        shape = runtime_shape(value.field.child, item)
        fields = shape.fields.values() if shape else ()
        leaves = [field for field in fields if field.child is None and not field.arguments]
        rows.append({field.name: item.get(field.key) for field in leaves})
    names = set(rows[0] if rows else ()).intersection(*rows) - {"__typename"}
    columns = {name: _comparable([row[name] for row in rows]) for name in names}
    return {name: column for name, column in columns.items() if column}


def _comparable(values: list[JSON]) -> list[Any]:
    """Numbers as they are, texts regardless of case or, if all are whole numbers, as such; empty for anything else."""
    types = set(map(type, values))
    if types <= {int, float}:
        return values
    if types != {str}:
        return []
    if all(value.isdecimal() and len(value) <= _LONGEST_NUMERAL for value in values):
        return [int(value) for value in values]
    return [value.casefold() for value in values]


def _is_sorted(column: list[Any], direction: str) -> bool:
    return all(one <= other for one, other in pairwise(column[:: _DIRECTIONS[direction]]))


def _unsorted(about: JSON, value: FieldValue) -> str:
    name, direction = about.rsplit(", ", 1)
    column = _columns(value).get(name, [])
    return "" if _is_sorted(column, direction) else f"is not sorted by {about}, but always was in the baseline"


def _holds_several(value: FieldValue) -> bool | None:
    return len(list(filter(None, value.keys()))) > 1 or None


def _repeats(_: JSON, value: FieldValue) -> str:
    keys = sorted(filter(None, value.keys()))
    twice = next((one for one, other in pairwise(keys) if one == other), "")
    return f"holds `{twice}` twice, but no object came twice in the baseline" if twice else ""


def _applies(field: FieldShape) -> bool:
    return field.child is not None


def _is_order(about: JSON) -> bool:
    return isinstance(about, str) and about.endswith(tuple(f", {direction}" for direction in _DIRECTIONS))


SORTED: Final = Trait("sorted by", _applies, _Sorted, each_value(_unsorted), form=_is_order, tolerates=Influence.PAGING)
NO_REPEATS: Final = steady_trait(
    "no repeats", _applies, _holds_several, _repeats, _LISTS_WITHOUT_REPEATS, tolerates=Influence.PAGING
)
