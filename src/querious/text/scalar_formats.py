"""Formats that custom scalars stand for: by their names, by the page that specifies them, and by their values.

Judging by a format must allow every way to write it: what is told of a value is that it cannot be one at all.
"""

from __future__ import annotations

import ipaddress
import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final

from querious.text.formats import format_of_scalar, is_email, is_uri, is_url, may_be_uuid
from querious.text.moments import day_of, midnight_of
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.values import JSON

_TIME: Final = re.compile(
    r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d|[AP]M)?", re.IGNORECASE
)
_DURATION: Final = re.compile(
    r"[+-]?P(?=.)(?:\d+(?:[.,]\d+)?[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])*)?"
    r"|-?(?:\d+ days?,? ?)?\d+:\d\d(?::\d\d(?:\.\d+)?)?",
    re.IGNORECASE,
)
_COLOR: Final = re.compile(r"#?[0-9a-f]{3,8}|(?:rgb|hsl)a?\([^)]*\)|[a-z]+", re.IGNORECASE)
_COUNTRY: Final = re.compile(r"[A-Z]{2,3}|\d{3}", re.IGNORECASE)
_CURRENCY: Final = re.compile(r"[A-Z]{3}|\d{3}", re.IGNORECASE)
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*")
_MAC: Final = re.compile(r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}", re.IGNORECASE)

NUMBER: Final = "number"
_NUMBERS: Final = frozenset(
    (
        *("decimal", "bigdecimal", "bigint", "long", "biginteger", "numeric", "money", "double", "uint", "int64"),
        *("unsignedint", "positiveint", "nonnegativeint", "positivefloat", "nonnegativefloat", "uint64", "int32"),
    )
)
_ADDRESSES: Final = {"ip": "ip", "ipaddress": "ip", "inet": "ip", "ipv4": "ip", "ipv6": "ip", "mac": "mac"}
_PAGES: Final = {
    "rfc3339": "date-time",
    "date-time": "date-time",
    "local-date": "date",
    "rfc4122": "uuid",
    "rfc9562": "uuid",
    "rfc3986": "uri",
    "url.spec.whatwg.org": "uri",
    "rfc5322": "email",
    "iso_4217": "currency",
    "iso-4217": "currency",
    "iso_3166": "country",
    "iso-3166": "country",
    "bcp47": "language",
    "bcp 47": "language",
}
"""Parts of the addresses of pages that specify a format."""


def format_of_custom_scalar(name: str, specified_by: str = "") -> str:
    """The format that a scalar stands for, by its name or by the page that specifies it; empty where neither says."""
    page = specified_by.casefold()
    for part, format_ in _PAGES.items():
        if part in page:
            return format_
    spelt = folded(name)
    if spelt in _NUMBERS:
        return NUMBER
    return _ADDRESSES.get(spelt) or format_of_scalar(name)


def _is_date(value: JSON) -> bool:
    """A day, a moment that stands for one, or a number that counts from 1970."""
    return _is_number(value) if not isinstance(value, str) else midnight_of(value) is not None or value.isdecimal()


def _is_number(value: JSON) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return False
    try:
        return Decimal(str(value)).is_finite()
    except InvalidOperation:
        return False


def _is_duration(value: JSON) -> bool:
    return _is_number(value) or (isinstance(value, str) and _DURATION.fullmatch(value) is not None)


def _is_address(text: str) -> bool:
    try:
        return bool(ipaddress.ip_interface(text))
    except ValueError:
        return False


def _text(judge: Callable[[str], object]) -> Callable[[JSON], bool]:
    return lambda value: isinstance(value, str) and bool(judge(value))


_JUDGES: Final[dict[str, Callable[[JSON], bool]]] = {
    "date-time": _is_date,
    "date": _is_date,
    "time": _text(_TIME.fullmatch),
    "duration": _is_duration,
    "uuid": _text(may_be_uuid),
    "uri": _text(is_uri),
    "email": _text(is_email),
    "color": _text(_COLOR.fullmatch),
    "country": _text(_COUNTRY.fullmatch),
    "currency": _text(_CURRENCY.fullmatch),
    "language": _text(_LANGUAGE.fullmatch),
    "ip": _text(_is_address),
    "ipv4": _text(_is_address),
    "mac": _text(_MAC.fullmatch),
    NUMBER: _is_number,
}
_BY_VALUES: Final[dict[str, Callable[[JSON], bool]]] = {
    "date": _text(day_of),
    "date-time": _text(midnight_of),
    "uuid": _text(may_be_uuid),
    "email": _text(is_email),
    "uri": _text(is_url),
    "ip": _text(_is_address),
    "mac": _text(_MAC.fullmatch),
    NUMBER: _is_number,
}
"""Formats that values show by themselves, the narrowest first: hardly any other text has them by chance."""
ARTICLES: Final = {
    "email": "an email address",
    "ip": "an IP address",
    "ipv4": "an IP address",
    "uri": "a URI",
    "uuid": "a UUID",
}


def has_format(value: JSON, format_: str) -> bool:
    """Whether a value can be one of this format; anything has a format that is not known."""
    judge = _JUDGES.get(format_)
    return judge is None or judge(value)


def is_judged(format_: str) -> bool:
    """Whether values of this format can be told from others."""
    return format_ in _JUDGES


def shows_format(value: JSON, format_: str) -> bool:
    """Whether a value shows by itself that it is of this format."""
    return format_ in _BY_VALUES and _BY_VALUES[format_](value)


FORMATS_BY_VALUE: Final = tuple(_BY_VALUES)


def named(format_: str) -> str:
    """A format with its article."""
    return ARTICLES.get(format_, f"a {format_}")
