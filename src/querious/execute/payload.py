"""What goes out and what comes in, the same for every transport: paths, headers, bodies."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model import Exchange, Failure
from querious.model.json_text import NestingError, read_json
from querious.model.request_body import BOUNDARY, JSON_MEDIA, MULTIPART

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import JSON, Case, Request

_ACCEPT: Final = "application/json, */*;q=0.5"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Decoded(NamedTuple):
    """A body, read."""

    payload: JSON = None
    is_json: bool = False
    failure: Failure | None = None


def headers_of(request: Request, credentials: Mapping[str, str]) -> dict[str, str]:
    """Names in lower case. What the user set wins over what the request asks for, but for what is left out.

    Without a body there is no content type, unless the request names one itself: servers refuse a DELETE that announces
    JSON and brings none.
    """
    headers = {"accept": _ACCEPT, "content-type": JSON_MEDIA}
    for name in request.without:
        headers.pop(name, None)
    for name, value in request.headers.items():
        headers[name.lower()] = value
    if headers.get("content-type") == MULTIPART:
        headers["content-type"] = f"{MULTIPART}; boundary={BOUNDARY}"
    headers.update({name: value for name, value in credentials.items() if name not in request.without})
    if not request.has_body and "content-type" not in request.headers:
        headers.pop("content-type", None)
    return headers


def path_below(base: str, path: str) -> str:
    """A path below another; an empty one is the other itself.

    The query of ``base`` is kept: it may hold a key that every request needs.
    """
    base, _, kept = base.partition("?")
    plain, _, query = path.partition("?")
    whole = f"{base.rstrip('/')}{plain}" if plain else base or "/"
    queries = "&".join(part for part in (query, kept) if part)
    return f"{whole}?{queries}" if queries else whole


def decode(body: bytes) -> Decoded:
    """The body read as JSON, and whether it is JSON: strictly UTF-8, no NaN, no Infinity, not nested too deeply."""
    body = body.removeprefix(_BYTE_ORDER_MARK)
    try:
        return Decoded(read_json(body.decode()), is_json=True)
    except NestingError:
        return Decoded(failure=Failure.TOO_DEEP)
    except ValueError:  # neither JSON nor even UTF-8
        return Decoded()


def answered(
    case: Case, status: int, headers: dict[str, str], body: bytes | None, limit: int, began: float
) -> Exchange:
    """The exchange of an answer that has come whole just now; ``body`` is None where it is larger than the limit."""
    elapsed = perf_counter() - began
    if body is None:
        detail, failure = f"more than {limit:,} bytes", Failure.TOO_LARGE
        return Exchange(case, status, headers, elapsed=elapsed, failure=failure, detail=detail, began=began)
    payload, is_json, unreadable = decode(body)
    return Exchange(case, status, headers, body, payload, is_json, elapsed, unreadable, began=began)
