"""REST requests, as servers get and answer them → recordings of calls.

Kept are the method, the path with its query, the headers and cookies that a description names as parameters, and a body
of JSON or of form fields, all redacted, with files shortened; of the answer its
status, its media type, and the names and types of its members, never what it says. Which operation a call is of, its
path tells by its form; a description may know better later.
"""

from __future__ import annotations

import json
import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl

from querious.harvest.form_parts import read_form
from querious.harvest.named_headers import COOKIE
from querious.harvest.strict_json import read_strict_json
from querious.model.answer_shape import shape_of
from querious.model.recording import RecordedShape
from querious.text.path_templates import template_of
from querious.text.redaction.places import Way

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON
    from querious.text.redaction import Redaction
    from querious.text.redaction.values import Redacting

BODYLESS: Final = frozenset(("GET", "HEAD", "DELETE", "OPTIONS"))
_METHODS: Final = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"))
_FORM: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"
_REDACTED: Final = "REDACTED-1"
"""Stands for a header that holds a secret: what is left of it would be of no use."""
_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_LONGEST: Final = 4_000
"""Characters of a path with its query."""
_PAGE_PARTS: Final = re.compile(
    r"\.(?:html?|m?jsx?|css|map|png|jpe?g|gif|svg|ico|webp|woff2?|ttf|txt|xml|pdf|zip|mp[34]|wasm)$", re.IGNORECASE
)
"""What a path of a web page or of a file ends with."""


class RequestedCall(NamedTuple):
    """A call as it was asked; nothing is redacted yet."""

    method: str
    path: str
    """With its query, encoded."""
    media: str = ""
    body: JSON = None
    headers: Mapping[str, str] = _NONE
    """Those that a description may name, in lower case."""


class RedactedCall(NamedTuple):
    """A call as it may be kept."""

    operation: str
    """``GET /books/{id}``."""
    variables: dict[str, JSON]


def may_call(method: str, path: str, content_type: str) -> bool:
    """Whether a request may be a call that can be kept: a cheap look, before its body is read."""
    if method not in _METHODS or not path.startswith("/") or len(path) > _LONGEST or _PAGE_PARTS.search(path):
        return False
    media = media_type(content_type)
    return method in BODYLESS or not media or is_json(media) or media in {_FORM, _MULTIPART}


def is_api_answer(method: str, status: str, answer_type: str) -> bool:
    """Whether an answer is one of an API: JSON, or nothing in answer to a change."""
    if status in {"301", "302", "303", "304", "307", "308"} or not status.isdigit():
        return False
    media = media_type(answer_type)
    return is_json(media) or (not media and (method not in {"GET", "HEAD"} or status == "204"))


def call_of(
    method: str, path: str, query: str | bytes, content_type: str, body: bytes, headers: Mapping[str, str] = _NONE
) -> RequestedCall | None:
    """The call that a request makes; None if it cannot be kept."""
    if not may_call(method, path, content_type):
        return None
    asked = query if isinstance(query, str) else query.decode("latin-1")
    whole = f"{path}?{asked}" if asked else path
    if method in BODYLESS or not body.strip():
        return RequestedCall(method, whole, headers=headers)
    media = media_type(content_type) or "application/json"
    try:
        content = read_form(content_type, body) if media == _MULTIPART else _content(media, body)
    except (ValueError, RecursionError):
        return None
    return RequestedCall(method, whole, media, content, headers)


def _content(media: str, body: bytes) -> JSON:
    if is_json(media):
        return read_strict_json(body.decode(json.detect_encoding(body)))
    fields: dict[str, Any] = {}
    for name, value in parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=1_000):
        there = fields.get(name)
        fields[name] = value if there is None else [*(there if isinstance(there, list) else [there]), value]
    return fields


def redacted_call(call: RequestedCall, redaction: Redaction) -> RedactedCall:
    """The call without secrets, and the operation that its path tells."""
    redacting = redaction.several()
    for _ in range(2):  # once more, for other places where the same secrets stand
        path = redacting.path(call.path)
        body = redacting.json(call.body, (Way("$", "", ("body",)),)) if call.media else None
        headers = {name: _header(name, value, redacting) for name, value in call.headers.items()}
    variables: dict[str, JSON] = {"path": path}
    if call.media:
        variables |= {"media": call.media, "body": body}
    if headers:
        variables["headers"] = headers
    return RedactedCall(f"{call.method} {template_of(path.partition('?')[0])}", variables)


def _header(name: str, value: str, redacting: Redacting) -> str:
    if name != COOKIE:
        return value if redacting.text(value, name) == value else _REDACTED
    cookies = (part.partition("=") for part in value.split("; "))
    return "; ".join(f"{own}={_header(own if own != COOKIE else '', text, redacting)}" for own, _, text in cookies)


def answer_shapes(status: str, answer_type: str, answer: bytes) -> dict[str, RecordedShape]:
    """What an answer looked like, by its status; nothing of what it said."""
    media = media_type(answer_type)
    schema = None
    if is_json(media) and answer:
        try:
            schema = shape_of(json.loads(answer))
        except (ValueError, RecursionError):
            schema = None
    return {status: RecordedShape(media, schema)} if media else {}


def media_type(content_type: str) -> str:
    """Without its parameters, in lower case."""
    return content_type.partition(";")[0].strip().lower()


def is_json(media: str) -> bool:
    """Whether a media type stands for JSON."""
    return media in {"application/json", "text/json"} or media.endswith("+json")
