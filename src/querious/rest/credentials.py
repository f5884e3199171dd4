"""Which headers carry the credentials that an operation requires, by the security schemes of its description."""

from __future__ import annotations

import base64
import binascii
import json
from typing import TYPE_CHECKING, Any, Final

from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from querious.model import Case
    from querious.model.values import JSON
    from querious.rest.openapi import RestOperation

_BEARER: Final = "Bearer querious-no-such-token"
_BASIC: Final = "Basic cXVlcmlvdXM6bm8tc3VjaC11c2Vy"
_KEY: Final = "querious-no-such-key"
_OWNER: Final = ("sub", "email", "username", "preferred_username", "user_id")
"""Claims of a token that name its owner."""
_PARTS_OF_TOKEN: Final = 3
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"})
_ACCOUNTS: Final = frozenset({"account", "user", "member", "profile"})
_NAMES: Final = frozenset({"id", "username", "login", "email"})


def made_up_credentials(operation: RestOperation, document: JSON, given: Collection[str]) -> dict[str, str]:
    """The headers among those ``given`` that the operation requires, with values that nobody has given out.

    Empty where credentials are optional, or travel otherwise than in a header.
    """
    if not operation.security or any(not requirement for requirement in operation.security):
        return {}
    schemes = _schemes(document)
    found = {}
    for requirement in operation.security:
        for name in requirement:
            header, value = _header(schemes.get(name))
            if header in given:
                found[header] = value
    return found


def required_headers(operation: RestOperation, document: JSON) -> tuple[frozenset[str], ...]:
    """The headers of each alternative; none where one of them asks for nothing, or for something else than headers."""
    schemes = _schemes(document)
    found = tuple(frozenset(_header(schemes.get(name))[0] for name in each) for each in operation.security)
    return () if any(not headers or "" in headers for headers in found) else found


def required_together(operation: RestOperation, document: JSON, given: Collection[str]) -> frozenset[str]:
    """The headers among those given without any one of which no requirement is met, where there are several."""
    met = [headers for headers in required_headers(operation, document) if headers <= frozenset(given)]
    together = frozenset.intersection(*met) if met else frozenset()
    return together if any(len(headers) > 1 for headers in met) else frozenset()


def own_names(headers: Mapping[str, str]) -> frozenset[str]:
    """By which names the user signs in: that of Basic credentials, or what a JSON Web Token says of its owner."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        name, colon, _ = _decoded(secret).partition(":")
        return frozenset({name} if name and colon else ())
    parts = secret.split(".")
    try:
        claims = json.loads(_decoded(parts[1])) if len(parts) == _PARTS_OF_TOKEN else {}
    except ValueError:
        return frozenset()
    named = [claims.get(claim) for claim in _OWNER] if isinstance(claims, dict) else []
    return frozenset(str(name) for name in named if isinstance(name, str | int) and name)


def changes_own_account(case: Case, own: Collection[str]) -> bool:
    """Whether a call that changes accounts names the user's own one, in its path or in its body."""
    call = case.call
    if not own or call.method in _SAFE or _ACCOUNTS.isdisjoint(words(call.path)):
        return False
    named = [str(each.value) for each in call.arguments if each.where == "path"]
    return any(name in own for name in (*named, *_keys_in(call.body)))


def _keys_in(body: JSON) -> Iterator[str]:
    """What a body calls the entry: an ``id`` or a ``username``, also within an envelope."""
    for name, value in body.items() if isinstance(body, dict) else ():
        if isinstance(value, dict):
            yield from _keys_in(value)
        elif name.lower() in _NAMES:
            yield str(value)


def _decoded(text: str) -> str:
    """Base64 of either alphabet; empty if it is none."""
    try:
        return base64.urlsafe_b64decode(text.strip().replace("+", "-").replace("/", "_") + "==").decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _schemes(document: JSON) -> dict[str, Any]:
    components = document.get("components") if isinstance(document, dict) else None
    schemes = components.get("securitySchemes") if isinstance(components, dict) else None
    found = schemes or (document.get("securityDefinitions") if isinstance(document, dict) else None)
    return found if isinstance(found, dict) else {}


def _header(scheme: Any) -> tuple[str, str]:
    """The header of a scheme in lower case, and a made-up value of it; empty where it is none."""
    if not isinstance(scheme, dict):
        return "", ""
    kind = str(scheme.get("type", "")).lower()
    if kind == "apikey" and scheme.get("in") == "header":
        return str(scheme.get("name", "")).lower(), _KEY
    if kind == "apikey" and scheme.get("in") == "cookie":
        return "cookie", f"{scheme.get('name', '')}={_KEY}"
    if kind == "basic" or (kind == "http" and str(scheme.get("scheme", "")).lower() == "basic"):
        return "authorization", _BASIC
    return ("authorization", _BEARER) if kind in {"http", "oauth2", "openidconnect"} else ("", "")
