"""A client of the bookshop in a screenful, which holds every answer against the shop's own description."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from querious.demo import create_rest_app, create_trade_app
from querious.demo.rest.describing import description
from querious.demo.rest.trade.description import trade_description


@dataclass
class Reply:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def payload(self) -> Any:
        return json.loads(self.body)


class Description:
    """Finds what was promised for a request, and says what an answer does otherwise."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.validators: dict[int, Draft202012Validator] = {}
        self.paths = {
            re.compile(re.sub(r"\{\w+\}", "[^/]+", path)): item for path, item in self.document["paths"].items()
        }

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        plain = path.partition("?")[0]
        item = next((item for form, item in self.paths.items() if form.fullmatch(plain)), {})
        return item.get(method.lower())

    def validator(self, schema: dict[str, Any]) -> Draft202012Validator:
        """One for each schema: making one takes longer than using it."""
        if id(schema) not in self.validators:
            whole = {**schema, "components": self.document["components"]}
            self.validators[id(schema)] = Draft202012Validator(whole, format_checker=FormatChecker())
        return self.validators[id(schema)]

    def check(self, method: str, path: str, reply: Reply) -> None:
        operation = self.operation(method, path)
        if operation is None:
            assert path == "/openapi.json" or reply.status in {404, 405}
            return
        promised = operation["responses"].get(str(reply.status))
        assert promised is not None, f"{method} {path}: {reply.status} is not described"
        for name, header in promised.get("headers", {}).items():
            value = reply.headers[name.lower()]
            self.validator(header["schema"]).validate(int(value) if header["schema"]["type"] == "integer" else value)
        told = {name.lower() for name in promised.get("headers", {})} | {"content-type", "content-length"}
        assert set(reply.headers) <= told
        if "content" not in promised:
            assert reply.body == b""
            return
        ((kind, media),) = promised["content"].items()
        assert reply.headers["content-type"] == kind
        self.validator(media["schema"]).validate(reply.body.decode() if kind == "text/csv" else reply.payload)


@dataclass
class Shopper:
    """Talks to one app; ``together`` sends several requests at once."""

    app: Any
    runner: asyncio.Runner
    described: Description | None
    """None for a shop whose answers need not fit."""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        return self.together((method, path, body, headers))[0]

    def together(self, *requests: tuple[str, str, Any, dict[str, str]]) -> list[Reply]:
        async def all_of_them() -> list[Reply]:
            return await asyncio.gather(*(_call(self.app, *request) for request in requests))

        replies = self.runner.run(all_of_them())
        for (method, path, _, _), reply in zip(requests, replies, strict=True):
            if self.described is not None:
                self.described.check(method, path, reply)
        return replies

    def get(self, path: str, **headers: str) -> Reply:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Reply:
        return self.send("PUT", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> Reply:
        return self.send("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Reply:
        return self.send("DELETE", path, **headers)

    def author(self, **fields: Any) -> str:
        return self.post("/authors", {"name": "A", **fields}).payload["id"]

    def book(self, **fields: Any) -> int:
        author = fields.pop("author_id", None) or self.author()
        return self.post("/books", {"title": "B", "author_id": author, **fields}).payload["id"]

    def task(self, **fields: Any) -> str:
        return self.post("/tasks", {"title": "T", **fields}).payload["id"]

    def coupon(self, code: str = "CODE", **fields: Any) -> str:
        return self.post("/coupons", {"code": code, "percent": 5, **fields}).headers["location"]

    def listed(self, path: str) -> list[Any]:
        """All entries, page by page, as a client that trusts the shop reads them."""
        payload = self.get(path).payload
        if isinstance(payload, list):
            return payload
        found = payload["items"]
        while payload.get("next") or payload.get("next_cursor"):
            payload = self.get(payload.get("next") or f"{path}?after={payload['next_cursor']}").payload
            found += payload["items"]
        return found


async def _call(app: Any, method: str, path: str, body: Any, headers: dict[str, str]) -> Reply:
    reply = Reply()
    plain, _, query = path.partition("?")
    content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": plain,
        "query_string": query.encode(),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            reply.status = message["status"]
            reply.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            reply.body += message.get("body", b"")

    await app(scope, receive, send)
    return reply


@pytest.fixture(scope="session")
def described() -> Description:
    return Description(description())


@pytest.fixture(scope="session")
def shopper(described: Description):
    """A shopper in a new shop with these faults."""
    with asyncio.Runner() as runner:
        yield lambda *faults: Shopper(create_rest_app(faults), runner, described)


@pytest.fixture(scope="session")
def buyer():
    """A shopper in the shop over GraphQL's data; where a fault is of the contract, no answer is held against it."""
    described = Description(trade_description())
    with asyncio.Runner() as runner:
        yield lambda *faults, fits=True: Shopper(
            create_trade_app(faults, delivers=True), runner, described if fits else None
        )
