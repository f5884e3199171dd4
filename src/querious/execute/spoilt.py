"""Credentials that nobody should accept: made of good ones, which are cut short, made up, changed, or not signed."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import TYPE_CHECKING, Any, Final

from querious.text.sent_secrets import of_headers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WAYS: Final = ("cut short", "made up", "unsigned", "expired")
_COOKIE: Final = "cookie"
_SCHEME: Final = re.compile(r"(?P<scheme>[A-Za-z][\w-]*\s+)?(?P<value>\S.*)", re.DOTALL)
_LONG_AGO: Final = 1_000_000_000
_PARTS: Final = 3
_SHORTEST: Final = 8
"""Characters of a credential of which a half is not likely to be another one."""


def spoilt_headers(headers: Mapping[str, str], how: str) -> dict[str, str] | None:
    """The headers with every credential in them spoilt in one way; None where that cannot be done with any."""
    spoil = _SPOIL[how]
    found, changed = dict(headers), False
    for name, value in headers.items():
        if not any(of_headers({name: value})):
            continue
        new = _cookies(value, spoil) if name.lower() == _COOKIE else _credential(value, spoil)
        if new is not None and new != value:
            found[name], changed = new, True
    return found if changed else None


def _credential(value: str, spoil: Callable[[str], str | None]) -> str | None:
    """``Bearer abc``; of Basic the password alone, so that it stays a name and a password."""
    match = _SCHEME.fullmatch(value.strip())
    if match is None:
        return None
    scheme, secret = match["scheme"] or "", match["value"]
    if scheme.strip().lower() == "basic":
        return _basic(scheme, secret, spoil)
    new = spoil(secret)
    return None if new is None else f"{scheme}{new}"


def _basic(scheme: str, secret: str, spoil: Callable[[str], str | None]) -> str | None:
    try:
        user, colon, password = base64.b64decode(secret, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None
    new = spoil(password) if colon else None
    return None if new is None else f"{scheme}{base64.b64encode(f'{user}:{new}'.encode()).decode('ascii')}"


def _cookies(header: str, spoil: Callable[[str], str | None]) -> str | None:
    parts = []
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        new = spoil(value) if value else value
        parts.append(f"{name}={value if new is None else new}")
    return "; ".join(parts)


def _cut(secret: str) -> str | None:
    return secret[: len(secret) // 2] if len(secret) >= _SHORTEST else None


def _made_up(secret: str) -> str | None:
    """Of the same length and form, with every letter and digit changed."""
    new = "".join(_next(character) for character in secret)
    return new if new != secret and len(secret) >= _SHORTEST else None


def _next(character: str) -> str:
    for first, size in (("a", 26), ("A", 26), ("0", 10)):
        place = ord(character) - ord(first)
        if 0 <= place < size:
            return chr(ord(first) + (place + size // 2) % size)
    return character


def _unsigned(secret: str) -> str | None:
    """A JSON Web Token that says itself that it is not signed."""
    parts = _web_token(secret)
    if parts is None:
        return None
    head, claims, _ = parts
    return f"{_encoded({**head, 'alg': 'none'})}.{_encoded(claims)}."


def _expired(secret: str) -> str | None:
    """One that ended long ago; its signature no longer fits either."""
    parts = _web_token(secret)
    if parts is None:
        return None
    head, claims, signature = parts
    return f"{_encoded(head)}.{_encoded({**claims, 'exp': _LONG_AGO})}.{signature}"


def _web_token(secret: str) -> tuple[dict[str, Any], dict[str, Any], str] | None:
    parts = secret.split(".")
    if len(parts) != _PARTS:
        return None
    try:
        head, claims = (json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))) for part in parts[:2])
    except (binascii.Error, ValueError, RecursionError):
        return None
    return (head, claims, parts[2]) if isinstance(head, dict) and isinstance(claims, dict) else None


def _encoded(part: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part, separators=(",", ":")).encode()).decode("ascii").rstrip("=")


_SPOIL: Final[Mapping[str, Callable[[str], str | None]]] = {
    "cut short": _cut,
    "made up": _made_up,
    "unsigned": _unsigned,
    "expired": _expired,
}
