"""A small shop of notes over REST and GraphQL with faults of its own, and everything that can stand before it."""

from __future__ import annotations

import json
import re
import socket
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, build_schema, graphql_sync

from servers import answering, hang_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from http.server import BaseHTTPRequestHandler

SDL = """
type Query { note(id: ID!): Note notes: [Note!]! size: Int! }
type Note { id: ID! text: String! rank: Int! }
input NoteInput { text: String! rank: Int! }
type Mutation {
  createNote(input: NoteInput!): Note!
  updateNote(id: ID!, input: NoteInput!): Note
  deleteNote(id: ID!): Boolean!
}
"""
SCHEMA = build_schema(SDL)
_KEY = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
_NOTE = {"$ref": "#/components/schemas/Note"}


def _answers(**by_status: Any) -> dict[str, Any]:
    told = {}
    for status, schema in by_status.items():
        content = {"content": {"application/json": {"schema": schema}}} if schema else {}
        told[status.removeprefix("s")] = {"description": "", **content}
    return told


def _operation(body: bool = False, keyed: bool = True, **answers: Any) -> dict[str, Any]:
    asked = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": _INPUT}}}}}
    refused = {"s400": {}} if body else {}
    missing = {"s404": {}} if keyed else {}
    return {
        **(asked if body else {}),
        **({"parameters": [_KEY]} if keyed else {}),
        "responses": _answers(**answers, **refused, **missing),
    }


_INPUT = "#/components/schemas/NoteInput"
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Notes", "version": "1"},
    "paths": {
        "/api/notes": {
            "get": _operation(keyed=False, s200={"type": "array", "items": _NOTE}),
            "post": _operation(body=True, keyed=False, s201=_NOTE),
        },
        "/api/notes/{id}": {
            "get": _operation(s200=_NOTE),
            "put": _operation(body=True, s200=_NOTE),
            "delete": _operation(s204={}),
        },
        "/api/size": {"get": _operation(keyed=False, s200={"type": "integer"})},
    },
    "components": {
        "schemas": {
            "Note": {
                "type": "object",
                "required": ["id", "text", "rank"],
                "properties": {"id": {"type": "string"}, "text": {"type": "string"}, "rank": {"type": "integer"}},
            },
            "NoteInput": {
                "type": "object",
                "required": ["text", "rank"],
                "properties": {
                    "text": {"type": "string", "minLength": 1, "maxLength": 20},
                    "rank": {"type": "integer", "minimum": 0, "maximum": 9},
                },
            },
        }
    },
}


@dataclass(frozen=True)
class Trouble:
    """What is answered to everything, and words that a user must be told of it."""

    words: str
    status: int = 200
    body: bytes = b"{}"
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    graphql: bytes = b""
    """The body where GraphQL is asked, if it is another."""


_PAGE = b"<!doctype html><html><title>%s</title><body>%s</body></html>"
_HTML = "text/html; charset=utf-8"
_UNKNOWN = b'{"errors": [{"message": "Who are you?", "extensions": {"code": "UNAUTHENTICATED"}}], "data": null}'
_FORBIDDEN = b'{"errors": [{"message": "No", "extensions": {"code": "FORBIDDEN"}}], "data": null}'
TROUBLES = {
    "401": Trouble("401", 401, b'{"message": "no"}'),
    "403": Trouble("403", 403, _PAGE % (b"Forbidden", b""), _HTML),
    "login": Trouble("redirect", 302, b"", headers={"location": "/accounts/login?next=/"}),
    "login page": Trouble("page", 200, _PAGE % (b"Please sign in", b'<input type="password">'), _HTML),
    "page": Trouble("page", 200, _PAGE % (b"Welcome", b""), _HTML),
    "429": Trouble("429", 429),
    "429 with a wait": Trouble("429", 429, headers={"retry-after": "900"}),
    "503": Trouble("503", 503, _PAGE % (b"Maintenance", b""), _HTML),
    "503 with a wait": Trouble("503", 503, b'{"message": "busy"}', headers={"retry-after": "900"}),
    "502": Trouble("502", 502, _PAGE % (b"Bad Gateway", b""), _HTML),
    "closed": Trouble("connection"),
}
OF_PLACES = {
    "404": Trouble("404", 404, b'{"detail": "Not Found"}'),
    "empty": Trouble("empty", 200, b""),
}
"""What may as well be the answer of an API to one request, but not to all of them."""
OF_GRAPHQL = {
    "unauthenticated": Trouble("credentials", graphql=_UNKNOWN),
    "forbidden": Trouble("credentials", graphql=_FORBIDDEN),
}


class Notes:
    """The service. ``trouble`` hides it; ``mended`` is without faults: no text for a number, no change that is lost."""

    def __init__(self) -> None:
        self.mended = False
        self.trouble: Trouble | None = None
        self.url = ""
        self.asked = 0
        self.before: Callable[[BaseHTTPRequestHandler, bytes], None] = lambda *_: None
        """Called before every answer."""
        self.notes: dict[str, dict[str, Any]] = {}
        self.keys = count(1)
        self.create({"text": "one", "rank": 1})
        self.create({"text": "two", "rank": 2})

    def create(self, given: dict[str, Any]) -> dict[str, Any]:
        key = str(next(self.keys))
        self.notes[key] = {"id": key, "text": given["text"], "rank": given["rank"]}
        return self.notes[key]

    def change(self, key: str, given: dict[str, Any]) -> dict[str, Any] | None:
        if key not in self.notes:
            return None
        changed = {"id": key, "text": given["text"], "rank": given["rank"]}
        kept = changed if self.mended else {**changed, "rank": self.notes[key]["rank"]}
        self.notes[key] = kept
        return changed

    def size(self) -> Any:
        return len(self.notes) if self.mended else "many"

    def __call__(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.asked += 1
        self.before(handler, body)
        if self.trouble is not None:
            self._refuse(handler, self.trouble)
        elif handler.path.startswith("/graphql"):
            _respond(handler, 200, self._graphql(json.loads(body)))
        elif handler.path == "/openapi.json":
            _respond(handler, 200, DESCRIPTION)
        else:
            _respond(handler, *self._rest(handler.command, handler.path.partition("?")[0], body))

    def _refuse(self, handler: BaseHTTPRequestHandler, trouble: Trouble) -> None:
        if trouble is TROUBLES["closed"]:
            hang_up(handler)
            return
        sent = trouble.graphql if trouble.graphql and handler.path.startswith("/graphql") else trouble.body
        handler.send_response(trouble.status)
        for name, value in {"content-type": trouble.kind, **trouble.headers}.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(sent)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(sent)

    def _graphql(self, request: dict[str, Any]) -> dict[str, Any]:
        root = {
            "note": lambda _, id: self.notes.get(id),  # noqa: A006 - the name of the argument
            "notes": lambda _: list(self.notes.values()),
            "size": lambda _: len(self.notes),
            "createNote": lambda _, input: self.create(_checked(input)),  # noqa: A006 - likewise
            "updateNote": lambda _, id, input: self.change(id, _checked(input)),  # noqa: A006 - likewise
            "deleteNote": lambda _, id: self.notes.pop(id, None) is not None,  # noqa: A006 - likewise
        }
        result = graphql_sync(SCHEMA, request["query"], root, variable_values=request.get("variables")).formatted
        if isinstance(result.get("data"), dict) and "size" in result["data"]:
            result["data"]["size"] = self.size()
        return dict(result)

    def _rest(self, method: str, path: str, body: bytes) -> tuple[int, Any]:
        key = found[1] if (found := re.fullmatch(r"/api/notes/([^/]+)", path)) else ""
        if (method, path) == ("GET", "/api/size"):
            return 200, self.size()
        if (method, path) == ("GET", "/api/notes"):
            return 200, list(self.notes.values())
        if method in {"POST", "PUT"}:
            given = _read(body)
            if given is None:
                return 400, {"message": "that is no note"}
            if (method, path) == ("POST", "/api/notes"):
                return 201, self.create(given)
            changed = self.change(key, given)
            return (200, changed) if changed else (404, {"message": "no such note"})
        if key in self.notes and method in {"GET", "DELETE"}:
            return (200, self.notes[key]) if method == "GET" else (204, self.notes.pop(key) and None)
        return 404, {"message": "nothing there"}


def _read(body: bytes) -> dict[str, Any] | None:
    try:
        return _checked(json.loads(body))
    except (ValueError, KeyError, TypeError, GraphQLError):
        return None


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    text, rank = given["text"], given["rank"]
    if not (isinstance(text, str) and 1 <= len(text) <= 20 and type(rank) is int and 0 <= rank <= 9):
        raise GraphQLError("that is no note")
    return given


def _respond(handler: BaseHTTPRequestHandler, status: int, answer: Any) -> None:
    sent = b"" if status == 204 else json.dumps(answer).encode()
    handler.send_response(status)
    if sent:
        handler.send_header("content-type", "application/json")
    handler.send_header("content-length", str(len(sent)))
    handler.end_headers()
    handler.wfile.write(sent)


@contextmanager
def serving(notes: Notes) -> Iterator[Notes]:
    """Serve it at ``notes.url``; GraphQL is asked at ``/graphql``, REST below ``/api``."""
    with answering(notes) as url:
        notes.url = url.removesuffix("/graphql")
        yield notes


def nobody() -> str:
    """An address where nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"
