"""A small API that one has to log in at: over REST and GraphQL, by OAuth2, a login of its own, and cookies."""

from __future__ import annotations

import base64
import itertools
import json
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import uvicorn
from graphql import GraphQLError, build_schema, graphql_sync
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.requests import Request

USER = "alice@example.org"
PASSWORD = "correct-horse-battery"
SECRET = "the-clients-own-secret"
SCHEMA = build_schema(
    """
    type Query { books: [Book!]! book(id: ID!): Book }
    type Book { id: ID! title: String! }
    type Mutation { login(email: String!, password: String!): Session addBook(title: String!): Book }
    type Session { token: String! }
    """
)
BOOK = {
    "type": "object",
    "required": ["id", "title"],
    "properties": {"id": {"type": "string"}, "title": {"type": "string"}},
}
UNKNOWN = {"description": "who are you?"}


def described(operation: dict[str, Any]) -> dict[str, Any]:
    return {**operation, "responses": {**operation["responses"], "401": UNKNOWN}}


def answering(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "fine", "content": {"application/json": {"schema": schema}}}}


TEXTS = {
    "type": "object",
    "required": ["email", "password"],
    "properties": {"email": {"type": "string"}, "password": {"type": "string"}},
}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "books", "version": "1"},
    "paths": {
        "/books": {"get": described({"responses": answering({"type": "array", "items": BOOK})})},
        "/books/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": described({"responses": {**answering(BOOK), "404": {"description": "no such book"}}}),
        },
        "/whoami": {"get": described({"responses": answering({"type": "object"})})},
        "/auth/login": {
            "post": described(
                {
                    "requestBody": {"required": True, "content": {"application/json": {"schema": TEXTS}}},
                    "responses": {**answering({"type": "object"}), "422": {"description": "not so"}},
                }
            )
        },
    },
}


@dataclass
class Doors:
    """Who came in how often, and what tokens are good for."""

    lifetime: float = 3600.0
    told_lifetime: bool = True
    answers_cookie: bool = False
    open: bool = True
    """Whether anybody is let in any more."""
    stays: bool = True
    """Whether tokens that were given out count."""
    logins: list[str] = field(default_factory=list)
    """The ways in which somebody tried to log in."""
    refused: int = 0
    tokens: dict[str, float] = field(default_factory=dict)
    refresh_tokens: set[str] = field(default_factory=set)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    requests: int = 0

    def token(self) -> str:
        token = f"granted-token-number-{next(self.numbers):04}"
        self.tokens[token] = time.monotonic() + self.lifetime
        return token

    def knows(self, request: Request) -> bool:
        self.requests += 1
        token = request.headers.get("authorization", "").removeprefix("Bearer ") or request.cookies.get("sid", "")
        known = self.stays and self.tokens.get(token, 0.0) > time.monotonic()
        self.refused += not known
        return known

    def app(self, *, by_graphql: bool = False) -> Starlette:
        async def token(request: Request) -> Response:
            form = dict(parse_qsl((await request.body()).decode()))
            self.logins.append(form.get("grant_type", ""))
            basic = request.headers.get("authorization", "")
            client = base64.b64decode(basic.removeprefix("Basic ")).decode() if basic.startswith("Basic ") else ""
            client = client or f"{form.get('client_id', '')}:{form.get('client_secret', '')}"
            fine = {
                "client_credentials": client == f"querious:{SECRET}",
                "password": (form.get("username"), form.get("password")) == (USER, PASSWORD),
                "refresh_token": form.get("refresh_token") in self.refresh_tokens,
            }.get(form.get("grant_type", ""), False)
            if not fine or not self.open:
                return JSONResponse({"error": "invalid_grant", "error_description": f"not {form.get('password')}"}, 401)
            refresh = f"refresh-{next(self.numbers):04}-for-later"
            self.refresh_tokens.add(refresh)
            lasting = {"expires_in": self.lifetime} if self.told_lifetime else {}
            return JSONResponse(
                {"access_token": self.token(), "refresh_token": refresh, "token_type": "bearer", **lasting}
            )

        async def login(request: Request) -> Response:
            self.logins.append("login")
            try:
                body = json.loads(await request.body())
            except ValueError:
                return JSONResponse({"error": "no JSON"}, 422)
            given = (body.get("email"), body.get("password")) if isinstance(body, dict) else ()
            if given != (USER, PASSWORD) or not self.open:
                return JSONResponse({"error": "no such user"}, 401)
            token = self.token()
            if not self.answers_cookie:
                return JSONResponse({"data": {"session": {"key": token}}})
            response = JSONResponse({"welcome": USER})
            response.set_cookie("sid", token, max_age=3600)
            response.set_cookie("theme", "dark")
            return response

        async def books(request: Request) -> Response:
            if not self.knows(request):
                return JSONResponse({"error": "who are you?"}, 401)
            found = [{"id": str(number), "title": f"Book {number}"} for number in range(1, 4)]
            key = request.path_params.get("id")
            one = next((book for book in found if book["id"] == key), None)
            if key is None:
                return JSONResponse(found)
            return JSONResponse(one) if one else JSONResponse({"error": "no such book"}, 404)

        async def whoami(request: Request) -> Response:
            """Says more than it should: what was sent."""
            if not self.knows(request):
                return JSONResponse({"error": "who are you?"}, 401)
            return JSONResponse(
                {"seen": request.headers.get("authorization", ""), "cookie": request.headers.get("cookie", "")}
            )

        async def graphql(request: Request) -> Response:
            body = await request.json()
            known = self.knows(request)

            def logged_in(_: object, info: Any, email: str, password: str) -> Any:
                self.logins.append("mutation")
                if (email, password) != (USER, PASSWORD) or not self.open:
                    raise GraphQLError(f"wrong password {password}", extensions={"code": "BAD_USER_INPUT"})
                return {"token": self.token()}

            def only_known(value: Any) -> Any:
                def resolve(*_: object, **__: object) -> Any:
                    if not known:
                        raise GraphQLError("who are you?", extensions={"code": "UNAUTHENTICATED"})
                    return value

                return resolve

            root = {
                "books": only_known([{"id": "1", "title": "One"}, {"id": "2", "title": "Two"}]),
                "book": only_known({"id": "1", "title": "One"}),
                "addBook": only_known({"id": "1", "title": "One"}),
                "login": lambda info, email, password: logged_in(None, info, email, password),
            }
            result = graphql_sync(SCHEMA, body["query"], root, variable_values=body.get("variables"))
            return JSONResponse(result.formatted)

        async def description(_: Request) -> Response:
            return JSONResponse(DESCRIPTION)

        doors = [Route("/token", token, methods=["POST"]), Route("/auth/login", login, methods=["POST"])]
        if by_graphql:
            return Starlette(routes=[*doors, Route("/graphql", graphql, methods=["POST"])])
        shelves = [Route("/books", books), Route("/books/{id}", books), Route("/whoami", whoami)]
        return Starlette(routes=[*doors, *shelves, Route("/openapi.json", description)])


@contextmanager
def served(app: Any) -> Iterator[str]:
    """The application behind a real server; gives its address."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
