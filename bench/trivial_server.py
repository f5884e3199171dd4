"""A GraphQL server that does next to nothing, so that a client's speed is what is measured.

    python -m bench.trivial_server

Prints its port. Every leaf is 1, every object has what was asked for, every list one item; introspection is answered
from a prepared text. It counts what it answers: GET /count gives the number of operations and the seconds between the
first and the last, so that all clients are measured by the same clock. GET /reset starts counting anew.
"""

from __future__ import annotations

import asyncio
import json
import re
from time import perf_counter
from typing import Any

import uvloop
from graphql import build_schema, introspection_from_schema

SCHEMA = """
type Query { one: Int two(n: Int, word: String): Int! item(id: ID!): Item items(first: Int = 3): [Item!]! }
type Item { size: Int! weight(unit: Unit): Float parts: [Item!]! owner: Owner }
type Owner { age: Int item: Item }
enum Unit { GRAM OUNCE }
"""
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\.\.\.|[{}()@:]|[^\s{}()@:",]+')
_LISTS = frozenset(("items", "parts"))


def answer(document: str, variables: dict[str, Any]) -> dict[str, Any]:
    """The data for a valid document of the schema above."""
    tokens = _TOKEN.findall(document)
    position = tokens.index("{")
    if tokens[0] != "{":  # after the variable definitions, which hold no braces
        position = tokens.index("{", tokens.index(")") if "(" in tokens[:position] else 0)
    data, _ = _selection(tokens, position, variables)
    return data


def _selection(tokens: list[str], at: int, variables: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The object for the selection set that opens at this token, and the place after it."""
    made: dict[str, Any] = {}
    at += 1
    while tokens[at] != "}":
        key = name = tokens[at]
        at += 1
        if tokens[at] == ":":
            name = tokens[at + 1]
            at += 2
        if tokens[at] == "(":
            at = _after_arguments(tokens, at)
        kept = True
        while tokens[at] == "@":
            kept = kept and _kept(tokens, at, variables)
            at = _after_arguments(tokens, at + 2)
        value: Any = name if name == "__typename" else 1
        if tokens[at] == "{":
            value, at = _selection(tokens, at, variables)
            value = [value] if name in _LISTS else value
        if kept:
            made[key] = value
    return made, at + 1


def _after_arguments(tokens: list[str], at: int) -> int:
    depth = 0
    while True:
        depth += (tokens[at] in "({") - (tokens[at] in ")}")
        at += 1
        if depth == 0:
            return at


def _kept(tokens: list[str], at: int, variables: dict[str, Any]) -> bool:
    """``@include ( if : value )`` or ``@skip``."""
    value = tokens[at + 5]
    condition = variables[value[1:]] if value.startswith("$") else value == "true"
    return bool(condition) is (tokens[at + 1] == "include")


class CountingProtocol(asyncio.Protocol):
    """HTTP as far as clients here need it: keep-alive, Content-Length. A subclass says what is answered."""

    count = 0
    first = 0.0
    last = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See ``asyncio.Protocol``."""
        self._transport: Any = transport
        self._buffer = b""

    def data_received(self, data: bytes) -> None:
        """See ``asyncio.Protocol``."""
        self._buffer += data
        while True:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            size = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
            length = int(size[1]) if size else 0
            if len(rest) < length:
                return
            self._buffer = rest[length:]
            self._answer(head, rest[:length])

    def _answer(self, head: bytes, body: bytes) -> None:
        kind = CountingProtocol
        text: bytes | None
        if head.startswith(b"GET /count"):
            text = json.dumps([kind.count, kind.last - kind.first]).encode()
        elif head.startswith(b"GET /reset"):
            kind.count, text = 0, b"{}"
        else:
            text = self.text_for(head, body)
        if text is None:
            self._transport.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        lines = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        self._transport.write(lines % len(text) + text)

    def count_one(self) -> None:
        """Count a request that is worth counting."""
        kind = CountingProtocol
        kind.last = perf_counter()
        kind.first = kind.first if kind.count else kind.last
        kind.count += 1

    def text_for(self, head: bytes, body: bytes) -> bytes | None:
        """The body of the answer; None where there is nothing."""
        raise NotImplementedError


class _Items(CountingProtocol):
    """The answers of the GraphQL server."""

    introspection = json.dumps({"data": introspection_from_schema(build_schema(SCHEMA))}).encode()

    def text_for(self, head: bytes, body: bytes) -> bytes | None:  # noqa: ARG002 - for others
        if b"__schema" in body:
            return self.introspection
        self.count_one()
        try:
            request = json.loads(body)
            return json.dumps({"data": answer(request["query"], request.get("variables") or {})}).encode()
        except (ValueError, IndexError, KeyError, TypeError, AttributeError):  # not a valid operation
            return b'{"errors": [{"message": "Syntax Error: not a document"}]}'


async def serve(protocol: type[CountingProtocol]) -> None:
    """Answer until the process is ended; prints the port."""
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(_Items))
