"""One large API of ``bench.large_styles``, served over HTTP.

    python -m bench.large_server STYLE SIZE

Prints its port. GET /facts gives what the schema holds, how many operations were answered, and the seconds between the
moment the introspection had been sent and the first operation after it: the API's own clock, whoever asks.
"""

from __future__ import annotations

import json
import socket
import sys
from time import perf_counter
from typing import Any

import uvicorn
from graphql import GraphQLError, execute_sync, introspection_from_schema, parse, validate

from bench.large_styles import Api


class Served:
    """An ASGI application."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._introspection = json.dumps({"data": introspection_from_schema(api.schema)}).encode()
        self._sent: float | None = None
        self._first: float | None = None
        self._answered = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if scope["path"] == "/facts":
            await _respond(send, json.dumps(self.facts()).encode())
        elif b"__schema" in body:
            await _respond(send, self._introspection)
            self._sent, self._first = perf_counter(), None
        else:
            self._first = perf_counter() if self._first is None else self._first
            self._answered += 1
            await _respond(send, json.dumps(self._answer(body)).encode())

    def facts(self) -> dict[str, Any]:
        """What is known of the schema and of the run against it."""
        begun = self._sent is not None and self._first is not None
        return {
            "inputs": self._api.inputs,
            "arguments": self._api.arguments,
            "bytes": len(self._introspection),
            "answered": self._answered,
            "first": self._first - self._sent if begun else None,  # type: ignore[operator]
            "witnessable": sorted(self._api.witnessable()),
        }

    def _answer(self, body: bytes) -> dict[str, Any]:
        try:
            request = json.loads(body)
            document = parse(request["query"])
        except (ValueError, KeyError, TypeError, GraphQLError) as error:
            return {"errors": [{"message": f"Syntax Error: {error}"}]}
        problems = validate(self._api.schema, document)
        if problems:
            return {"errors": [problem.formatted for problem in problems]}
        result = execute_sync(self._api.schema, document, variable_values=request.get("variables"))
        return dict(result.formatted)


async def _respond(send: Any, text: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def main() -> None:
    """Serve until ended."""
    style, size = sys.argv[1], int(sys.argv[2])
    application = Served(Api(style, size))
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(uvicorn.Config(application, log_level="error")).run([listening])


if __name__ == "__main__":
    main()
