"""``querious run`` on the servers that people have: good ones, broken ones, closed ones."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

from graphql import build_schema, graphql_sync

from servers import answering, hang_up, respond

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler

SDL = """
type Query { hello(name: String!): String thing(id: ID!): Thing }
type Thing { id: ID! label: String size: Int! }
"""
SCHEMA = build_schema(SDL)
THINGS = {"1": {"id": "1", "label": "one", "size": 1}, "2": {"id": "2", "label": None, "size": 2}}
ROOT = {"hello": lambda _, name: f"Hello {name}", "thing": lambda _, id: THINGS.get(id)}  # noqa: A006


def healthy(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    request = json.loads(body)
    result = graphql_sync(
        SCHEMA, request["query"], ROOT, variable_values=request.get("variables"),
        operation_name=request.get("operationName"),
    )  # fmt: skip
    respond(handler, json.dumps(result.formatted).encode())


def without_introspection(handler: BaseHTTPRequestHandler, body: bytes) -> None:
    if b"__schema" in body:
        message = "GraphQL introspection is not allowed, but the query contained __schema or __type"
        error = {"message": message, "extensions": {"code": "GRAPHQL_VALIDATION_FAILED"}}
        respond(handler, json.dumps({"errors": [error]}).encode(), 400)
    else:
        healthy(handler, body)


def one_line(result: subprocess.CompletedProcess[str]) -> str:
    assert result.returncode == 2, result.stdout + result.stderr
    (line,) = result.stderr.strip().splitlines()
    assert line.startswith("querious: ")
    assert "Traceback" not in result.stdout
    return line


def test_a_healthy_server_has_no_findings(querious):
    with answering(healthy) as url:
        result = querious("run", url, "--requests", "300", "--seed", "1", "--no-save")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "seed 1" in result.stdout
    assert "100%" in result.stdout


def test_introspection_off_and_a_schema_file_instead(querious, tmp_path):
    (tmp_path / "schema.graphql").write_text(SDL, encoding="utf-8")
    with answering(without_introspection) as url:
        line = one_line(querious("run", url))
        assert "introspection" in line.lower()
        assert "--schema" in line
        result = querious("run", url, "--schema", "schema.graphql", "--requests", "300", "--seed", "1")
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_web_page(called):
    page = b"<!doctype html><html><title>Welcome</title></html>"
    with answering(lambda handler, _: respond(handler, page, kind="text/html")) as url:
        assert "web page" in one_line(called("run", url)).lower()


def test_closed_doors(called):
    with answering(lambda handler, _: respond(handler, b"{}", 401)) as url:
        line = one_line(called("run", url))
        assert "401" in line
        assert "--header" in line or "--bearer" in line
    with answering(lambda handler, _: respond(handler, b"no", 403, "text/plain")) as url:
        assert "403" in one_line(called("run", url))


def test_nobody_there(called):
    with answering(healthy) as url:
        pass
    assert "connection" in one_line(called("run", url)).lower()


def test_an_empty_schema_file(called, tmp_path):
    (tmp_path / "empty.graphql").write_text("", encoding="utf-8")
    with answering(healthy) as url:
        assert "empty" in one_line(called("run", url, "--schema", "empty.graphql"))


def test_a_server_that_hangs_is_reported_and_does_not_hang_us(querious):
    def hangs(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        if b"hello" in body and b"__schema" not in body:
            time.sleep(2)
        healthy(handler, body)

    started = time.monotonic()
    with answering(hangs) as url:
        result = querious(
            "run", url, "--timeout", "0.4", "--requests", "40", "--seed", "1", "--invalid", "0", "--json", "run.json", "--shrink", "10",
        )  # fmt: skip
    assert result.returncode == 1, result.stdout + result.stderr
    assert "connection" in result.stdout
    assert "time limit" in result.stdout or "timeout" in result.stdout.lower()
    assert time.monotonic() - started < 60


def test_a_server_that_hangs_at_once(called):
    with answering(lambda _handler, _body: time.sleep(5)) as url:
        assert "no schema could be read within 2 s" in one_line(called("run", url, "--time", "2s"))


def test_a_server_that_drops_connections(querious):
    def drops(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        if b"size" in body and b"__schema" not in body:
            hang_up(handler)
        else:
            healthy(handler, body)

    with answering(drops) as url:
        result = querious("run", url, "--requests", "200", "--seed", "1", "--invalid", "0")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "the connection was lost" in result.stdout
    assert "size" in result.stdout


def test_ctrl_c_prints_what_was_found_so_far(tmp_path):
    shown = threading.Semaphore(0)

    def faulty(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        time.sleep(0.01)
        if b"label" in body and b"__schema" not in body:
            respond(handler, b"oops", 500, "text/plain")
            shown.release()
        else:
            healthy(handler, body)

    with answering(faulty) as url:
        process = subprocess.Popen(
            [sys.executable, "-m", "querious", "run", url, "--time", "60s", "--seed", "1"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(30):  # more than there are connections: the first of them was judged
            assert shown.acquire(timeout=30)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 1, output + errors
    assert "interrupted" in output
    assert "500" in output
    assert "Traceback" not in errors


def test_one_seed_sends_the_same_cases(querious, called):
    """In two processes, because Python orders sets anew in each."""

    def recorded(command: Callable[..., subprocess.CompletedProcess[str]], seed: str) -> list[bytes]:
        bodies: list[bytes] = []

        def record(handler: BaseHTTPRequestHandler, body: bytes) -> None:
            bodies.append(body)
            healthy(handler, body)

        with answering(record) as url:
            assert command("run", url, "--requests", "150", "--seed", seed, "--no-save").returncode == 0
        return bodies

    first = recorded(querious, "7")
    assert sorted(first) == sorted(recorded(querious, "7"))
    assert sorted(first) != sorted(recorded(called, "8"))


def test_a_strawberry_schema_in_process(querious, tmp_path):
    (tmp_path / "shop.py").write_text(
        "import strawberry\n"
        "@strawberry.type\n"
        "class Query:\n"
        "    @strawberry.field\n"
        "    def ratio(self, a: int, b: int) -> float:\n"
        "        return a / b\n"
        "schema = strawberry.Schema(Query)\n",
        encoding="utf-8",
    )
    result = querious("run", "shop:schema", "--requests", "300", "--seed", "1")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "division by zero" in result.stdout
    assert "Query.ratio" in result.stdout
    again = querious("replay")
    assert again.returncode == 1, again.stdout + again.stderr
    (tmp_path / "shop.py").write_text(
        (tmp_path / "shop.py").read_text(encoding="utf-8").replace("a / b", "a / (b or 1)"), encoding="utf-8"
    )
    mended = querious("replay")
    assert mended.returncode == 0, mended.stdout + mended.stderr
