"""Which values a filter is asked with: those that rows of the API itself have, so that some rows satisfy it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.relations.lists.conditions import BOUNDS, TEXTS, Operator
from querious.relations.lists.measures import DAY, Kind, kind_of, kind_of_values, measure
from querious.relations.lists.rows import follow

if TYPE_CHECKING:
    from typing import Any

    from querious.model import JSON
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import Path
    from querious.relations.lists.rows import ListAnswer

_PART: Final = re.compile(r"[A-Za-z0-9]{3,}")
_SHORT: Final = 4
"""Letters of a text that is to be found inside another."""


def values_for(condition: Condition, listed: ListAnswer, path: Path) -> list[JSON]:
    """At most two values to ask for, the more telling first; none where rows show none."""
    leaf = next(leaf for leaf in condition.leaves if leaf.path == path)
    values = [value for value in read(listed, path) if value is not None and not isinstance(value, list | dict)]
    if condition.operator in BOUNDS:
        found = _bounds(values, leaf.kind, condition.operator)
    elif condition.operator in TEXTS:
        found = _texts(values, condition.operator)
    else:
        found = list(dict.fromkeys(values[:1] + values[-1:] + values))[:2]
    fitting = [value for value in (fit(value, condition.type) for value in found) if value is not None]
    if condition.operator is Operator.AMONG:
        return [fitting[:1], fitting] if len(fitting) > 1 else [fitting] if fitting else []
    return fitting


def read(listed: ListAnswer, path: Path) -> list[JSON]:
    """What each row says at the end of a way."""
    return [follow(row.shape, row.value, path)[1] for row in listed.rows]


def _bounds(values: list[JSON], declared: Kind, operator: Operator) -> list[JSON]:
    """In the middle, so that rows stand on both sides; and the end that leaves the fewest."""
    kind = kind_of_values(values, declared)
    if kind not in {Kind.NUMBER, Kind.MOMENT}:
        return []
    ordered = sorted(values, key=lambda value: measure(value, kind))  # type: ignore[arg-type,return-value]  # one kind
    distinct = list(dict.fromkeys(ordered))
    if len(distinct) == 1:
        return []
    upward = operator in {Operator.LEAST, Operator.ABOVE}
    middle = distinct[len(distinct) // 2] if upward else distinct[(len(distinct) - 1) // 2]
    return list(dict.fromkeys((middle, distinct[-1] if upward else distinct[0])))


def _texts(values: list[JSON], operator: Operator) -> list[JSON]:
    """Parts of texts; plain letters only, since others may be compared in many ways."""
    texts = [value for value in values if isinstance(value, str)]
    if operator is Operator.CONTAINS:
        found = [_middle(text) for text in (*texts[:1], *texts[-1:])]
    else:
        found = _ends(texts, operator)
    return list(dict.fromkeys(part for part in found if part))[:2]


def _middle(text: str) -> str:
    """Letters from inside of the longest word."""
    part = max(_PART.findall(text), key=len, default="")
    start = (len(part) - _SHORT) // 2 if len(part) > _SHORT else 0
    return part[start : start + _SHORT]


def _ends(texts: list[str], operator: Operator) -> list[str]:
    """Beginnings or endings, first those that stand elsewhere in another text."""
    ends = [text[:length] if operator is Operator.STARTS else text[-length:] for length in (3, 2, 1) for text in texts]
    plain = list(dict.fromkeys(end for end in ends if end.isascii() and end.isalnum()))
    inside = {end for end in plain if any(_elsewhere(end.casefold(), text.casefold(), operator) for text in texts)}
    return [end for end in plain if end in inside] + [end for end in plain if end not in inside]


def _elsewhere(end: str, text: str, operator: Operator) -> bool:
    stands = text.startswith(end) if operator is Operator.STARTS else text.endswith(end)
    return end in text and not stands


def fit(value: JSON, named: Any) -> JSON:
    """A value as an argument of this type takes it; None if it cannot."""
    kind = kind_of(named)
    if kind is Kind.NUMBER and isinstance(value, str) and named.name in {"Int", "Float"}:
        number = measure(value, Kind.NUMBER)
        if number is None:
            return None
        return int(number) if named.name == "Int" and number == int(number) else float(number)  # type: ignore[arg-type]
    if named.name == "Int" and isinstance(value, float):
        return int(value) if value == int(value) else None
    if named.name in {"String", "ID"} and not isinstance(value, str):
        return None if isinstance(value, bool | float) else str(value)
    if kind is Kind.MOMENT and named.name.lower().endswith("date") and isinstance(value, str):
        return value[:DAY]
    return value
