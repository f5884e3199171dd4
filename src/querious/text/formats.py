"""Formats of texts: whether a text has one. Judging by a format must allow every way in which it is written."""

from __future__ import annotations

import ipaddress
import re
from typing import Final

UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_LOOSE_UUID: Final = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
_EMAIL: Final = re.compile(r"(?:\"[^\"]+\"|[^\s@]+)@[^\s@]+")
_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/]+(?:/\S*)?", re.IGNORECASE)
_HEXADECIMAL: Final = re.compile(r"[0-9a-f]{16,}|[0-9A-F]{16,}")
_WHOLE_NUMBER: Final = re.compile(r"-?\d+", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d+\.?\d*", re.ASCII)


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
