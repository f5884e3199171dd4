"""Why an introspection did not give a schema, in one line that says what to do next.

Never quoted: what a server says about credentials, and the query of a URL. What else it says goes
through ``foreign``, for a server may echo the headers that it was sent.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from querious.graphql.schema.answer import codes_of, messages_of
from querious.model import Failure
from querious.text.display import listing, one_line
from querious.text.server_words import foreign

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from querious.model import Exchange

_FILE: Final = "give the schema with --schema FILE"
_CREDENTIALS: Final = "pass credentials with --header or --bearer"
_REST: Final = "for a REST API give its OpenAPI description: querious run FILE --url URL"
_PATH: Final = f"check the URL: the path is often /graphql; {_REST}"

_FAILURES: Final = {
    Failure.UNREACHABLE: "no connection to the API could be made{}; check the address and that the API is running",
    Failure.LOST: f"the API closed the connection before its introspection was complete{{}}; try again, or {_FILE}",
    Failure.TIMEOUT: f"the API did not answer introspection within the time limit{{}}; raise --timeout, or {_FILE}",
    Failure.TOO_LARGE: f"the API's introspection is larger than the limit for one answer{{}}; {_FILE}",
    Failure.TOO_DEEP: f"the API's introspection is nested too deeply to be read{{}}; {_FILE}",
    Failure.CRASH: f"the application raised an exception instead of answering introspection{{}}; fix it, or {_FILE}",
}

_REFUSED = (
    r"disabled|disallow\w*|not (?:been )?(?:allowed|permitted|enabled|supported|available|authori[sz]ed)|forbidden|"
    r"denied|blocked|prohibited|restricted|turned off|switched off|unavailable|isn't (?:allowed|enabled)|refused"
)
_DISABLED: Final = (
    re.compile(rf"(?is)\bintrospect\w*\b.{{0,80}}?\b(?:{_REFUSED})"),
    re.compile(rf"(?is)\b(?:{_REFUSED}|cannot|can't|may not|no)\b(?:\s+\w+){{0,3}}\s+introspect"),
)
_UNKNOWN_SCHEMA_FIELD: Final = re.compile(
    r"(?s)(?=.*\b__schema\b).*(?:[Uu]ndefined|[Nn]ot found|n't exist|not exist|[Cc]annot query|[Uu]nknown|[Nn]o such|"
    r"not (?:defined|allowed|permitted|accessible)|[Ff]orbidden|[Dd]isabled|[Bb]locked|[Nn]o field|[Ii]nvalid field)"
)
_DISABLED_CODES: Final = re.compile(
    r"(?i)introspection_?-?disabled|introspection_?-?(?:not_?-?allowed|forbidden)|^HC0046$"
)
_AUTHENTICATION: Final = re.compile(
    r"(?i)unauthori[sz]ed|unauthenticated|not authori[sz]ed|not (?:be )?authenticated|authenticat\w+|authori[sz]ation|"
    r"\blog(?:ged)?[ -]?in\b|\bsign(?:ed)?[ -]?in\b|access[ -]denied|permission|forbidden|credential|"
    r"\b(?:access|api|auth|bearer|jwt|invalid|missing|expired|no) (?:key|token)\b|\bjwt\b|api[-_ ]?key|admin[- _]secret"
)
_AUTHENTICATION_CODES: Final = re.compile(
    r"(?i)^(?:unauthenticated|unauthori[sz]ed\w*|forbidden|access[-_]denied|invalid[-_](?:jwt|token|headers)|"
    r"auth\w*|permission[-_]denied|not[-_]authori[sz]ed|AUTH_NOT_\w+)$"
)


def explain(exchange: Exchange, secrets: Collection[str] = ()) -> str:
    """The first of the causes that fits, the surest first."""
    return next(line for cause in _CAUSES if (line := cause(exchange, secrets)))


def settled(exchange: Exchange) -> bool:
    """Whether asking for less would be in vain: the refusal is not about the form of the query."""
    return any(cause(exchange, ()) for cause in _SETTLED)


def _failed(exchange: Exchange, secrets: Collection[str]) -> str:
    if exchange.failure is None:
        return ""
    lines = [line for line in exchange.detail.splitlines() if line.strip()]
    told = f" ({foreign(lines[-1], secrets)})" if lines else ""
    return _FAILURES[exchange.failure].format(told)


def _disabled(exchange: Exchange, secrets: Collection[str]) -> str:
    patterns = (*_DISABLED, _UNKNOWN_SCHEMA_FIELD)
    # The operation is named IntrospectionQuery, and any refusal may name the operation.
    texts = {text: text.replace("IntrospectionQuery", "operation") for text in messages_of(exchange.payload)}
    telling = [text for text, plain in texts.items() if any(pattern.search(plain) for pattern in patterns)]
    if not telling and not any(_DISABLED_CODES.search(code) for code in codes_of(exchange.payload)):
        return ""
    told = f' (it says: "{foreign(telling[0], secrets)}")' if telling else ""
    return f"introspection is disabled at the API{told}; {_FILE}"


def _unauthorised(exchange: Exchange, _secrets: Collection[str]) -> str:
    if exchange.status in {401, 403, 407}:
        return f"the API refuses access (HTTP {exchange.status}); {_CREDENTIALS}"
    worded = any(_AUTHENTICATION.search(text) for text in messages_of(exchange.payload))
    if worded or any(_AUTHENTICATION_CODES.search(code) for code in codes_of(exchange.payload)):
        return f"the API asks for authentication or a permission before introspection; {_CREDENTIALS}"
    return ""


def _redirected(exchange: Exchange, secrets: Collection[str]) -> str:
    if not 300 <= exchange.status < 400:  # noqa: PLR2004 - the HTTP statuses that redirect
        return ""
    return f"the URL redirects{_destination(exchange, secrets)} (HTTP {exchange.status}); use the address it leads to"


def _destination(exchange: Exchange, secrets: Collection[str]) -> str:
    try:
        location = urlsplit(exchange.headers.get("location", ""))
        host = location.hostname or ""
        port = f":{location.port}" if location.port else ""
    except ValueError:
        return ""
    address = f"{location.scheme}://{host}{port}{location.path}" if host else location.path
    return f" to {_without_secrets(address, secrets)}" if address else ""


def _without_secrets(address: str, secrets: Collection[str]) -> str:
    """An address needs its digits and long segments to be of use: only what is known to be secret is taken out."""
    for secret in secrets:
        address = address.replace(secret, "***") if secret else address
    return one_line(address)


_STATUSES: Final = {
    404: f"there is nothing at this URL (HTTP 404); {_PATH}",
    405: f"the URL does not take POST requests (HTTP 405); {_PATH}",
    410: f"there is nothing at this URL any more (HTTP 410); {_PATH}",
    415: f"the URL does not take JSON (HTTP 415); {_PATH}",
    429: "the API says that it was asked too often (HTTP 429); wait, or lower --rate",
    **{
        status: f"the API is not available (HTTP {status} from a gateway or the server); try again later, or {_FILE}"
        for status in (502, 503, 504)
    },
}


def _status(exchange: Exchange, _secrets: Collection[str]) -> str:
    return _STATUSES.get(exchange.status, "")


def _web_page(exchange: Exchange, secrets: Collection[str]) -> str:
    start = exchange.body[:2000].decode("utf-8", "replace").lstrip("\ufeff \t\r\n").lower()
    typed = "html" in exchange.headers.get("content-type", "").lower()
    if exchange.is_json or not (typed or start.startswith(("<!doctype html", "<html"))) or exchange.status >= 400:  # noqa: PLR2004
        return ""
    title = re.search(r"(?is)<title[^>]*>(.*?)</title>", exchange.body[:20_000].decode("utf-8", "replace"))
    told = f' titled "{foreign(title[1], secrets, 60)}"' if title and title[1].strip() else ""
    return f"the URL answered with a web page{told}, not with GraphQL; try a path such as /graphql; {_REST}"


def _server_fault(exchange: Exchange, secrets: Collection[str]) -> str:
    if exchange.status < 500:  # noqa: PLR2004 - the HTTP statuses of server faults
        return ""
    messages = messages_of(exchange.payload)
    told = f': "{foreign(messages[0], secrets)}"' if messages else ""
    return f"the API fails on introspection with HTTP {exchange.status}{told}; look into its log, or {_FILE}"


def _not_json(exchange: Exchange, _secrets: Collection[str]) -> str:
    if exchange.is_json:
        return ""
    if not exchange.body.strip():
        return f"the URL answered with nothing (HTTP {exchange.status}, an empty body); {_PATH}"
    if exchange.body.lstrip()[:1] in {b"{", b"["}:
        return f"the API's introspection is not complete JSON: {_broken(exchange.body)}; try again, or {_FILE}"
    kind = one_line(exchange.headers.get("content-type", "").split(";")[0], 60) or "something"
    return f"the URL answered with {kind} that is not JSON (HTTP {exchange.status}); {_PATH}"


def _broken(body: bytes) -> str:
    try:
        json.loads(body.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return f"byte {error.start:,} is not UTF-8"
    except json.JSONDecodeError as error:
        near_end = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated")
        if near_end:
            return f"it breaks off after {len(body):,} bytes"
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    except (RecursionError, ValueError):
        return "it is nested too deeply or holds a number too long"
    return f"{len(body):,} bytes were not read as JSON"


def _refused(exchange: Exchange, secrets: Collection[str]) -> str:
    messages = messages_of(exchange.payload)
    if not messages:
        return ""
    return f'the API refuses introspection: "{foreign(messages[0], secrets)}"; {_FILE}'


def _null(exchange: Exchange, _secrets: Collection[str]) -> str:
    if not isinstance(exchange.payload, dict) or "data" not in exchange.payload:
        return ""
    return f"the API answers introspection without a schema, so it is probably disabled; {_FILE}"


def _foreign_json(exchange: Exchange, secrets: Collection[str]) -> str:
    payload = exchange.payload
    kind = "an object" if isinstance(payload, dict) else "a list" if isinstance(payload, list) else "a single value"
    keys = f" with {foreign(listing(payload), secrets, 80)}" if isinstance(payload, dict) and payload else ""
    told = f"JSON that is not a GraphQL response ({kind}{keys}, HTTP {exchange.status})"
    return f"the URL answered with {told}; {_PATH}"


def _graphql_refused(exchange: Exchange, secrets: Collection[str]) -> str:
    payload = exchange.payload
    return _refused(exchange, secrets) if isinstance(payload, dict) and {"errors", "data"} & payload.keys() else ""


_SETTLED: Final[tuple[Callable[[Exchange, Collection[str]], str], ...]] = (
    _failed,
    _disabled,
    _unauthorised,
    _redirected,
    _status,
    _web_page,
)
_CAUSES: Final = (*_SETTLED, _server_fault, _not_json, _graphql_refused, _null, _foreign_json)
"""The order matters: a 403 may say that introspection is disabled, an HTML page may be that of a 404."""
