"""Which values a filter is asked with: those that rows of the API itself have, so that some rows satisfy it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.relations.lists.conditions import BOUNDS, TEXTS, Operator
from querious.relations.lists.measures import DAY, ValueKind, kind_of, kind_of_values, measure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer

_SHORT: Final = 4
"""Letters of a text that is to be found inside another."""
_MOST: Final = 2


def values_for(condition: Condition, listed: ListAnswer, leaf: RowLeaf) -> list[JSON]:
    """At most two values to ask for, the more telling first; none where rows show none."""
    shown = [value for value in listed.read(leaf.path) if isinstance(value, str | int | float)]
    telling = list(dict.fromkeys(_telling(condition.operator, shown, leaf.kind)))[:_MOST]
    fitting = [fit(value, condition.type) for value in telling]
    values = [value for value in fitting if value is not None]
    if condition.operator is Operator.AMONG:
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
    """In the middle, so that rows stand on both sides; and the end that leaves the fewest."""
    kind = kind_of_values(values, declared)
    if kind not in {ValueKind.NUMBER, ValueKind.MOMENT}:
        return []
    ordered = sorted(values, key=lambda value: measure(value, kind), reverse=not upward)  # type: ignore[arg-type,return-value]  # one kind
    distinct = list(dict.fromkeys(ordered))
    return [distinct[len(distinct) // 2], distinct[-1]] if len(distinct) > 1 else []


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
