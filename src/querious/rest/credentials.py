"""Which headers carry the credentials that an operation requires, by the security schemes of its description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection

    from querious.model.values import JSON
    from querious.rest.openapi import RestOperation

_BEARER: Final = "Bearer querious-no-such-token"
_BASIC: Final = "Basic cXVlcmlvdXM6bm8tc3VjaC11c2Vy"
_KEY: Final = "querious-no-such-key"


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
