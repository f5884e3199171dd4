"""REST calls in records of JSON: in our own recordings, and in access logs that are written as JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from querious.harvest.importers.operations import NO_LATENCY, called
from querious.harvest.rest_calls import RequestedCall, call_of
from querious.model.recording import CALL, RecordedShape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.harvest.importers.operations import ImportedOperation

_REQUEST: Final = re.compile(r"([A-Z]{3,7}) (\S+)(?: HTTP/[\d.]+)?")
_METHODS: Final = ("method", "request_method", "requestMethod", "http_method", "httpMethod", "verb")
_PATHS: Final = ("path", "url", "uri", "request_uri", "requestUri", "request_path", "requestUrl", "target", "endpoint")
_AROUND: Final = ("request", "req", "http", "httpRequest", "http_request")
_BODIES: Final = ("body", "request_body", "requestBody", "payload")
_READING: Final = frozenset(("GET", "HEAD", "DELETE"))


def recorded_call(record: Mapping[str, Any]) -> ImportedOperation | None:
    """The call of a recording as ``querious harvest list --json`` writes it; None if it is none."""
    variables, operation = record.get("variables"), record.get("query")
    if record.get("kind") != CALL or not isinstance(variables, dict) or not isinstance(operation, str):
        return None
    call = RequestedCall(
        operation.partition(" ")[0],
        str(variables["path"]),
        str(variables.get("media") or ""),
        variables.get("body"),
        dict(variables.get("headers") or {}),
    )
    shapes = {}
    for status, told in (record.get("shapes") or {}).items():
        media, schema = told
        shapes[str(status)] = RecordedShape(str(media), schema if isinstance(schema, dict) else None)
    return called(call, None, {}, NO_LATENCY)._replace(shapes=shapes)


def record_call(record: Mapping[str, Any]) -> ImportedOperation | None:
    """The call that a record of a log tells of; None if it tells of none."""
    for told in (record, *(record.get(name) for name in _AROUND)):
        call = None
        if isinstance(told, dict):
            call = _told_call(told)
        elif isinstance(told, str) and (match := _REQUEST.fullmatch(told)) is not None:
            call = logged_call(match[1], match[2])
        if call is not None:
            return called(call, None, {}, NO_LATENCY)
    return None


def _told_call(told: Mapping[str, Any]) -> RequestedCall | None:
    method = next((told[name] for name in _METHODS if isinstance(told.get(name), str)), "")
    target = next((told[name] for name in _PATHS if isinstance(told.get(name), str)), "")
    if not method or not target:
        return None
    body = next((told[name] for name in _BODIES if isinstance(told.get(name), dict | list)), None)
    return logged_call(method.upper(), target, body)


def logged_call(method: str, target: str, body: object = None) -> RequestedCall | None:
    """A call as a log tells it. What a change sent is rarely in a log; without it, the change is not taken."""
    try:
        address = urlsplit(target)
    except ValueError:
        return None
    call = call_of(method, address.path or "/", address.query, "", b"")
    if call is None or body is None:
        return call if method in _READING else None
    return call._replace(media="application/json", body=body)
