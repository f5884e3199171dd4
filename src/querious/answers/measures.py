"""Values that can be held against each other: numbers, moments and text."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.text.moments import midnight_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from querious.model import JSON

_MOST_DIGITS: Final = 400
"""Before or behind the point. A text such as 1e999999999 is a number that nobody can calculate with."""
Measure: TypeAlias = Decimal | datetime | str

DAY: Final = 10
"""Characters of a date without a time."""


class ValueKind(StrEnum):
    """How values of a type are compared."""

    NUMBER = "number"
    MOMENT = "moment"
    TEXT = "text"
    CHOICE = "choice"
    """One of an enum: the same or not."""
    FLAG = "flag"


def kind_of_values(values: Iterable[JSON], declared: ValueKind) -> ValueKind | None:
    """How these can be compared, all of them; None if they cannot. Nulls are passed over."""
    if declared in {ValueKind.CHOICE, ValueKind.FLAG}:
        return declared
    known = [value for value in values if value is not None]
    kinds = [ValueKind.NUMBER, ValueKind.MOMENT, ValueKind.TEXT]
    if declared is not ValueKind.NUMBER and isinstance(next(iter(known), ""), str):
        kinds.remove(ValueKind.NUMBER)  # text of digits is not a number unless it is declared as one
    for kind in kinds:
        if known and all(measure(value, kind) is not None for value in known):
            return kind
    return None


def measure(value: JSON, kind: ValueKind) -> Measure | None:
    """A value of a kind, ready to be compared with others of it; None if it is not of it."""
    return _MEASURES[kind](value)


def _number(value: JSON) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < _MOST_DIGITS else None


def _moment(value: JSON) -> datetime | None:
    return midnight_of(value) if isinstance(value, str) else None


def _text(value: JSON) -> str | None:
    return value if isinstance(value, str) else None


def _flag(value: JSON) -> str | None:
    return str(value) if isinstance(value, bool) else None


_MEASURES: Final[dict[ValueKind, Callable[[JSON], Measure | None]]] = {
    ValueKind.NUMBER: _number,
    ValueKind.MOMENT: _moment,
    ValueKind.TEXT: _text,
    ValueKind.CHOICE: _text,
    ValueKind.FLAG: _flag,
}


def folded(text: str) -> str:
    """Text without case and accents, since many servers compare it so."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()
