"""Which values a filter is asked with: those that rows of the API itself have, so that some rows satisfy it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.relations.lists.conditions import BOUNDS, TEXTS, Operator
from querious.relations.lists.measures import DAY, ValueKind, kind_of, kind_of_values, measure

if TYPE_CHECKING:
    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer

_SHORT: Final = 4
"""Letters of a text that is to be found inside another."""


def values_for(condition: Condition, listed: ListAnswer, leaf: RowLeaf) -> list[JSON]:
    """At most two values to ask for, the more telling first; none where rows show none."""
    shown = [value for value in listed.read(leaf.path) if value is not None and not isinstance(value, list | dict)]
    if condition.operator in BOUNDS:
        found = _bounds(shown, leaf.kind, upward=condition.operator in {Operator.LEAST, Operator.ABOVE})
    elif condition.operator is Operator.CONTAINS:
        texts = _texts(shown)
        found = [part for part in map(_middle, texts[:1] + texts[-1:]) if part]
    elif condition.operator in TEXTS:
        found = _ends(_texts(shown), at_start=condition.operator is Operator.STARTS)
    else:
        found = shown[:1] + shown[-1:] + shown
    values = []
    for value in list(dict.fromkeys(found))[:2]:
        fitting = fit(value, condition.type)
        if fitting is not None:
            values.append(fitting)
    if condition.operator is not Operator.AMONG:
        return values
    return [values[:count] for count in range(1, len(values) + 1)]


def _bounds(values: list[JSON], declared: ValueKind, *, upward: bool) -> list[JSON]:
    """In the middle, so that rows stand on both sides; and the end that leaves the fewest."""
    kind = kind_of_values(values, declared)
    if kind not in {ValueKind.NUMBER, ValueKind.MOMENT}:
        return []
    ordered = sorted(values, key=lambda value: measure(value, kind))  # type: ignore[arg-type,return-value]  # one kind
    distinct = list(dict.fromkeys(ordered))
    if len(distinct) == 1:
        return []
    if upward:
        return [distinct[len(distinct) // 2], distinct[-1]]
    return [distinct[(len(distinct) - 1) // 2], distinct[0]]


def _texts(values: list[JSON]) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _middle(text: str) -> str:
    """Letters from inside of the longest word; plain letters only, since others may be compared in many ways."""
    part = max(re.findall(r"[A-Za-z0-9]{3,}", text), key=len, default="")
    start = max(0, (len(part) - _SHORT) // 2)
    return part[start : start + _SHORT]


def _ends(texts: list[str], *, at_start: bool) -> list[str]:
    """Beginnings or endings of plain letters, first those that stand elsewhere in another text."""
    telling: list[str] = []
    others: list[str] = []
    for length in (3, 2, 1):
        for text in texts:
            end = text[:length] if at_start else text[-length:]
            if end.isascii() and end.isalnum():
                elsewhere = any(_stands_elsewhere(end.casefold(), other.casefold(), at_start) for other in texts)
                (telling if elsewhere else others).append(end)
    return telling + others


def _stands_elsewhere(end: str, text: str, at_start: bool) -> bool:  # noqa: FBT001
    return end in text and not (text.startswith(end) if at_start else text.endswith(end))


def fit(value: JSON, named: Any) -> JSON:
    """A value as an argument of this type takes it; None if it cannot."""
    kind = kind_of(named)
    if kind is ValueKind.NUMBER and isinstance(value, str) and named.name in {"Int", "Float"}:
        number = measure(value, ValueKind.NUMBER)
        if number is None:
            return None
        return int(number) if named.name == "Int" and number == int(number) else float(number)  # type: ignore[arg-type]
    if named.name == "Int" and isinstance(value, float):
        return int(value) if value == int(value) else None
    if named.name in {"String", "ID"} and not isinstance(value, str):
        return None if isinstance(value, bool | float) else str(value)
    if kind is ValueKind.MOMENT and named.name.lower().endswith("date") and isinstance(value, str):
        return value[:DAY]
    return value
