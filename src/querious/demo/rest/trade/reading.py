"""From a request to an inquiry that fits the description of its operation."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NoReturn

from querious.demo.rest.checking import mistake
from querious.demo.rest.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.demo.rest.trade.endpoints import Endpoint, Schema

_INTEGER: Final = re.compile(r"-?[0-9]{1,15}")
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?")


def read_keys(endpoint: Endpoint, given: Mapping[str, str]) -> dict[str, Any]:
    """Path parameters. What cannot be a key of anything is not found."""
    keys = {}
    for name, schema in endpoint.keys.items():
        value = _typed(given[name], schema)
        if mistake(value, schema):
            raise RefusalError(404, "nothing has such a key")
        keys[name] = value
    return keys


def read_query(endpoint: Endpoint, given: Mapping[str, str]) -> dict[str, Any]:
    """Query parameters, with defaults."""
    query = {name: schema["default"] for name, schema in endpoint.query.items() if "default" in schema}
    for name, schema in endpoint.query.items():
        if name in given:
            query[name] = _fitting(_typed(given[name], schema), schema, name)
    return query


def require_headers(endpoint: Endpoint, given: Mapping[str, str]) -> None:
    """Refuse a header that does not fit."""
    for name, schema in endpoint.headers.items():
        if name.lower() in given:
            _fitting(given[name.lower()], schema, name)


def read_body(endpoint: Endpoint, content: bytes) -> Any:
    """The body; None where there may be none, and is."""
    if endpoint.body is None or (not content and not endpoint.body_required):
        return None
    try:
        body = json.loads(content.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise RefusalError(400, "the body is not JSON") from None
    return _fitting(body, endpoint.body, "the body")


def _typed(text: str, schema: Schema) -> Any:
    """The value that a text stands for; the text itself if it is none of that type."""
    if schema["type"] == "integer" and _INTEGER.fullmatch(text):
        return int(text)
    if schema["type"] == "number" and _NUMBER.fullmatch(text):
        return float(text)
    return text.split(",") if schema["type"] == "array" else text


def _fitting(value: Any, schema: Schema, name: str) -> Any:
    wrong = mistake(value, schema, name)
    if wrong:
        raise RefusalError(422, wrong)
    return value


def _refuse(_: str) -> NoReturn:
    raise ValueError("neither NaN nor Infinity is JSON")
