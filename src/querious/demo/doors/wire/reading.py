"""From an HTTP request to operations that are well-formed, by the draft of GraphQL over HTTP."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from email.message import Message
from typing import TYPE_CHECKING, Any, Final, NoReturn

from querious.demo.doors.uploads import Part, parts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from querious.demo.doors.context import Ask

JSON_TYPE: Final = "application/json"
MULTIPART: Final = "multipart/form-data"
LARGEST_JSON: Final = 100_000
LARGEST_BODY: Final = 1_000_000
MOST_IN_BATCH: Final = 10
_NOT_SIMPLE: Final = ("authorization", "apollo-require-preflight", "graphql-require-preflight")
"""Headers that no page of another site can send without asking first."""


class MalformedError(Exception):
    """The request is no well-formed request of GraphQL over HTTP."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = headers or {}


@dataclass(frozen=True, slots=True)
class Wanted:
    """One operation, as the client asks for it."""

    query: str | None = None
    operation_name: str | None = None
    variables: dict[str, Any] = field(default_factory=dict)
    extensions: dict[str, Any] = field(default_factory=dict)
    document_id: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a request asks for; a batch is answered by a list."""

    operations: list[Wanted]
    is_batch: bool = False


async def read_request(ask: Ask, request: Request) -> Reading:
    """All operations of a request."""
    if request.method == "GET":
        return Reading([_of_query(request.query_params)])
    body = await request.body()
    media_type = ask.step("http.content_type")(request.headers)
    if media_type == MULTIPART:
        return read_many(_multipart(request.headers, body))
    if len(body) > LARGEST_JSON:
        raise MalformedError(413, f"A body has at most {LARGEST_JSON} bytes.")
    return read_many(ask.step("http.json")(body))


def content_type_of(headers: Mapping[str, str]) -> str:
    """JSON or a multipart body, in UTF-8; others are refused."""
    told = Message()
    told["content-type"] = headers.get("content-type", "")
    media_type = told.get_content_type() if headers.get("content-type") else ""
    if media_type not in {JSON_TYPE, MULTIPART}:
        raise MalformedError(415, f"Send {JSON_TYPE} or {MULTIPART}.")
    if str(told.get_param("charset", "utf-8")).lower() not in {"utf-8", "utf8"}:
        raise MalformedError(415, "Send UTF-8.")
    if media_type == MULTIPART and not any(name in headers for name in _NOT_SIMPLE):
        raise MalformedError(400, "A multipart request needs the header GraphQL-Require-Preflight.")
    return media_type


def read_json(body: bytes) -> Any:
    """JSON as its standard has it, without NaN."""
    try:
        return json.loads(body.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise MalformedError(400, "The body is not JSON.") from None


def read_many(body: Any) -> Reading:
    """One operation, or a batch."""
    if not isinstance(body, list):
        return Reading([read_one(body)])
    if not 1 <= len(body) <= MOST_IN_BATCH:
        raise MalformedError(400, f"A batch has between 1 and {MOST_IN_BATCH} operations.")
    return Reading([read_one(one) for one in body], is_batch=True)


def read_one(body: Any) -> Wanted:
    """One operation, whose members have the types that the draft names."""
    if not isinstance(body, dict):
        raise MalformedError(400, "A request is an object.")
    wanted = Wanted(
        _member(body, "query", str),
        _member(body, "operationName", str),
        _member(body, "variables", dict) or {},
        _member(body, "extensions", dict) or {},
        _member(body, "documentId", str),
    )
    if wanted.query is None and wanted.document_id is None and "persistedQuery" not in wanted.extensions:
        raise MalformedError(400, "The request lacks a query.")
    return wanted


def _member(body: dict[str, Any], name: str, kind: type) -> Any:
    value = body.get(name)
    if value is not None and not isinstance(value, kind):
        raise MalformedError(400, f"{name} is of the wrong type.")
    return value


def _of_query(parameters: Mapping[str, str]) -> Wanted:
    """Of the URL; an empty name of an operation is none."""
    body: dict[str, Any] = {name: parameters[name] for name in ("query", "documentId") if name in parameters}
    body["operationName"] = parameters.get("operationName") or None
    for name in ("variables", "extensions"):
        if parameters.get(name):
            body[name] = read_json(parameters[name].encode())
    return read_one(body)


def _multipart(headers: Mapping[str, str], body: bytes) -> Any:
    """Operations with their files, by the specification of multipart requests."""
    if len(body) > LARGEST_BODY:
        raise MalformedError(413, f"A body has at most {LARGEST_BODY} bytes.")
    try:
        parts = {part.name: part for part in parts_of(body, headers["content-type"])}
    except ValueError:
        raise MalformedError(400, "The body is not multipart/form-data.") from None
    if "operations" not in parts or "map" not in parts:
        raise MalformedError(400, "A multipart request has operations and a map.")
    operations, places = read_json(parts["operations"].content), read_json(parts["map"].content)
    if not isinstance(places, dict):
        raise MalformedError(400, "The map is an object.")
    for name, paths in places.items():
        if name not in parts or parts[name].file_name is None or not isinstance(paths, list):
            raise MalformedError(400, "The map names files, and where they go.")
        for path in paths:
            _put(operations, str(path).split("."), parts[name])
    return operations


def _put(holder: Any, path: list[str], file: Part) -> None:
    """In place of the null that stands for the file."""
    *way, last = path
    try:
        for step in way:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        key: Any = int(last) if isinstance(holder, list) else last
        if holder[key] is not None:
            raise MalformedError(400, "The map leads to something that is not null.")
        holder[key] = file
    except (KeyError, IndexError, TypeError, ValueError):
        raise MalformedError(400, "The map leads nowhere.") from None


def _refuse(_: str) -> NoReturn:
    raise ValueError("neither NaN nor Infinity is JSON")
