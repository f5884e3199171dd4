"""Bearer tokens: JSON Web Tokens signed by HMAC, which name a person and end at a time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors import seed
from querious.demo.doors.refusal import DoorRefusalError

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask
    from querious.demo.doors.rows import PersonRow

LIFETIME: Final = 3_600
"""Seconds that a login lasts."""
_SECRET: Final = b"a workspace for trying things out, and for nothing else"
_HEADER: Final = {"alg": "HS256", "typ": "JWT"}
_FAR_AWAY: Final = 4_102_444_800  # 2100
_LONG_AGO: Final = 1_577_836_800  # 2020


def issue(person: str, expires: int) -> str:
    """A token for a person."""
    text = f"{_packed(_HEADER)}.{_packed({'sub': person, 'exp': expires})}"
    return f"{text}.{signature_of(text)}"


def claims_of(ask: Ask, token: str) -> dict[str, Any]:
    """What a token says, if it is one of ours and still holds."""
    text, _, signature = token.rpartition(".")
    try:
        claims = json.loads(_unpacked(text.partition(".")[2]))
    except ValueError:
        claims = None
    if not isinstance(claims, dict) or not ask.step("tokens.signed")(text, signature):
        raise DoorRefusalError("UNAUTHENTICATED", "The token is not valid.")
    if ask.step("tokens.expired")(claims, ask.now):
        raise DoorRefusalError("UNAUTHENTICATED", "The token has expired.")
    return claims


def is_signed(text: str, signature: str) -> bool:
    """Whether we signed it."""
    return hmac.compare_digest(signature_of(text).encode(), signature.encode())


def is_expired(claims: dict[str, Any], now: float) -> bool:
    """Whether its time is over."""
    expires = claims.get("exp")
    return not isinstance(expires, int) or expires <= now


def viewer_of(ask: Ask, authorization: str | None) -> PersonRow | None:
    """Who a header ``Authorization`` is of; nobody where there is none. One that is no good is refused."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise DoorRefusalError("UNAUTHENTICATED", "Send a bearer token.")
    person = ask.workspace.people.get(str(claims_of(ask, token.strip()).get("sub")))
    if person is None:
        raise DoorRefusalError("UNAUTHENTICATED", "The token is not valid.")
    return person


def log_in(ask: Ask, name: str, password: str) -> tuple[str, PersonRow]:
    """A token for who knows the password."""
    known = next((one for one in ask.workspace.people.values() if one.login == name.lower()), None)
    if known is None or not hmac.compare_digest(known.password.encode(), password.encode("utf-8", "replace")):
        raise DoorRefusalError("UNAUTHENTICATED", "Name or password is wrong.")
    return issue(known.id, int(ask.now) + LIFETIME), known


def _packed(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value, separators=(",", ":")).encode()).rstrip(b"=").decode()


def _unpacked(text: str) -> bytes:
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def signature_of(text: str) -> str:
    """Of the first two parts of a token."""
    signed = hmac.new(_SECRET, text.encode("utf-8", "replace"), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(signed).rstrip(b"=").decode()


TOKENS: Final = {
    "alice": issue(seed.ALICE, _FAR_AWAY),
    "bob": issue(seed.BOB, _FAR_AWAY),
    "carol": issue(seed.CAROL, _FAR_AWAY),
}
"""For trying things out: the administrator is Carol."""
EXPIRED_TOKEN: Final = issue(seed.ALICE, _LONG_AGO)
"""Of Alice's, and over."""
