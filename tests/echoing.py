"""A service that repeats everything it is sent, in every encoding, in data and in errors; and whose data are personal.

GraphQL at ``/graphql``, a REST collection at ``/notes`` with its description at ``/openapi.json``, HTML at ``/page``.
"""

from __future__ import annotations

import base64
import html
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus, urlsplit

from graphql import GraphQLError, build_schema, graphql_sync

from servers import Server, respond

if TYPE_CHECKING:
    from collections.abc import Iterator

IBAN = "DE89370400440532013000"
CARD = "5555555555554444"
SSN = "219-09-9999"
PASSCODE = "kz7Qpasscode"
BIRTH = "1987-05-04"
MAIL = "jerry.seinfeld@mail.seinfeld.example"
PERSONAL = (IBAN, CARD, SSN, PASSCODE, BIRTH, MAIL)

SDL = """
type Query {
  me: Person
  people: [Person!]!
  person(id: ID!): Person
  personByIban(iban: String!): Person
  personByEmail(email: String!): Person
  unlock(passcode: String!): Person
  said: [String!]!
  boom(text: String): String
  broken: Int!
  page: Int
}
type Person {
  id: ID!
  name: String!
  iban: String!
  card: String!
  ssn: String!
  passcode: String!
  birthDate: String!
  email: String!
  note: String!
}
"""
_SCHEMA = build_schema(SDL)
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Notes", "version": "1"},
    "paths": {
        "/notes": {
            "get": {"responses": {"200": {"description": "all", "content": {"application/json": {"schema": {
                "type": "array", "items": {"$ref": "#/components/schemas/Note"}}}}}}},
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
                "responses": {"201": {"description": "made", "content": {"application/json": {"schema": {
                    "$ref": "#/components/schemas/Note"}}}}},
            },
        },
        "/notes/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": {
                "$ref": "#/components/schemas/Note"}}}}, "404": {"description": "none"}}},
            "put": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}},
                "responses": {"200": {"description": "changed"}, "404": {"description": "none"}},
            },
            "delete": {"responses": {"204": {"description": "gone"}, "404": {"description": "none"}}},
        },
    },
    "components": {"schemas": {"Note": {
        "type": "object",
        "required": ["text"],
        "properties": {
            "id": {"type": "string", "readOnly": True},
            "text": {"type": "string"},
            "echo": {"type": "string", "readOnly": True},
        },
    }}},
}  # fmt: skip


def encodings(text: str) -> set[str]:
    """Every way in which a text may be repeated."""
    raw = text.encode()
    plain = base64.b64encode(raw).decode()
    ways = {
        text,
        json.dumps(text)[1:-1],
        json.dumps(json.dumps(text))[1:-1],
        text.replace("/", "\\/"),
        quote(text, safe=""),
        quote(text, safe="").lower() if "%" in quote(text, safe="") else text,
        quote_plus(text),
        quote(quote(text, safe=""), safe=""),
        html.escape(text),
        plain,
        plain.rstrip("="),
        base64.urlsafe_b64encode(raw).decode(),
        quote(plain, safe=""),
        raw.hex(),
        raw.hex().upper(),
        "".join(f"%{byte:02x}" for byte in raw),
        "".join(f"\\u{ord(character):04x}" for character in text),
        "".join(f"&#{ord(character)};" for character in text),
    }
    ways |= {base64.b64encode(before + raw).decode() for before in (b"Bearer ", b"a", b"ab", b"sid=")}
    return ways - {""}


def echoed(handler: BaseHTTPRequestHandler) -> list[str]:
    """What came with a request, in every encoding."""
    came = [value for name, value in handler.headers.items() if name.lower() not in _DULL]
    came += [urlsplit(handler.path).query]
    basic = handler.headers.get("authorization", "").partition("Basic ")[2]
    if basic:
        came += [base64.b64decode(basic).decode(), *base64.b64decode(basic).decode().split(":")]
    for value in [*came]:
        came += [part.partition("=")[2] for part in value.replace("&", ";").split(";") if "=" in part]
        came += value.split(" ")[1:]
    return sorted({way for one in came if one for way in encodings(one)})


_DULL = ("host", "accept", "content-type", "content-length", "user-agent", "connection", "accept-encoding")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    notes: dict[str, dict[str, Any]]
    lock: threading.Lock

    def log_message(self, *_: object) -> None:
        pass

    def _answered(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        path = urlsplit(self.path).path
        if path == "/graphql":
            self._graphql(json.loads(body or b"{}"))
        elif path == "/openapi.json":
            respond(self, json.dumps(DESCRIPTION).encode())
        elif path.startswith("/notes"):
            self._rest(path.removeprefix("/notes").strip("/"), body)
        else:
            respond(self, f"<html>nothing here for {echoed(self)}</html>".encode(), 404, "text/html")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answered  # noqa: N815 - as the library calls them

    def _graphql(self, asked: dict[str, Any]) -> None:
        query = asked.get("query", "")
        if "page" in query and "__schema" not in query:
            respond(self, f"<html>{echoed(self)}</html>".encode(), 500, "text/html")
            return
        done = graphql_sync(_SCHEMA, query, _Root(self), variable_values=asked.get("variables"))
        answer: dict[str, Any] = {"data": done.data}
        if done.errors:
            answer["errors"] = [error.formatted for error in done.errors]
        respond(self, json.dumps(answer).encode())

    def _rest(self, key: str, body: bytes) -> None:
        with self.lock:
            status, answer = self._noted(key, body)
        respond(self, b"" if status == 204 else json.dumps(answer).encode(), status)

    def _noted(self, key: str, body: bytes) -> tuple[int, Any]:
        """With a fault: what was changed is not kept."""
        notes, echo = type(self).notes, " ".join(echoed(self))
        if self.command == "POST":
            key = f"n{len(notes) + 1:04d}"
            notes[key] = {**json.loads(body), "id": key, "echo": echo}
            return 201, notes[key]
        if not key:
            return 200, [note for note in notes.values() if "gone" not in note]
        note = notes.get(key)
        if note is None or "gone" in note:
            return 404, {"error": f"there is no {key} for {echo}"}
        if self.command == "DELETE":
            note["gone"] = True
            return 204, None
        return 200, note


class _Root:
    def __init__(self, handler: BaseHTTPRequestHandler) -> None:
        self._said = echoed(handler)

    def _person(self, number: str) -> dict[str, Any] | None:
        if number not in ("1", "2", "3"):
            return None
        return {
            "id": number,
            "name": f"Jerry {number}",
            "iban": IBAN,
            "card": CARD,
            "ssn": SSN,
            "passcode": PASSCODE,
            "birthDate": BIRTH,
            "email": MAIL,
            "note": "; ".join(self._said),
        }

    def me(self, _: Any) -> Any:
        return self._person("1")

    def people(self, _: Any) -> Any:
        return [self._person(number) for number in "123"]

    def person(self, _: Any, id: str) -> Any:  # noqa: A002 - its name in the schema
        return self._person(id)

    def personByIban(self, _: Any, iban: str) -> Any:  # noqa: N802 - likewise
        return self._person("1") if iban == IBAN else None

    def personByEmail(self, _: Any, email: str) -> Any:  # noqa: N802
        return self._person("2") if email == MAIL else None

    def unlock(self, _: Any, passcode: str) -> Any:
        return self._person("3") if passcode == PASSCODE else None

    def said(self, _: Any) -> Any:
        return self._said

    def boom(self, _: Any, text: str | None = None) -> Any:
        said = " ".join(self._said)
        raise GraphQLError(f"Internal server error: KeyError {said}", extensions={"request": self._said})

    def broken(self, _: Any) -> Any:
        return " ".join(self._said)


@contextmanager
def echoing() -> Iterator[str]:
    """The service on a free loopback port; gives ``127.0.0.1:PORT``."""
    handler = type("Handler", (_Handler,), {"notes": {}, "lock": threading.Lock()})
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
