"""The custom scalars. What they cannot read they refuse with the code that every refusal has.

An exception of any other kind would be turned into a refusal by graphql-core as well, but one without a code.
"""

from __future__ import annotations

import json
import math
import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from ariadne import ScalarType
from graphql import Undefined

from querious.demo.refusal import RefusalError, bad_input

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATETIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_DECIMAL = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,6})?")
_SKU = re.compile(r"[A-Z]{2}-[0-9]{4}")
_LONGEST_URL = 500
_LARGEST_JSON = 2_000
_DEEPEST_JSON = 20
_SAFE_INTEGER = 2**53


def bindables() -> list[ScalarType]:
    """One for each custom scalar of the schema."""
    return [
        ScalarType("Date", serializer=date.isoformat, value_parser=parse_date),
        ScalarType("DateTime", serializer=serialize_datetime, value_parser=parse_datetime),
        ScalarType("Decimal", serializer=serialize_decimal, value_parser=parse_decimal),
        ScalarType("JSON", value_parser=parse_json),
        ScalarType("Sku", serializer=str, value_parser=parse_sku),
        ScalarType("URL", serializer=str, value_parser=parse_url),
    ]


def parse_date(value: object) -> date:
    """A day of the calendar, years 1 to 9999."""
    if isinstance(value, str) and _DATE.fullmatch(value):
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise _refusal("Date", "a day of the calendar") from None
    raise _refusal("Date", "a day as YYYY-MM-DD")


def parse_datetime(value: object) -> datetime:
    """A moment with its offset, brought to UTC so that any two can be compared."""
    if isinstance(value, str) and _DATETIME.fullmatch(value):
        try:
            return datetime.fromisoformat(value.upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            raise _refusal("DateTime", "a moment of the calendar") from None
    raise _refusal("DateTime", "a moment as in RFC 3339, with its offset")


def serialize_datetime(value: datetime) -> str:
    """As in RFC 3339, in UTC."""
    return value.isoformat().replace("+00:00", "Z")


def parse_decimal(value: object) -> Decimal:
    """A number given as one, or as text."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        text = value if isinstance(value, str) else repr(value) if isinstance(value, float) else _digits(value)
        if _DECIMAL.fullmatch(text):
            return Decimal(text)
    raise _refusal("Decimal", "a number with at most 12 digits and 6 decimals")


def _digits(value: int) -> str:
    """The digits of an integer; none for one so large that Python would not write it."""
    return str(value) if abs(value) < 10**12 else ""


def serialize_decimal(value: Decimal) -> str:
    """As text, which keeps every decimal."""
    return format(value, "f")


def parse_sku(value: object) -> str:
    """The key of an item."""
    if isinstance(value, str) and _SKU.fullmatch(value):
        return value
    raise _refusal("Sku", "two capital letters, a hyphen and four digits")


def parse_url(value: object) -> str:
    """An address on the web, not too long to be stored."""
    if isinstance(value, str) and len(value) <= _LONGEST_URL and value.isprintable() and " " not in value:
        try:
            parts = urlsplit(value)
        except ValueError:
            raise _refusal("URL", "a web address") from None
        if parts.scheme in {"http", "https"} and parts.netloc:
            return value
    raise _refusal("URL", f"a web address of at most {_LONGEST_URL} characters")


def parse_json(value: object) -> Any:
    """Any JSON that is small, shallow and the same for every reader: no NaN, no number that loses digits."""
    clean = _clean(value, 0)
    if len(json.dumps(clean)) > _LARGEST_JSON:
        raise _refusal("JSON", f"at most {_LARGEST_JSON} characters")
    return clean


def _clean(value: object, depth: int) -> Any:
    """Copy the value; a variable that was not given is left out, in a list it is null."""
    if depth > _DEEPEST_JSON:
        raise _refusal("JSON", f"nested at most {_DEEPEST_JSON} deep")
    if isinstance(value, dict):
        return {key: _clean(item, depth + 1) for key, item in value.items() if item is not Undefined}
    if isinstance(value, list):
        return [_clean(item, depth + 1) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        raise _refusal("JSON", "finite numbers")
    if isinstance(value, int) and abs(value) > _SAFE_INTEGER:
        raise _refusal("JSON", "whole numbers below 2 to the power of 53")
    return None if value is Undefined else value


def _refusal(scalar: str, expected: str) -> RefusalError:
    return bad_input(f"{scalar} expects {expected}.")
