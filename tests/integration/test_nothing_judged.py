"""Never green for nothing: every trouble that stands between us and an API, with every command that asks one."""

from __future__ import annotations

import json
import socket
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from graphql import GraphQLError, build_schema, graphql_sync

from querious.demo.rest.describing import description
from servers import answering, respond

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler

SDL = """
type Query { hello(name: String!): String thing(id: ID!): Thing things: [Thing!]! }
type Thing { id: ID! label: String size: Int! }
"""
SCHEMA = build_schema(SDL)
THINGS = {"1": {"id": "1", "label": "one", "size": 1}, "2": {"id": "2", "label": None, "size": 2}}
ROOT = {
    "hello": lambda _, name: f"Hello {name}",
    "thing": lambda _, id: THINGS.get(id),  # noqa: A006 - the name of the argument
    "things": lambda _: list(THINGS.values()),
}


def refuse(*_: object, **__: object) -> None:
    raise GraphQLError("Who are you?", extensions={"code": "UNAUTHENTICATED"})


def answered(body: bytes, root: object) -> bytes:
    request = json.loads(body)
    result = graphql_sync(SCHEMA, request["query"], root, variable_values=request.get("variables"))
    return json.dumps(result.formatted).encode()


@dataclass
class Trouble:
    """What an API answers to everything, and the words that must stand in the one line."""

    words: str
    status: int = 200
    body: bytes = b""
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


PAGE = b"<!doctype html><html><title>%s</title></html>"
TROUBLES = {
    "429": Trouble("HTTP 429 (too many requests)", 429, b"{}"),
    "429 with a long wait": Trouble("the API asked to wait 900 s", 429, b"{}", headers={"retry-after": "900"}),
    "401": Trouble("HTTP 401 (unauthorized); pass credentials with --", 401, b'{"message": "no"}'),
    "403": Trouble("HTTP 403 (forbidden)", 403, PAGE % b"Forbidden", "text/html"),
    "404": Trouble("HTTP 404 (not found)", 404, b'{"detail": "Not Found"}'),
    "redirect": Trouble("redirects to https://api.example/v2", 301, headers={"location": "https://api.example/v2?a=b"}),
    "login": Trouble("redirects to a login, http://127.0.0.1", 302, headers={"location": "/accounts/login?next=/"}),
    "login page": Trouble('titled "Please sign in" that look like a login', 200, PAGE % b"Please sign in", "text/html"),
    "page": Trouble('HTML pages titled "Welcome"', 200, PAGE % b"Welcome", "text/html"),
    "closed port": Trouble("no connection to http://127.0.0.1"),
}
OF_GRAPHQL = {
    "empty": Trouble("were empty (HTTP 200)"),
    "other JSON": Trouble("no GraphQL (HTTP 200, application/json", 200, b'{"status": "up"}'),
    "one error for all": Trouble(
        'the same error, "Missing header X-Tenant"', 200, b'{"errors": [{"message": "Missing header X-Tenant"}]}'
    ),
}


@contextmanager
def suffering(trouble: Trouble) -> Iterator[str]:
    """An API with a trouble; gives its URL."""
    if not trouble.status or trouble.words.startswith("no connection"):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            yield f"http://127.0.0.1:{taken.getsockname()[1]}/graphql"
        return

    def answer(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        handler.send_response(trouble.status)
        handler.send_header("content-type", trouble.kind)
        handler.send_header("content-length", str(len(trouble.body)))
        for name, value in trouble.headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(trouble.body)

    with answering(answer) as url:
        yield url


@contextmanager
def healthy(root: object = ROOT) -> Iterator[str]:
    with answering(lambda handler, body: respond(handler, answered(body, root))) as url:
        yield url


@pytest.fixture(autouse=True)
def _files(tmp_path):
    (tmp_path / "schema.graphql").write_text(SDL, encoding="utf-8")
    (tmp_path / "openapi.json").write_text(json.dumps(description()), encoding="utf-8")


def line_of(result) -> str:
    """The one line of a command that could not judge anything."""
    assert result.returncode == 2, result.stdout + result.stderr
    (line,) = result.stderr.strip().splitlines()
    assert line.startswith("querious: ")
    return line


@pytest.mark.parametrize("name", [*TROUBLES, *OF_GRAPHQL])
def test_run_with_a_schema_stops_early_with_the_likely_cause(called, name):
    trouble = {**TROUBLES, **OF_GRAPHQL}[name]
    with suffering(trouble) as url:
        line = line_of(called("run", url, "--schema", "schema.graphql", "--time", "30s", "--no-save"))
    assert "nothing could be judged" in line
    assert trouble.words in line


@pytest.mark.parametrize("name", [*TROUBLES, *OF_GRAPHQL])
def test_run_without_a_schema_says_why_there_is_none(called, name):
    with suffering({**TROUBLES, **OF_GRAPHQL}[name]) as url:
        line_of(called("run", url, "--time", "60s", "--no-save"))


@pytest.mark.parametrize("name", ["401", "page", "closed port"])
def test_learn_writes_no_baseline_of_nothing(called, tmp_path, name):
    with suffering(TROUBLES[name]) as url:
        assert TROUBLES[name].words in line_of(called("learn", url, "--schema", "schema.graphql", "--time", "20s"))
    assert not (tmp_path / "querious-baseline.json").exists()


@pytest.mark.parametrize("name", ["401", "page", "429 with a long wait"])
@pytest.mark.parametrize("side", ["A", "B"])
def test_diff_compares_nothing_with_a_side_that_refuses(called, name, side):
    with suffering(TROUBLES[name]) as troubled, healthy() as well:
        sides = (troubled, well) if side == "A" else (well, troubled)
        line = line_of(called("diff", *sides, "--schema", "schema.graphql", "--time", "20s"))
    assert line.startswith(f"querious: {side}: nothing could be judged")
    assert TROUBLES[name].words.removesuffix("; pass credentials with --") in line
    if name == "401":
        assert ("--bearer-b" in line) == (side == "B")


@pytest.mark.parametrize("name", list(TROUBLES))
def test_crud_that_tests_nothing_is_not_green(called, name):
    with suffering(TROUBLES[name]) as url:
        line = line_of(called("crud", "openapi.json", "--url", url.removesuffix("/graphql"), "--time", "20s"))
    assert "nothing could be tested" in line
    assert TROUBLES[name].words in line


@pytest.fixture
def saved(called):
    """A saved run with a finding, and how to replay it at a URL."""

    def spoil(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        respond(handler, answered(body, ROOT).replace(b'"size": 1', b'"size": "big"'))

    with answering(spoil) as url:
        result = called("run", url, "--schema", "schema.graphql", "--requests", "100", "--json", "run.json")
    assert result.returncode == 1, result.stdout + result.stderr
    return lambda url: called("replay", "run.json", "--schema", "schema.graphql", "--target", url)


@pytest.mark.parametrize("name", [*TROUBLES, "empty", "502", "500"])
def test_a_replay_that_is_refused_could_not_tell(saved, name):
    gateway = {"502": Trouble("", 502, PAGE % b"Bad Gateway", "text/html"), "500": Trouble("", 500, b"{}")}
    with suffering({**TROUBLES, **OF_GRAPHQL, **gateway}[name]) as url:
        result = saved(url)
    assert result.returncode == 2, result.stdout
    assert "could not tell" in result.stdout
    assert "gone" not in result.stdout


def test_a_replay_without_the_token_could_not_tell_and_with_a_mended_api_it_is_gone(saved):
    with healthy(dict.fromkeys(ROOT, refuse)) as url:
        result = saved(url)
    assert (result.returncode, "gone" in result.stdout) == (2, False)
    assert "errors that ask for credentials; pass credentials with --header or --bearer" in result.stdout
    with healthy() as url:
        result = saved(url)
    assert (result.returncode, "gone" in result.stdout) == (0, True)


def test_answers_that_only_ask_for_credentials_are_nothing(called):
    with healthy(dict.fromkeys(ROOT, refuse)) as url:
        line = line_of(called("run", url, "--time", "60s", "--no-save"))
        assert "errors that ask for credentials; pass credentials with --header or --bearer" in line
        line = line_of(called("run", url, "--time", "60s", "--no-save", "--bearer", "s3cret"))
    assert "check the credentials that were sent" in line
    assert "s3cret" not in line


def test_the_path_that_answers_is_named(called):
    def answer(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        if handler.path == "/api/graphql":
            respond(handler, answered(body, ROOT))
        else:
            respond(handler, b"nothing here", 404, "text/plain")

    with answering(answer) as url:
        named = f"{url.removesuffix('/graphql')}/api/graphql answers GraphQL: use that URL"
        assert named in line_of(called("run", url, "--schema", "schema.graphql", "--time", "20s", "--no-save"))
        assert named in line_of(called("run", url, "--time", "60s", "--no-save"))


def test_faults_everywhere_stay_findings(called):
    with suffering(Trouble("", 500, b'{"errors": [{"message": "boom"}]}')) as url:
        result = called("run", url, "--schema", "schema.graphql", "--requests", "60", "--no-save", "--shrink", "0")
    assert result.returncode == 1
    assert "HTTP 500" in result.stdout


def test_a_run_that_collapses_says_so_in_its_last_line(called):
    asked = 0

    def answer(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        nonlocal asked
        asked += 1
        respond(handler, *((answered(body, ROOT), 200) if asked <= 60 else (b'{"message": "expired"}', 401)))

    with answering(answer) as url:
        result = called("run", url, "--requests", "200", "--no-save", "--seed", "1")
    assert result.returncode == 2
    last = result.stdout.strip().splitlines()[-1]
    assert last.startswith("Nothing found, but the last ")
    assert "HTTP 401 (unauthorized)" in last


def test_retry_after_is_obeyed_and_told(called):
    refused = 0

    def answer(handler: BaseHTTPRequestHandler, body: bytes) -> None:
        nonlocal refused
        if b"__schema" in body or refused >= 2:
            respond(handler, answered(body, ROOT))
            return
        refused += 1
        handler.send_response(429)
        handler.send_header("retry-after", "1")
        handler.send_header("content-length", "2")
        handler.end_headers()
        handler.wfile.write(b"{}")

    with answering(answer) as url:
        result = called("run", url, "--requests", "60", "--no-save", "--seed", "1")
    assert result.returncode == 0, result.stdout + result.stderr
    told = " ".join(result.stdout.split())
    assert "(429 or 503): querious waited" in told
    assert "limit" not in told.partition("Answers")[2].partition("Notes")[0]
