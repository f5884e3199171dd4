"""Formats of texts: which one a name asks for, and whether a text has it.

Formats have the names of JSON Schema, as far as it knows them. Judging by a format must allow every way to write it.
"""

from __future__ import annotations

import ipaddress
import re
from itertools import pairwise
from typing import Final

from querious.text.words import folded, words

UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_LOOSE_UUID: Final = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
_EMAIL: Final = re.compile(r"(?:\"[^\"]+\"|[^\s@]+)@[^\s@]+")
_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/]+(?:/\S*)?", re.IGNORECASE)
_NAMES: Final = {
    "email": ("email", "mail"),
    "uri": ("url", "uri", "website", "homepage", "link"),
    "phone": ("phone", "mobile", "telephone", "fax"),
    "uuid": ("uuid", "guid"),
    "date-time": ("datetime", "timestamp", "since", "until"),
    "date": ("date", "birthday", "birthdate"),
    "color": ("color", "colour"),
    "currency": ("currency",),
    "country": ("country",),
    "language": ("language", "locale", "lang"),
    "time-zone": ("timezone",),
    "postal-code": ("zip", "postcode", "zipcode", "postalcode"),
    "hostname": ("hostname",),
    "ipv4": ("ip", "ipaddress"),
}
"""Format → the last words of names that ask for it, in the singular and joined."""
_SCALARS: Final = {
    "date-time": (
        *("datetime", "naivedatetime", "iso8601datetime", "timestamp", "timestamptz", "instant", "offsetdatetime"),
        *("zoneddatetime", "precisedatetime", "gittimestamp", "datetimeiso", "isodate", "awsdatetime"),
    ),
    "date": ("date", "localdate", "iso8601date", "awsdate", "naivedate", "day", "calendardate"),
    "time": ("time", "localtime", "timetz", "awstime", "naivetime"),
    "duration": ("duration", "iso8601duration", "interval", "timedelta"),
    "uuid": ("uuid", "guid", "uuid4", "uuidv4"),
    "uri": ("uri", "url", "iri", "urireference", "link", "httpurl", "weburl", "awsurl"),
    "email": ("email", "emailaddress", "idnemail", "awsemail"),
    "phone": ("phone", "phonenumber", "awsphone"),
    "color": ("color", "colour", "hexcolor", "hexcolorcode"),
    "country": ("country", "countrycode"),
    "currency": ("currency", "currencycode"),
    "language": ("language", "languagecode", "locale"),
    "time-zone": ("timezone", "timezoneid"),
    "ipv4": ("ipv4", "ip", "ipaddress", "inet"),
    "base64": ("base64", "base64string", "bytes", "binary"),
}
"""Format → the names of scalars, and of formats of OpenAPI, that stand for it, folded."""
_BY_NAME: Final = {name: format_ for format_, names in _NAMES.items() for name in names}
_BY_SCALAR: Final = {name: format_ for format_, names in _SCALARS.items() for name in names}
_HEXADECIMAL: Final = re.compile(r"[0-9a-f]{16,}|[0-9A-F]{16,}")
_WHOLE_NUMBER: Final = re.compile(r"-?\d+", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d+\.?\d*", re.ASCII)


def format_of_name(name: str) -> str:
    """The format that a field or an argument of this name asks for; empty where the name says nothing."""
    spoken = words(name)
    if "email" in spoken or ("e", "mail") in pairwise(spoken):
        return "email"
    if len(spoken) > 1 and spoken[-1] == "at":  # createdAt
        return "date-time"
    found = _BY_NAME.get("".join(spoken[-2:]))
    if found is None and len(spoken) > 1 and spoken[-1] in {"code", "number"}:  # countryCode, phoneNumber
        spoken = spoken[:-1]
    return found or _BY_NAME.get("".join(spoken[-1:]), "")


def format_of_scalar(name: str) -> str:
    """The format that a scalar of GraphQL or a ``format`` of OpenAPI stands for, however it is spelt; else empty."""
    return _BY_SCALAR.get(folded(name), "")


def is_uuid(text: str) -> bool:
    """With its hyphens; without them it might as well be a hash or a key."""
    return UUID.fullmatch(text) is not None


def may_be_uuid(text: str) -> bool:
    """A UUID in any of the ways in which they are written: with hyphens or without, in braces, as a URN."""
    return _LOOSE_UUID.fullmatch(text.strip("{}").removeprefix("urn:uuid:")) is not None


def is_email(text: str) -> bool:
    """Something at something: hosts of a private network have no dot."""
    return _EMAIL.fullmatch(text) is not None


def is_url(text: str) -> bool:
    """With a scheme and a host."""
    return _URL.fullmatch(text) is not None


def is_uri(text: str) -> bool:
    """Anything in one piece: ``mailto:a@b`` and ``/books/1`` are URIs too."""
    return not any(character.isspace() for character in text)


def is_ipv4(text: str) -> bool:
    """Four numbers below 256."""
    try:
        return bool(ipaddress.IPv4Address(text))
    except ValueError:
        return False


def is_whole_number(text: str) -> bool:
    """In decimal."""
    return _WHOLE_NUMBER.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """In decimal, with or without a fraction."""
    return _NUMBER.fullmatch(text) is not None


def is_hexadecimal(text: str) -> bool:
    """A long one, in letters of one case: a hash, or an identifier."""
    return _HEXADECIMAL.fullmatch(text) is not None
