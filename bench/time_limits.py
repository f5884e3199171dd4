"""Whether ``--time`` bounds whole commands, from their start to their last line.

    python -m bench.time_limits [--times 5,20,60] [--only slow,demo]

Four APIs: the demo with all its faults, one that takes a second for every answer, one with a huge schema, and one that
is wrong in 200 ways; and a REST service that takes its time. Each is tested by a process of its own with each limit.
Printed are the seconds that the whole process took, beside the limit and a fifth more, and the longest time in which
nothing was written. 1 if a process took longer, or was silent for more than 3 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import GraphQLError, GraphQLSchema, build_schema, graphql

from bench.table import show
from querious import demo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MORE = 1.2
_SILENCE = 3.0
_HEAD = ("API", "command", "limit s", "took s", "at most s", "longest silence s", "requests", "findings", "holds")


class Measured(NamedTuple):
    """One process."""

    api: str
    command: str
    limit: float
    took: float
    silence: float
    said: str

    @property
    def holds(self) -> bool:
        """Whether it kept to its time, and told that it was alive."""
        return self.took <= _MORE * self.limit and self.silence <= _SILENCE


def _slow() -> Any:
    schema = build_schema(
        "type Query { item(id: ID!): Item items: [Item!]! } type Item { id: ID! name: String items: [Item!]! }"
    )
    items = [{"id": str(number), "name": f"Item {number}", "items": []} for number in range(5)]
    schema.query_type.fields["items"].resolve = lambda *_: items  # type: ignore[union-attr]
    schema.query_type.fields["item"].resolve = lambda _r, _i, id: next((one for one in items if one["id"] == id), None)  # type: ignore[union-attr]  # noqa: A006
    return _served(schema, delay=1.0)


def _huge() -> Any:
    """3,000 types, each with ten fields of forty arguments."""
    lines = [f"type Query {{ {' '.join(f't{number}: T{number}' for number in range(3_000))} }}"]
    for number in range(3_000):
        arguments = " ".join(f"a{place}: In{(number + place) % 300}" for place in range(40))
        fields = " ".join(f"f{place}({arguments}): Int" for place in range(2))
        lines.append(f"type T{number} {{ id: ID! {fields} next: T{(number * 7 + 1) % 3_000} }}")
    lines += [
        f"input In{number} {{ eq: String lt: Int and: [In{(number + 1) % 300}!] or: [In{number}!] }}"
        for number in range(300)
    ]
    schema = build_schema("\n".join(lines), assume_valid=True)

    def resolve(_root: Any, info: Any, **_: Any) -> Any:
        name = str(info.return_type).strip("!")
        return {} if name.startswith("T") else 1

    for kind in [kind for name, kind in schema.type_map.items() if not name.startswith("__")]:
        for field in getattr(kind, "fields", {}).values():
            if hasattr(field, "resolve"):
                field.resolve = resolve
    return _served(schema)


def _wrong() -> Any:
    """200 fields that fail, each in its own way."""
    schema = build_schema(f"type Query {{ {' '.join(f'broken{number}(n: Int): Int' for number in range(200))} }}")

    def fail(_root: Any, info: Any, **_: Any) -> Any:
        raise RuntimeError(f"NullPointerException in {info.field_name}")

    for field in schema.query_type.fields.values():  # type: ignore[union-attr]
        field.resolve = fail
    return _served(schema)


def _demo() -> Any:
    return demo.create_app([fault.name for fault in demo.FAULTS if "hang" not in fault.name])


def _rest() -> Any:
    app = demo.create_rest_app([fault.name for fault in demo.REST_FAULTS][:10])

    async def slowly(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await asyncio.sleep(0.5)
        await app(scope, receive, send)

    return slowly


APIS: dict[str, tuple[Callable[[], Any], str, str]] = {
    "demo": (_demo, "run", "/graphql"),
    "slow": (_slow, "run", "/graphql"),
    "huge": (_huge, "run", "/graphql"),
    "wrong": (_wrong, "run", "/graphql"),
    "rest": (_rest, "crud", ""),
}


def main() -> int:
    """Print the table; 1 if a limit does not hold."""
    options = argparse.ArgumentParser()
    options.add_argument("--times", default="5,20,60")
    options.add_argument("--only", default=",".join(APIS))
    given = options.parse_args()
    measured = []
    for name in given.only.split(","):
        make, command, path = APIS[name]
        for limit in map(float, given.times.split(",")):
            with _serving(make) as url:
                measured.append(_measure(name, command, f"{url}{path}", limit))
                print(measured[-1].said, flush=True)
    rows = [
        [
            one.api,
            one.command,
            f"{one.limit:g}",
            f"{one.took:.1f}",
            f"{_MORE * one.limit:g}",
            f"{one.silence:.1f}",
            *one.said.split("|")[:2],
            "yes" if one.holds else "NO",
        ]
        for one in measured
    ]
    show("--time bounds the whole command", _HEAD, rows)
    return 0 if all(one.holds for one in measured) else 1


def _measure(name: str, command: str, url: str, limit: float) -> Measured:
    """Start it, and listen to it."""
    with tempfile.TemporaryDirectory() as folder:
        line = [
            sys.executable,
            "-m",
            "querious",
            command,
            url,
            "--time",
            f"{limit:g}s",
            "--seed",
            "1",
            "--json",
            "run.json",
        ]
        environ = {key: value for key, value in os.environ.items() if key != "CI"}
        started = heard = time.monotonic()
        silence = 0.0
        process = subprocess.Popen(line, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in process.stdout or ():
            silence, heard = max(silence, time.monotonic() - heard), time.monotonic()
        process.wait()
        took = time.monotonic() - started
        try:
            with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
                run = json.load(file)
            said = f"{run['requests']}|{len(run['findings'])}"
        except OSError:
            said = "-|-"
        return Measured(name, command, limit, took, max(silence, time.monotonic() - heard), said)


@contextmanager
def _serving(make: Callable[[], Any]) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(make, port), daemon=True)
    process.start()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.join()


def _serve(make: Callable[[], Any], port: int) -> None:
    import uvicorn  # noqa: PLC0415 - in the process of the server alone

    uvicorn.run(make(), host="127.0.0.1", port=port, log_level="critical")


def _served(schema: GraphQLSchema, delay: float = 0.0) -> Any:
    """An ASGI application that executes what it is sent."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        if b"__schema" not in body:
            await asyncio.sleep(delay)
        sent = json.loads(body)
        result = await graphql(
            schema, sent["query"], variable_values=sent.get("variables"), operation_name=sent.get("operationName")
        )
        content = json.dumps({"data": result.data, "errors": [_told(one) for one in result.errors or ()] or None})
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content.encode()})

    return app


def _told(error: GraphQLError) -> Any:
    return error.formatted


if __name__ == "__main__":
    sys.exit(main())
