"""Reading an answer without trusting it: every rule looks at exchanges through these few functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from querious.model import Variable
from querious.model.operation import fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Case, Exchange

SERVER_ERROR: Final = 500
GATEWAY_REFUSALS: Final = frozenset({401, 403, 407, 413, 414, 429, 431})
"""Refusals that a gateway in front of the API answers itself, in a form of its own."""

_TEMPORARY: Final = frozenset({429, 503})
_LIMIT_WORDS: Final = (b"rate limit", b"ratelimit", b"rate-limit", b"too many requests", b"throttl", b"quota")
_PEEK: Final = 4096


def graphql_map(exchange: Exchange) -> dict[str, Any] | None:
    """The body where it is a JSON map that arrived under status 500, else None."""
    if exchange.failure is None and exchange.is_json and exchange.status < SERVER_ERROR:
        payload = exchange.payload
        return payload if isinstance(payload, dict) else None
    return None


def errors_of(payload: Any) -> list[dict[str, Any]]:
    """The entries of ``errors`` that are maps; malformed ones are the envelope's business alone."""
    errors = payload.get("errors") if isinstance(payload, dict) else None
    if not isinstance(errors, list):
        return []
    return [error for error in errors if isinstance(error, dict)]


def message_of(error: dict[str, Any]) -> str:
    """The message, or the empty string where there is none that is a string."""
    message = error.get("message")
    return message if isinstance(message, str) else ""


def path_of(error: dict[str, Any]) -> tuple[str | int, ...] | None:
    """The path where it is a non-empty list of keys and indices, else None."""
    path = error.get("path")
    if not isinstance(path, list) or not path:
        return None
    if not all(isinstance(step, str) or (isinstance(step, int) and not isinstance(step, bool)) for step in path):
        return None
    return tuple(path)


def is_limit(exchange: Exchange) -> bool:
    """Whether a status 429 or 503 only says: not so fast."""
    if exchange.status not in _TEMPORARY:
        return False
    if exchange.status != 503 or "retry-after" in exchange.headers:  # noqa: PLR2004 - the number is the name
        return True
    body = exchange.body[:_PEEK].lower()
    return any(words in body for words in _LIMIT_WORDS)


def sent_strings(exchange: Exchange) -> frozenset[str]:
    """Every string that the case sent as a value, for telling an echo from the server's own words."""
    return strings_of(exchange.case)


def strings_of(case: Case) -> frozenset[str]:
    """The same, where there is no answer yet; of a REST request those of its path and body.

    One answer may hold hundreds of errors, and each is held against these: they are collected once for a case.
    """
    global _last  # noqa: PLW0603 - a memory of one case
    if _last[0] is not case:
        _last = case, _collected_strings(case)
    return _last[1]


_last: tuple[Case | None, frozenset[str]] = (None, frozenset())


def _collected_strings(case: Case) -> frozenset[str]:
    if not case.is_graphql:
        return frozenset(strings_in([unquote(case.request.path).replace("?", "/").split("/"), case.request.body]))
    arguments = [value for field in fields(case.operation.selections) for _, value in field.arguments]
    return frozenset(strings_in([case.variables, arguments]))


def strings_in(value: Any) -> Iterator[str]:
    """Every string in a value, in its order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Variable):
        yield from strings_in(value.value)
    elif isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings_in(item)
