"""Asks the API, and holds an answer against what its schema promised.

Where the API is and who asks stands in the environment, never in a file:

    GRAPHQL_URL      https://staging.example/graphql; without it the tests are skipped
    GRAPHQL_TOKEN    sent as Authorization: Bearer ...
    GRAPHQL_HEADERS  more headers, as JSON: {"X-Api-Key": "..."}
    GRAPHQL_TIMEOUT  seconds for one answer, 30 if nothing is said

An answer is described as it will look, with the types of the schema:

    ("Query!", {...})                         an object: its type, and what is in it
    {"teasers": ("[Teaser]", {...})}          a list of objects
    {"title": "String!"}                      a leaf and its type
    {"cheap": "price: Money!"}                under an alias: the field and its type
    {"... on Book | Film": {...}}             only in objects of these types, as their __typename says

``types`` lists what the schema says of type names: the members of an enum, the objects that an interface or a union
stands for, and for a custom scalar the kind of JSON it is written as. A custom scalar that is not listed may be
anything; that it is there, and not null where it may not be, is checked all the same.
"""

from __future__ import annotations

import http.client
import json
import math
import os
import re
import urllib.error
import urllib.request
from typing import Any, NamedTuple

import pytest

MOST = 20  # differences that are told; of a long list of wrong items the first are enough


class Response(NamedTuple):
    """What came back."""

    status: int
    body: str

    def json(self) -> dict[str, Any]:
        """The body as a GraphQL answer."""
        __tracebackhide__ = True
        try:
            answer = json.loads(self.body, parse_constant=_no_constant)
        except ValueError as error:
            raise AssertionError(f"the answer is not JSON ({error}): {self.body[:500]!r}") from None
        if not isinstance(answer, dict):
            raise AssertionError(f"the answer is {kind_of(answer)}, not an object: {self.body[:500]!r}")
        return answer

    def __repr__(self) -> str:
        return f"Response(status={self.status}, body={self.body[:500]!r})"


def ask(document: str, variables: dict[str, Any] | None = None) -> Response:
    """Send an operation to the API; the test is skipped if nobody says where it is.

    It fails where the answer tells nothing of the API, such as a refusal for want of credentials: a test that could
    not look must not be green.
    """
    __tracebackhide__ = True
    url = os.environ.get("GRAPHQL_URL")
    if not url:
        pytest.skip("GRAPHQL_URL is not set: say where the API is")
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/graphql-response+json, application/json;q=0.9",
        "User-Agent": "graphql-checks",
        **json.loads(os.environ.get("GRAPHQL_HEADERS") or "{}"),
    }
    if os.environ.get("GRAPHQL_TOKEN"):
        headers["Authorization"] = f"Bearer {os.environ['GRAPHQL_TOKEN']}"
    body = json.dumps({"query": document.strip(), "variables": variables or {}}).encode("ascii")
    request = urllib.request.Request(url, body, headers)
    timeout = float(os.environ.get("GRAPHQL_TIMEOUT") or 30)
    try:
        try:
            reply = urllib.request.build_opener(_NoRedirect).open(request, timeout=timeout)
        except urllib.error.HTTPError as refusal:
            reply = refusal
        with reply:
            response = Response(reply.status, reply.read().decode("utf-8", "replace"))
    except (OSError, http.client.HTTPException) as error:
        raise AssertionError(f"could not tell: the API gave no answer: {error}") from None
    hidden = hiding(response.status, response.body)
    if hidden:
        raise AssertionError(f"could not tell: {hidden}")
    return response


CODES = re.compile(
    r"(UNAUTHENTICATED|UNAUTHORI[SZ]ED|FORBIDDEN|(ACCESS|PERMISSION)[-_]DENIED|NOT[-_]AUTHORI[SZ]ED"
    r"|AUTH_NOT_[A-Z_]+|INVALID[-_](JWT|TOKEN))",
    re.IGNORECASE,
)
WORDS = re.compile(
    r"\b(un|not )(authenticated|authori[sz]ed)\b|\bnot (logged|signed) in\b|\bmust (be (logged|signed)|log|sign) in\b"
    r"|\b(authentication|login) (is )?required\b|\b(access|permission) denied\b",
    re.IGNORECASE,
)


CREDENTIALS = "are GRAPHQL_TOKEN or GRAPHQL_HEADERS missing?"
TURNED_AWAY = {
    **dict.fromkeys((401, 403, 407), f"the API refused access (HTTP {{}}): {CREDENTIALS}"),
    **dict.fromkeys(
        range(300, 400), "the answer is a redirect (HTTP {}): is GRAPHQL_URL right, and are credentials missing?"
    ),
    429: "the API was asked too often (HTTP {}): try again later",
}


def hiding(status: int, body: str) -> str:
    """Why an answer tells nothing of the API: it is refused, or somebody else's. Empty if it is the API's own."""
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    answer = answer if isinstance(answer, dict) else {}
    if any(map(_asks_for_credentials, errors_in(answer.get("errors")))):
        return f"the API asks for credentials: {CREDENTIALS}"
    if status in TURNED_AWAY:
        return TURNED_AWAY[status].format(status)
    if "data" in answer or "errors" in answer:
        return ""
    if status in (502, 503, 504):
        return f"the API is not available (HTTP {status}): try again later"
    if status in (404, 405, 410):
        return f"there is no API at this address (HTTP {status}): is GRAPHQL_URL right?"
    if status < 500 and re.match(r"\s*<(!doctype )?html", body, re.IGNORECASE):
        return f"the answer is a web page (HTTP {status}): is GRAPHQL_URL right, and are credentials missing?"
    return ""


def errors_in(errors: Any) -> list[dict[str, Any]]:
    """Errors as objects; what is no object becomes one that says nothing."""
    listed = errors if isinstance(errors, list) else []
    return [error if isinstance(error, dict) else {} for error in listed]


def _asks_for_credentials(error: dict[str, Any]) -> bool:
    extensions = error.get("extensions")
    code = extensions.get("code") if isinstance(extensions, dict) else ""
    return bool(CODES.fullmatch(str(code)) or WORDS.search(str(error.get("message"))))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would arrive as a GET."""

    def redirect_request(self, *_: Any) -> None:
        return None


def check(
    data: Any, promised: tuple[str, Any], types: dict[str, Any] | None = None, errors: list[Any] | None = None
) -> None:
    """Fail with every place where the data is not as promised.

    With ``errors`` what they explain may be missing or null.
    """
    __tracebackhide__ = True
    found = differences(data, promised, types, errors)
    if found:
        more = [f"... and {len(found) - MOST} more"] if len(found) > MOST else []
        raise AssertionError("\n".join(["the answer is not as promised", *found[:MOST], *more]))


def check_not_said(errors: list[Any] | None, words: str) -> None:
    """Fail if an error still says this."""
    __tracebackhide__ = True
    for error in errors or []:
        if words in _text(error):
            raise AssertionError(f"an error still says {words!r}: {json.dumps(error)[:500]}")


def _text(value: Any) -> str:
    """All the text in a value, so that what JSON escapes is found as well."""
    if isinstance(value, dict):
        return "\n".join(map(_text, value.values()))
    return "\n".join(map(_text, value)) if isinstance(value, list) else str(value)


def differences(
    data: Any, promised: tuple[str, Any], types: dict[str, Any] | None = None, errors: list[Any] | None = None
) -> list[str]:
    """Every place where the data is not as promised, one line each."""
    if data is None and errors:
        return []
    paths = [error.get("path") for error in errors_in(errors)]
    walk = _Walk(types or {}, [path if isinstance(path, list) else [] for path in paths])
    walk.value(data, promised[0], promised[1], ["data"], promised[0])
    return walk.found


class _Walk:
    """One way through one answer. ``path`` begins with data, that of an error does not."""

    def __init__(self, types: dict[str, Any], excused: list[list[Any]]) -> None:
        self.types = types
        self.excused = excused
        self.found: list[str] = []

    def tell(self, path: list[Any], what: str, promise: str) -> None:
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]
        self.found.append(f"{place}: {what} ({promise})")

    def is_excused(self, path: list[Any]) -> bool:
        """Whether an error happened here, above or below; one that does not say where may have happened anywhere."""
        here = path[1:]
        return any(here[: len(where)] == where[: len(here)] for where in self.excused)

    def value(self, value: Any, wanted: str, inner: Any, path: list[Any], promise: str) -> None:
        if value is None:
            if wanted.endswith("!") and not self.is_excused(path):
                self.tell(path, "null, but it may not be", promise)
            return
        wanted = wanted.removesuffix("!")
        if wanted.startswith("["):
            if not isinstance(value, list):
                self.tell(path, f"{kind_of(value)}, but a list was promised", promise)
                return
            for index, item in enumerate(value):
                self.value(item, wanted[1:-1], inner, [*path, index], promise)
        elif inner is not None:
            self.object(value, wanted, inner, path, promise)
        else:
            wrong = self.wrong_leaf(value, wanted)
            if wrong:
                self.tell(path, wrong, promise)

    def object(self, value: Any, wanted: str, shape: dict[str, Any], path: list[Any], promise: str) -> None:
        if not isinstance(value, dict):
            self.tell(path, f"{kind_of(value)}, but an object was promised", promise)
            return
        possible = self.types.get(wanted, [wanted])
        typename = value.get(name_key(shape), wanted)
        known = isinstance(typename, str) and typename in possible
        parent = typename if known else wanted
        fields: dict[str, Any] = {}
        for key, part in shape.items():
            if not key.startswith(BRANCH):
                fields[key] = part
            elif known and any(typename in (name, *self.types.get(name, ())) for name in names_of(key)):
                fields.update(part)
        for key, part in fields.items():
            self.field(value, key, part, parent, possible, path)
        if known or not any(key.startswith(BRANCH) for key in shape):
            for key in [key for key in value if key not in fields]:
                self.tell([*path, key], "not part of the request", parent)

    def field(
        self, holder: dict[str, Any], key: str, part: Any, parent: str, possible: list[str], path: list[Any]
    ) -> None:
        name, kind = field_of(key, part)
        here = [*path, key]
        promise = f"{parent}.{name}: {kind}"
        if key not in holder:
            if not self.is_excused(here):
                self.tell(here, "missing, though it was asked for", promise)
        elif name == "__typename":
            if not isinstance(holder[key], str) or holder[key] not in possible:
                self.tell(here, f"{shown(holder[key])}, but it can only be {' or '.join(possible[:9])}", promise)
        else:
            self.value(holder[key], kind, None if isinstance(part, str) else part[1], here, promise)

    def wrong_leaf(self, value: Any, wanted: str) -> str:
        """What is wrong with a leaf that is not null; empty if nothing."""
        known = self.types.get(wanted)
        if isinstance(known, list):
            return "" if isinstance(value, str) and value in known else f"{shown(value)} is no member of {wanted}"
        kind = kind_of(value)
        if wanted == "Int" and kind == "an integer" and not -(2**31) <= value < 2**31:
            return f"{value} does not fit in the 32 bits of an Int"
        allowed = WRITTEN_AS.get(known) if known else BUILT_IN.get(wanted)
        return "" if allowed is None or kind in allowed else f"{kind} ({shown(value)}), but {wanted} was promised"


BRANCH = "... on "

BUILT_IN = {
    "Int": ("an integer",),
    "Float": ("an integer", "a number"),
    "String": ("a string",),
    "Boolean": ("a boolean",),
    "ID": ("a string",),
}

WRITTEN_AS = {
    "integer": ("an integer",),
    "number": ("an integer", "a number"),
    "string": ("a string",),
    "boolean": ("a boolean",),
    "list": ("a list",),
    "object": ("an object",),
}


def names_of(key: str) -> list[str]:
    """The types that a branch is for."""
    return key[len(BRANCH) :].split(" | ")


def name_key(shape: dict[str, Any]) -> str:
    """The key that holds the type name; empty if there is none."""
    fields = [key for key in shape if not key.startswith(BRANCH)]
    return next((key for key in fields if field_of(key, shape[key])[0] == "__typename"), "")


def field_of(key: str, part: Any) -> tuple[str, str]:
    """The name of the field behind a key, and its type."""
    written = part if isinstance(part, str) else part[0]
    name, colon, kind = written.partition(": ")
    return (name, kind) if colon else (key, written)


KINDS = {
    type(None): "null",
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
}


def kind_of(value: Any) -> str:
    """What JSON calls a value. 0, "", false and [] are values like any other."""
    if isinstance(value, float) and not math.isfinite(value):
        return "a number that is not finite"
    return KINDS[type(value)]


def shown(value: Any) -> str:
    """A value as JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= 60 else f"{text[:59]}…"


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
