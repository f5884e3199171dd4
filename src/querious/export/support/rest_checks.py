"""Asks the API, and holds an answer against what was promised.

Where the API is and who asks stands in the environment, never in a file:

    API_URL      https://staging.example/api; without it the tests are skipped
    API_TOKEN    sent as Authorization: Bearer ...
    API_HEADERS  more headers, as JSON: {"X-Api-Key": "..."}
    API_TIMEOUT  seconds for one answer, 30 if nothing is said

An answer is described as it will look, with types in place of values:

    {"title": "string"}           an object with this member; others may be there
    {"pages?": "integer"}         a member that may be missing
    ["string"]                    a list of strings; [] is a list of anything
    ("null", {...})               null, or what follows
    "string | null"               a leaf of one of these types; "any" is anything
"""

from __future__ import annotations

import http.client
import json
import math
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, NamedTuple

MOST = 20  # differences that are told; of a long list of wrong items the first are enough
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
BOUNDARY = "rest-checks-5d1c2f7a"


class RestResponse(NamedTuple):
    """What came back."""

    status: int
    media: str
    """The content type without its parameters."""
    body: str

    def json(self) -> Any:
        """The body, read."""
        __tracebackhide__ = True
        try:
            return json.loads(self.body, parse_constant=_no_constant)
        except ValueError as error:
            raise AssertionError(f"the answer is not JSON ({error}): {self.body[:500]!r}") from None

    def __repr__(self) -> str:
        return f"RestResponse(status={self.status}, media={self.media!r}, body={self.body[:500]!r})"


def ask(
    method: str,
    path: str,
    body: Any = None,
    media: str = "",
    expected: tuple[int, ...] = (),
    headers: dict[str, str] | None = None,
) -> RestResponse:
    """Send a request to the API; the test is skipped if nobody says where it is.

    It fails where the answer tells nothing of the API, such as a refusal for want of credentials that is not
    ``expected``: a test that could not look must not be green. With a ``media`` type there is a body.
    """
    __tracebackhide__ = True
    import pytest

    url = os.environ.get("API_URL")
    if not url:
        pytest.skip("API_URL is not set: say where the API is")
    sent_headers = {"Accept": "application/json, */*;q=0.5", "User-Agent": "rest-checks", **(headers or {})}
    if media:
        sent_headers["Content-Type"] = f"{media}; boundary={BOUNDARY}" if media == MULTIPART else media
    sent_headers.update(json.loads(os.environ.get("API_HEADERS") or "{}"))
    if os.environ.get("API_TOKEN"):
        sent_headers["Authorization"] = f"Bearer {os.environ['API_TOKEN']}"
    sent = encoded(body, media) if media else None
    request = urllib.request.Request(url.rstrip("/") + path, sent, sent_headers, method=method)
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        try:
            reply = opener.open(request, timeout=float(os.environ.get("API_TIMEOUT") or 30))
        except urllib.error.HTTPError as error:
            reply = error
        with reply:
            kind = (reply.headers.get("Content-Type") or "").partition(";")[0].strip().lower()
            response = RestResponse(reply.status, kind, reply.read().decode("utf-8", "replace"))
    except (OSError, http.client.HTTPException) as error:
        raise AssertionError(f"could not tell: the API gave no answer: {error}") from None
    hidden = "" if response.status in expected else hiding(response.status, response.body)
    if hidden:
        raise AssertionError(f"could not tell: {hidden} (HTTP {response.status})")
    return response


TURNED_AWAY = {
    **dict.fromkeys((401, 403, 407), "the API refused access: are API_TOKEN or API_HEADERS missing?"),
    **dict.fromkeys(range(300, 400), "the answer is a redirect: is API_URL right, and are credentials missing?"),
    429: "the API was asked too often: try again later",
    **dict.fromkeys((502, 503, 504), "the API is not available: try again later"),
}


def hiding(status: int, body: str) -> str:
    """Why an answer tells nothing of the API: it is refused, or somebody else's. Empty if it is the API's own."""
    if status < 500 and re.match(r"\s*<(!doctype )?html", body, re.IGNORECASE):
        page = "the answer is a web page: is API_URL right, and are credentials missing?"
        return TURNED_AWAY.get(status, page)
    return TURNED_AWAY.get(status, "")


def encoded(body: Any, media: str) -> bytes:
    """A body in the form of its media type."""
    if media == FORM:
        return urllib.parse.urlencode(body, doseq=True).encode()
    if media == MULTIPART:
        parts = [part for name, value in body.items() for part in form_parts(name, value)]
        return ("".join(parts) + f"--{BOUNDARY}--\r\n").encode()
    return json.dumps(body).encode()


def form_parts(name: str, value: Any) -> list[str]:
    """The parts of one field of a form; an object with a file name and its content stands for a file."""
    parts = []
    for item in value if isinstance(value, list) else [value]:
        is_file = isinstance(item, dict) and item.keys() == {"filename", "content"}
        file = f'; filename="{item["filename"]}"\r\nContent-Type: application/octet-stream' if is_file else ""
        content = item["content"] if is_file else item
        text = content if isinstance(content, str) else json.dumps(content)
        parts.append(f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{text}\r\n')
    return parts


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer like any other."""

    def redirect_request(self, *_: Any) -> None:
        return None


def check(value: Any, promised: Any) -> None:
    """Fail with every place where the value is not as promised."""
    __tracebackhide__ = True
    found = differences(value, promised)
    if found:
        more = [f"... and {len(found) - MOST} more"] if len(found) > MOST else []
        raise AssertionError("\n".join(["the answer is not as promised", *found[:MOST], *more]))


def differences(value: Any, promised: Any, place: str = "body") -> list[str]:
    """Every place where the value is not as promised, one line each."""
    if isinstance(promised, str):
        kinds = promised.split(" | ")
        kind = kind_of(value)
        fits = promised == "any" or kind in kinds or (kind == "integer" and "number" in kinds)
        return [] if fits else [f"{place}: {kind} ({shown(value)}), but {promised} was promised"]
    if len(promised) == 2 and not isinstance(promised, dict):
        return [] if value is None else differences(value, promised[1], place)
    if isinstance(promised, dict):
        if not isinstance(value, dict):
            return [f"{place}: {kind_of(value)} ({shown(value)}), but an object was promised"]
        found = []
        for key, inner in promised.items():
            name = key.removesuffix("?")
            if name in value:
                found += differences(value[name], inner, f"{place}.{name}")
            elif name == key:
                found.append(f"{place}.{name}: missing")
        return found
    if not isinstance(value, list):
        return [f"{place}: {kind_of(value)} ({shown(value)}), but a list was promised"]
    return [
        line
        for index, item in enumerate(value if promised else ())
        for line in differences(item, promised[0], f"{place}[{index}]")
    ]


KINDS = {type(None): "null", bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}


def kind_of(value: Any) -> str:
    """What JSON calls a value; 1.0 is an integer too."""
    if isinstance(value, float):
        return "integer" if math.isfinite(value) and value.is_integer() else "number"
    return KINDS[type(value)]


def shown(value: Any) -> str:
    """A value as JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= 60 else f"{text[:59]}…"


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
