"""A caller of ASGI apps in a screenful, so that no server is needed."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

import pytest


@dataclass
class Reply:
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    complete: bool = False

    @property
    def payload(self) -> Any:
        return json.loads(self.body)

    @property
    def data(self) -> Any:
        return self.payload["data"]

    @property
    def errors(self) -> list[dict[str, Any]]:
        return self.payload.get("errors", [])

    @property
    def message(self) -> str:
        return self.errors[0]["message"]

    @property
    def codes(self) -> list[str | None]:
        return [error.get("extensions", {}).get("code") for error in self.errors]


async def call(app: Any, body: bytes, method: str = "POST", content_type: str = "application/json") -> Reply:
    reply = Reply()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": "/graphql",
        "query_string": b"",
        "headers": [(b"content-type", content_type.encode()), (b"host", b"demo")],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            reply.status = message["status"]
            reply.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            reply.body += message.get("body", b"")
            reply.complete = not message.get("more_body", False)

    await app(scope, receive, send)
    return reply


@pytest.fixture(scope="session")
def post():
    """Send bytes as they are."""
    with asyncio.Runner() as runner:
        yield lambda app, body, **options: runner.run(call(app, body, **options))


@pytest.fixture(scope="session")
def ask(post: Any):
    """Send an operation."""

    def send(app: Any, query: str, variables: dict[str, Any] | None = None) -> Reply:
        return post(app, json.dumps({"query": query, "variables": variables}).encode())

    return send
