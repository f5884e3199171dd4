"""A service that holds a secret of every kind that redaction knows, by shape and by name, and shows them all.

GraphQL at ``/graphql``, REST collections at ``/accounts`` and ``/grants`` with their description at ``/openapi.json``.
The keys of grants are secrets themselves. It has faults that put secrets into messages, pages and places where they do
not belong.
"""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from random import Random
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, build_schema, graphql_sync

from secrets_made_up import BY_SHAPE
from servers import Server, respond

if TYPE_CHECKING:
    from collections.abc import Iterator

EMAIL = "kosmo.kramer@mail.seinfeld.example"
BY_NAME = {
    "password": "correct-horse/9",
    "passcode": "zq81-open",
    "pin": 73915528,
    "securityCode": "88417702",
    "iban": "GB29NWBK60161331926819",
    "ssn": "078-05-1120",
    "cardNumber": 4000056655665556,
    "phone": "0701740605",
    "birthDate": "1987-05-04",
    "apiKey": "k-eleven-twelve",
    "sessionToken": "lantern-harbour",
    "accountNumber": "55810266",
}
"""Field of the API → its value; nearly none would be told by its shape."""
NUMBERS = ("pin", "cardNumber")
NOTES = {f"note{number}": secret for number, secret in enumerate(BY_SHAPE.values())}
"""The same for secrets that any field may hold."""
TOKENS = tuple("".join(Random(number).choices(ascii_letters + digits, k=40)) for number in range(300))
"""Keys of grants, in the order in which they are given."""
SECRETS = tuple(str(secret) for secret in (*BY_NAME.values(), *NOTES.values(), EMAIL, *TOKENS))

SDL = f"""
type Query {{
  people: [Person!]!
  person(id: ID!): Person
  personByEmail(email: String!): Person
  personByIban(iban: String!): Person
  unlock(passcode: String!): Person
  boom: String
  page: Int
  amount: Int!
  visits(email: String!): Int!
}}
type Person {{
  id: ID!
  name: String!
  email: String!
  {" ".join(f"{name}: {'Float' if name in NUMBERS else 'String'}" for name in BY_NAME)}
  {" ".join(f"{name}: String" for name in NOTES)}
}}
"""
_SCHEMA = build_schema(SDL)
_ACCOUNT = {"type": "object", "required": ["name"], "properties": {
    "id": {"type": "string", "readOnly": True},
    "name": {"type": "string"},
    **{name: {"type": "number" if name in NUMBERS else "string", "readOnly": True} for name in (*BY_NAME, *NOTES)},
}}  # fmt: skip
_GRANT = {"type": "object", "required": ["scope"], "properties": {
    "id": {"type": "string", "readOnly": True},
    "scope": {"type": "string", "minLength": 8},
}}  # fmt: skip
_ENTRY = {"application/json": {"schema": _ACCOUNT}}
_GRANT_ENTRY = {"application/json": {"schema": _GRANT}}
_BODY = {"content": _ENTRY}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Accounts", "version": "1"},
    "paths": {
        "/accounts": {
            "get": {"responses": {"200": {"description": "all", "content": {"application/json": {"schema": {
                "type": "array", "items": _ACCOUNT}}}}}},
            "post": {"requestBody": _BODY, "responses": {"201": {"description": "made", "content": _ENTRY}}},
        },
        "/accounts/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"responses": {"200": {"description": "one", "content": _ENTRY}, "404": {"description": "none"}}},
            "put": {"requestBody": _BODY, "responses": {"200": {"description": "done"}, "404": {"description": "-"}}},
            "delete": {"responses": {"204": {"description": "gone"}, "404": {"description": "none"}}},
        },
        "/grants": {
            "get": {"responses": {"200": {"description": "all", "content": {"application/json": {"schema": {
                "type": "array", "items": _GRANT}}}}}},
            "post": {"requestBody": {"content": _GRANT_ENTRY},
                     "responses": {"201": {"description": "made", "content": _GRANT_ENTRY}}},
        },
        "/grants/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {"responses": {"200": {"description": "-", "content": _GRANT_ENTRY}, "404": {"description": "-"}}},
            "put": {"requestBody": {"content": _GRANT_ENTRY},
                    "responses": {"200": {"description": "done"}, "404": {"description": "-"}}},
            "delete": {"responses": {"204": {"description": "gone"}, "404": {"description": "none"}}},
        },
    },
}  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    accounts: dict[str, dict[str, Any]]
    grants: dict[str, dict[str, Any]]
    lock: threading.Lock
    version: int

    def log_message(self, *_: object) -> None:
        pass

    def _answered(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path == "/graphql":
            self._graphql(json.loads(body or b"{}"))
        elif self.path == "/openapi.json":
            respond(self, json.dumps(DESCRIPTION).encode())
        else:
            _, collection, *key = self.path.split("/")
            with self.lock:
                status, answer = (self._grants if collection == "grants" else self._accounts)("".join(key), body)
            respond(self, b"" if status == 204 else json.dumps(answer).encode(), status)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answered  # noqa: N815 - as the library calls them

    def _graphql(self, asked: dict[str, Any]) -> None:
        query = asked.get("query", "")
        if "page" in query and "__schema" not in query:
            page = "".join(f"<p>{name}={value}</p>" for name, value in (*BY_NAME.items(), *NOTES.items()))
            respond(self, f"<html>{page}</html>".encode(), 500, "text/html")
            return
        done = graphql_sync(_SCHEMA, query, _Root(self.version), variable_values=asked.get("variables"))
        answer: dict[str, Any] = {"data": done.data}
        if done.errors:
            answer["errors"] = [error.formatted for error in done.errors]
        respond(self, json.dumps(answer).encode())

    def _accounts(self, key: str, body: bytes) -> tuple[int, Any]:
        """With two faults: what was changed is not kept, and the list fails once it is long."""
        accounts = type(self).accounts
        if self.command == "POST":
            key = f"a{len(accounts) + 1:04d}"
            accounts[key] = {**json.loads(body), "id": key, **BY_NAME, **NOTES}
            return 201, accounts[key]
        if not key:
            return 200, [account for account in accounts.values() if "gone" not in account]
        account = accounts.get(key)
        if account is None or "gone" in account:
            return 404, {"error": f"no account {key}; password={BY_NAME['password']}", "email": EMAIL}
        if self.command == "DELETE":
            account["gone"] = True
            return 204, None
        return 200, account

    def _grants(self, key: str, body: bytes) -> tuple[int, Any]:
        """With two faults: what was changed is not kept, and nothing can be removed after the first."""
        grants = type(self).grants
        if self.command == "POST":
            key = TOKENS[len(grants)]
            grants[key] = {**json.loads(body), "id": key}
            return 201, grants[key]
        if not key:
            return 200, [grant for grant in grants.values() if "gone" not in grant]
        grant = grants.get(key)
        if grant is None or "gone" in grant:
            return 404, {"error": f"no grant {key}"}
        if self.command == "DELETE":
            if any("gone" in other for other in grants.values()):
                return 500, {"error": f"cannot revoke {key}"}
            grant["gone"] = True
            return 204, None
        return 200, {"id": key, "scope": grant["scope"]}


class _Root:
    def __init__(self, version: int) -> None:
        self._version = version

    def _person(self, number: str) -> dict[str, Any] | None:
        if number not in ("1", "2", "3"):
            return None
        person = {"id": number, "name": f"Kramer {number}", "email": EMAIL, **BY_NAME, **NOTES}
        return person if self._version == 1 else {**person, "password": "another-one/4", "note1": "other words"}

    def people(self, _: Any) -> Any:
        return [self._person(number) for number in "123"]

    def person(self, _: Any, id: str) -> Any:  # noqa: A002 - its name in the schema
        return self._person(id)

    def personByEmail(self, _: Any, email: str) -> Any:  # noqa: N802 - likewise
        if email == EMAIL:
            raise GraphQLError(f"Internal server error: KeyError: {email!r} of {BY_NAME['iban']}")

    def personByIban(self, _: Any, iban: str) -> Any:  # noqa: N802
        return self._person("1") if iban == BY_NAME["iban"] else None

    def unlock(self, _: Any, passcode: str) -> Any:
        return self._person("3") if passcode == BY_NAME["passcode"] else None

    def boom(self, _: Any) -> Any:
        raise GraphQLError(f"Internal server error: TypeError {' '.join(NOTES.values())}", extensions={**BY_NAME})

    def amount(self, _: Any) -> Any:
        return f"password: {BY_NAME['password']}, {EMAIL}"

    def visits(self, _: Any, email: str) -> Any:
        return "many" if email == EMAIL else 1


@contextmanager
def confiding(version: int = 1) -> Iterator[str]:
    """The service on a free loopback port; gives ``http://127.0.0.1:PORT``. Version 2 answers a little otherwise."""
    grants = {TOKENS[0]: {"id": TOKENS[0], "scope": "of somebody"}}
    handler = type(
        "Handler", (_Handler,), {"accounts": {}, "grants": grants, "lock": threading.Lock(), "version": version}
    )
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
