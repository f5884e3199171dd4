"""GraphQL over HTTP in a screenful: POST with JSON, answers with JSON."""

from __future__ import annotations

import json
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import DocumentNode, GraphQLSchema, GraphQLSyntaxError, execute_sync, parse, validate

from servers import answering, respond

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from http.server import BaseHTTPRequestHandler


class Answer(NamedTuple):
    """Status, and what the body holds: JSON, or bytes as they are."""

    status: int
    body: Any
    kind: str = "application/json"


class Crash(Exception):  # noqa: N818
    """Raised by a resolver that takes the whole answer with it."""


def refusal(message: str, status: int = 400, **extensions: Any) -> Answer:
    """No data, one error."""
    error: dict[str, Any] = {"message": message}
    if extensions:
        error["extensions"] = extensions
    return Answer(status, {"errors": [error]})


def no_guard(_body: bytes, _document: DocumentNode | None) -> Answer | None:
    """Let everything through."""
    return None


@contextmanager
def serve(
    schema: GraphQLSchema | Callable[[bytes], GraphQLSchema],
    guard: Callable[[bytes, DocumentNode | None], Answer | None] = no_guard,
    seen: Callable[[bytes, Answer], None] = lambda _body, _answer: None,
    whole: type[Exception] | None = None,
) -> Iterator[str]:
    """Serve a schema, or the one that a function gives for each body; gives its URL.

    An error of the class ``whole`` leaves nothing of the answer but its message.

    ``guard`` may refuse: it is asked with the body before anything is parsed, and again with the valid document.
    ``seen`` is told every request and its answer.
    """

    def answer(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        # Head and body are two writes; without this the second waits 40 ms for the client to acknowledge the first.
        handler.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        now = schema if isinstance(schema, GraphQLSchema) else schema(body)
        found = answered(now, body, guard, whole)
        seen(body, found)
        raw = found.body if isinstance(found.body, bytes) else json.dumps(found.body).encode()
        respond(handler, raw, found.status, found.kind)

    with answering(answer) as url:
        yield url


def answered(
    schema: GraphQLSchema,
    body: bytes,
    guard: Callable[[bytes, DocumentNode | None], Answer | None] = no_guard,
    whole: type[Exception] | None = None,
) -> Answer:
    """What one request is answered."""
    if refused := guard(body, None):
        return refused
    try:
        request = json.loads(body)
        text, variables = request["query"], request.get("variables") or {}
    except (ValueError, KeyError, TypeError, AttributeError):
        return refusal("The body must be JSON with a query.")
    try:
        document = parse(text)
    except (GraphQLSyntaxError, TypeError) as error:
        return refusal(str(getattr(error, "message", error)))
    if wrong := validate(schema, document):
        return Answer(400, {"errors": [error.formatted for error in wrong]})
    if refused := guard(body, document):
        return refused
    result = execute_sync(schema, document, variable_values=variables, operation_name=request.get("operationName"))
    if any(isinstance(error.original_error, Crash) for error in result.errors or ()):
        return Answer(500, b"Internal Server Error", "text/plain")
    told = [
        error.message for error in result.errors or () if whole and isinstance(error.original_error or error, whole)
    ]
    if told:
        return Answer(200, {"data": None, "errors": [{"message": told[0]}]})
    return Answer(200, result.formatted)
