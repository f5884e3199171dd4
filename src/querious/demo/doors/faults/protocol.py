"""GraphQL over HTTP: what the draft says MUST or SHOULD be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from graphql import OperationDefinitionNode

from querious.demo.doors.faults.fault import AUDIT, GRAPHQL, DoorFault, instead, never
from querious.demo.doors.wire.media import LEGACY, RESPONSE
from querious.demo.doors.wire.reading import JSON_TYPE, MalformedError, Reading, read_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import DocumentNode

    from querious.demo.doors.context import Ask, Step

KIND: Final = "HTTP"


def _by_errors(_: Step, __: str, result: dict[str, Any]) -> int:
    return 400 if "errors" in result else 200


def _first_liked(_: Step, accept: str | None) -> str | None:
    """In the order of the header, weights unread."""
    for entry in (accept or RESPONSE).split(","):
        name = entry.partition(";")[0].strip().lower()
        if name in {RESPONSE, LEGACY}:
            return name
    return LEGACY if "*/*" in (accept or "") else None


def _any_type(healthy: Step, headers: Mapping[str, str]) -> str:
    simple = headers.get("content-type", "").startswith(("text/plain", "application/x-www-form-urlencoded"))
    return JSON_TYPE if simple else healthy(headers)


def _crash(_: Step, body: bytes) -> Any:
    """No except around the parser; the answer is that of the server below."""
    try:
        return json.loads(body)
    except ValueError:
        raise MalformedError(500, "Internal Server Error") from None


def _first_operation(_: Step, document: DocumentNode, __: str | None) -> Any:
    return next((node for node in document.definitions if isinstance(node, OperationDefinitionNode)), None)


def _lenient(healthy: Step, body: bytes) -> Any:
    """Members of the wrong type are dropped instead of refused."""
    read = healthy(body)
    kinds = {"operationName": str, "variables": dict, "extensions": dict}
    if not isinstance(read, dict):
        return read
    return {name: value for name, value in read.items() if isinstance(value, kinds.get(name, object))}


async def _without_content_type(healthy: Step, ask: Ask, request: Any) -> Reading:
    if request.method == "POST" and "content-type" not in request.headers:
        return read_many(ask.step("http.json")(await request.body()))
    reading: Reading = await healthy(ask, request)
    return reading


def _fault(name: str, about: str, *weaves: Any) -> DoorFault:
    return DoorFault(name, KIND, about, AUDIT, GRAPHQL, weaves)


FAULTS: Final = (
    _fault(
        "request-errors-with-200",
        "An operation that cannot be executed is answered with 200, whatever the media type.",
        never("http.status", value=200),
    ),
    _fault(
        "field-errors-with-400",
        "An answer with data is sent with 400 as soon as one field has an error.",
        instead("http.status", _by_errors),
    ),
    _fault(
        "accept-ignored", "Every answer is application/json, whatever is accepted.", never("http.media", value=LEGACY)
    ),
    _fault(
        "accept-weights-ignored",
        "The first media type of Accept is taken, whatever its weight.",
        instead("http.media", _first_liked),
    ),
    _fault("mutation-by-get", "GET executes mutations: a link changes data.", never("http.method")),
    _fault(
        "simple-content-types",
        "JSON is read from bodies of text/plain and of forms, which pages of other sites can send.",
        instead("http.content_type", _any_type),
    ),
    _fault(
        "no-content-type",
        "A body without a content type is taken for JSON.",
        instead("http.read", _without_content_type),
    ),
    _fault("malformed-body-500", "A body that is not JSON ends in status 500.", instead("http.json", _crash)),
    _fault(
        "operation-name-ignored",
        "Of several operations the first is executed, whichever is named.",
        instead("http.operation", _first_operation),
    ),
    _fault(
        "wrong-types-ignored",
        "Variables, extensions and names of operations of the wrong type are passed over instead of refused.",
        instead("http.json", _lenient),
    ),
)
