"""Values that can be held against each other: numbers, moments and text."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphql import GraphQLEnumType

from querious.text.moments import midnight_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import JSON

_MOST_DIGITS: Final = 400
"""Before or behind the point. A text such as 1e999999999 is a number that nobody can calculate with."""
Measure: TypeAlias = Decimal | datetime | str

_NUMBERS: Final = ("decimal", "float", "numeric", "number", "money", "double", "long", "bigint", "amount")
_NO_NUMBERS: Final = ("point", "print", "hint")
_MOMENTS: Final = ("date", "timestamp", "instant")
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


def kind_of(named: Any) -> ValueKind:
    """By the name of a scalar: custom ones say what they are."""
    if isinstance(named, GraphQLEnumType):
        return ValueKind.CHOICE
    name = str(named.name).lower()
    if name == "boolean":
        return ValueKind.FLAG
    if any(word in name for word in _MOMENTS):
        return ValueKind.MOMENT
    if any(word in name for word in _NUMBERS) or (name.endswith("int") and not name.endswith(_NO_NUMBERS)):
        return ValueKind.NUMBER
    return ValueKind.TEXT


def kind_of_values(values: Iterable[JSON], declared: ValueKind) -> ValueKind | None:
    """How these can be compared, all of them; None if they cannot. Nulls are passed over."""
    known = [value for value in values if value is not None]
    if declared in {ValueKind.CHOICE, ValueKind.FLAG}:
        return declared
    if not known:
        return None
    for kind in (ValueKind.NUMBER, ValueKind.MOMENT, ValueKind.TEXT):
        if (kind is not ValueKind.NUMBER or declared is ValueKind.NUMBER or not isinstance(known[0], str)) and all(
            measure(value, kind) is not None for value in known
        ):
            return kind
    return None


def measure(value: JSON, kind: ValueKind) -> Measure | None:
    """A value of a kind, ready to be compared with others of it; None if it is not of it."""
    if kind is ValueKind.NUMBER:
        return _number(value)
    if kind is ValueKind.MOMENT:
        return midnight_of(value) if isinstance(value, str) else None
    if kind is ValueKind.FLAG:
        return str(value) if isinstance(value, bool) else None
    return value if isinstance(value, str) else None


def _number(value: JSON) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < _MOST_DIGITS else None


def folded(text: str) -> str:
    """Text without case and accents, since many servers compare it so."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()
