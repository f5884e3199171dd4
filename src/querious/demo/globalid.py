"""Opaque global identifiers: the type and the number of a thing, in base64, so that nobody counts them up."""

from __future__ import annotations

import base64
import binascii
import re

from querious.demo.refusal import bad_input

_PLAIN = re.compile(r"([A-Z][A-Za-z]{1,20}):([0-9]{1,9})")


def encode(kind: str, number: int) -> str:
    """The identifier of the thing of this type with this number."""
    return base64.urlsafe_b64encode(f"{kind}:{number}".encode()).decode()


def decode(identifier: str) -> tuple[str, int]:
    """The type and the number; anything that ``encode`` cannot have made is refused."""
    plain = _PLAIN.fullmatch(opened(identifier))
    if plain is None:
        raise bad_input("This is not an identifier of this API.")
    return plain[1], int(plain[2])


def opened(text: str) -> str:
    """The text inside base64, or nothing if it is no base64 of ASCII."""
    try:
        return base64.b64decode(text.encode("ascii"), altchars=b"-_", validate=True).decode("ascii")
    except (UnicodeError, binascii.Error):
        return ""
