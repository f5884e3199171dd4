"""Keys that a service could have given and never did: of the form of those that it gave."""

from __future__ import annotations

import base64
import binascii
import re
import string
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from querious.text.formats import is_uuid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.state import Key

_HEXADECIMAL: Final = re.compile(r"[0-9a-f]{12,}|[0-9A-F]{12,}")
_GLOBAL: Final = re.compile(r"(.*\D)(\d{1,9})")
_FAR: Final = (900_000_000, 999_999_999)
"""Numbers that no service has come to, and that 32 bits hold."""


def unknown_keys(like: Sequence[Key]) -> SearchStrategy[Key]:
    """None of ``like``, and all of their form; UUIDs if there are none."""
    known = frozenset(like)
    return _form(like[-1] if like else "").filter(lambda key: key not in known)


def _form(key: Key) -> SearchStrategy[Key]:
    if not key or is_uuid(key):
        return st.uuids(version=4).map(str)
    if key.isdecimal():
        return st.integers(*_FAR).map(str)
    if _HEXADECIMAL.fullmatch(key):
        letters = "0123456789ABCDEF" if any(sign in "ABCDEF" for sign in key) else "0123456789abcdef"
        return st.text(letters, min_size=len(key), max_size=len(key))
    opened = _opened(key)
    if opened is not None:
        return _numbered(*opened).map(lambda text: _closed(text, key))
    numbered = _GLOBAL.fullmatch(key)
    if numbered is not None:
        return _numbered(numbered[1], numbered[2])
    return _alike(key)


def _numbered(before: str, number: str) -> SearchStrategy[str]:
    """The same text with another number: as long as the old one, if that had zeros in front."""
    if number.startswith("0"):
        return st.integers(0, 10 ** len(number) - 1).map(lambda other: f"{before}{other:0{len(number)}}")
    return st.integers(*_FAR).map(lambda other: f"{before}{other}")


def _opened(key: Key) -> tuple[str, str] | None:
    """What is inside a global identifier in base64: a type and a number."""
    try:
        text = base64.b64decode(key.encode("ascii") + b"=" * (-len(key) % 4), altchars=b"-_", validate=True).decode(
            "ascii"
        )
    except (UnicodeError, binascii.Error):
        return None
    found = _GLOBAL.fullmatch(text)
    return (found[1], found[2]) if found is not None and text.isprintable() else None


def _closed(text: str, like: Key) -> Key:
    written = base64.urlsafe_b64encode(text.encode()).decode()
    return written if "=" in like or len(like) % 4 == 0 else written.rstrip("=")


def _alike(key: Key) -> SearchStrategy[Key]:
    """Letter for letter, digit for digit."""
    kinds = [
        string.ascii_lowercase
        if sign in string.ascii_lowercase
        else string.ascii_uppercase
        if sign in string.ascii_uppercase
        else string.digits
        if sign in string.digits
        else sign
        for sign in key
    ]
    return st.tuples(*(st.sampled_from(kind) for kind in kinds)).map("".join)
