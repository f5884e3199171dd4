"""Lists of objects: sorted by one of their fields, and without an object that comes twice."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from querious.baseline.arguments import Influence
from querious.baseline.distinct import DistinctCount, DistinctMap
from querious.baseline.traits.trait import Trait, each_value
from querious.model.shape import runtime_shape

if TYPE_CHECKING:
    from querious.baseline.answer_objects import FieldValue
    from querious.baseline.identity import Identity
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


class _Sorted:
    def __init__(self, _: Identity) -> None:
        self._lengths: dict[str, DistinctMap[int]] = {}
        """By field and direction: how many different values the lists of each object hold."""
        self._broken: set[str] = set()

    def see(self, value: FieldValue) -> None:
        for name, column in _columns(value).items():
            for direction in ("ascending", "descending"):
                order = f"{name}, {direction}"
                if not _is_sorted(column, direction):
                    self._broken.add(order)
                elif value.object_key:
                    lengths = self._lengths.setdefault(order, DistinctMap(_MOST_LISTS, max))
                    lengths.put(value.object_key, len(set(column)))

    def learned(self) -> JSON:
        certainty = {
            order: sum(math.lgamma(length + 1) for length in lengths.values())
            for order, lengths in self._lengths.items()
            if order not in self._broken
        }
        best = min(certainty, key=lambda order: (-certainty[order], order), default="")
        return best if best and certainty[best] >= _CERTAINTY else None


def _columns(value: FieldValue) -> dict[str, list[Any]]:
    """The comparable values of each leaf field that all objects of a list have."""
    if not isinstance(value.value, list) or not value.value:
        return {}
    rows: list[dict[str, JSON]] = []
    for item in value.value:
        shape = runtime_shape(value.field.child, item)
        if shape is None:
            return {}
        leaves = [field for field in shape.fields.values() if field.child is None and not field.arguments]
        rows.append({field.name: item.get(field.key) for field in leaves})
    columns = {name: _comparable([row.get(name) for row in rows]) for name in rows[0] if name != "__typename"}
    return {name: column for name, column in columns.items() if column}


def _comparable(values: list[JSON]) -> list[Any]:
    """Numbers as they are, texts regardless of case or, if all are whole numbers, as such; empty for anything else."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return values
    if not all(isinstance(value, str) for value in values):
        return []
    if all(value.isdecimal() and len(value) <= _LONGEST_NUMERAL for value in values):
        return [int(value) for value in values]
    return [value.casefold() for value in values]


def _is_sorted(column: list[Any], direction: str) -> bool:
    ordered = column if direction == "ascending" else column[::-1]
    return all(one <= other for one, other in pairwise(ordered))


def _unsorted(about: JSON, value: FieldValue, _: Identity) -> str:
    name, direction = str(about).rsplit(", ", 1)
    column = _columns(value).get(name, [])
    return "" if _is_sorted(column, direction) else f"is not sorted by {about}, but always was in the baseline"


class _NoRepeats:
    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._lists = DistinctCount(_LISTS_WITHOUT_REPEATS)
        self._broken = False

    def see(self, value: FieldValue) -> None:
        keys = _object_keys(value, self._identity)
        if len(set(keys)) < len(keys):
            self._broken = True
        elif len(keys) > 1 and value.object_key:
            self._lists.add(value.object_key)

    def learned(self) -> JSON:
        return True if not self._broken and len(self._lists) >= _LISTS_WITHOUT_REPEATS else None


def _object_keys(value: FieldValue, identity: Identity) -> list[str]:
    """Type and identifier of each object of a list that has one."""
    keys = []
    for item in value.value if isinstance(value.value, list) else ():
        shape = runtime_shape(value.field.child, item)
        identifier = None if shape is None else identity.of(shape, item)
        if shape is not None and identifier is not None:
            keys.append(f"{shape.typename}:{identifier}")
    return keys


def _repeats(_: JSON, value: FieldValue, identity: Identity) -> str:
    seen = set()
    for key in _object_keys(value, identity):
        if key in seen:
            return f"holds `{key}` twice, but no object came twice in the baseline"
        seen.add(key)
    return ""


def _applies(field: FieldShape) -> bool:
    return field.child is not None


SORTED: Final = Trait("sorted by", _applies, _Sorted, each_value(_unsorted), tolerates=Influence.PAGING)
NO_REPEATS: Final = Trait("no repeats", _applies, _NoRepeats, each_value(_repeats), tolerates=Influence.PAGING)
