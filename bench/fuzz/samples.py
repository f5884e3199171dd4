"""Small valid samples of every kind of file, made in code: what mutations begin with."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import TYPE_CHECKING, Any, Final

import click
from graphql import build_schema, introspection_from_schema

from bench.fuzz.servers import SDL, Shop
from querious.baseline import file as baseline_file
from querious.cli import commands
from querious.model import Settings
from querious.pipeline.learn.use_case import learn
from querious.pipeline.run.use_case import run
from querious.report import json_report
from querious.report.kept_file import KeptFile

if TYPE_CHECKING:
    from pathlib import Path

QUERY: Final = "query Q($id: ID!) { product(id: $id) { name maker { id } } }"
REQUEST: Final = {"query": QUERY, "variables": {"id": "p1"}, "operationName": "Q"}
TOML: Final = """
seed = 7
requests = 100
time = "30s"
until-coverage = "95%"
mutations = true
allow = ["Mutation.create*"]
connections = 4
rate = 50
timeout = 2.5
max-answer = "16MB"
leaves = "one"
skip-oracles = ["leak"]
bearer = "${TOKEN}"
[headers]
X-A = "b"
[generators]
DateTime = ["2020-01-01"]
[seed-values]
Query.product.id = ["p1"]
"""
HOOKS: Final = """
import sys

def polite(exchange):
    if exchange.status > 400:
        return "rude"

def moments(random):
    return random.choice(["2020-01-01", 5, None, [1.5], {"a": True}])

generators = {"DateTime": moments, "ID": ["p1", "p2"]}
oracles = [polite]

def headers():
    return {"X-Fresh": "1"}
"""
TEMPLATE: Final = """{
  "title": "nonempty_string(20)", "pages": "int(1, 900)", "price": "float(0.5, 99)",
  "born": "date(2020-01-01, 2021-01-01)",
  "tags": {"list_of(0, 3)": "one_of(\\"a\\", \\"b\\")"}, "code": "uuid()", "kind": "one_of(1, 2)", "fixed": [1, null]
}"""
JOURNAL: Final = "\n".join(
    json.dumps(line)
    for line in (
        {"target": "openapi.json", "url": "http://127.0.0.1:9", "template": ""},
        {"there": "books", "keys": ["1", "2"]},
        {"posting": "books", "given": {}, "entry": {"title": "a"}},
        {"posted": "books", "given": {}, "key": "3"},
        {"removed": "books", "given": {}, "key": "3"},
        {"posting": "books", "given": {"author": ["1"]}, "entry": None},
    )
)
INTROSPECTION: Final = json.dumps({"data": introspection_from_schema(build_schema(SDL))})
HAR: Final = json.dumps(
    {
        "log": {
            "version": "1.2",
            "entries": [
                {
                    "startedDateTime": "2024-01-01T00:00:00Z",
                    "time": 12.5,
                    "request": {
                        "method": "POST",
                        "url": "http://h/graphql",
                        "headers": [{"name": "content-type", "value": "application/json"}],
                        "postData": {"mimeType": "application/json", "text": json.dumps(REQUEST)},
                    },
                    "response": {"status": 200, "content": {"text": '{"data": {}}', "size": 12}},
                }
            ],
        }
    }
)
LINES: Final = "\n".join(
    json.dumps(line)
    for line in (
        {**REQUEST, "timestamp": "2024-01-01T00:00:00Z", "times_called": 3, "status": 200, "duration": "12ms"},
        {"level": "info", "ts": 1704067200.5, "msg": "x", "request": REQUEST},
        {"query": "{ shop { name } }", "variables": "{'a': 1}"},
    )
)
MANIFEST: Final = json.dumps(
    {
        "format": "apollo-persisted-query-manifest",
        "version": 1,
        "operations": [{"id": "a" * 64, "name": "Q", "type": "query", "body": QUERY}],
    }
)
COLLECTION: Final = json.dumps(
    {
        "data": {
            "operationCollections": [
                {
                    "name": "c",
                    "operations": [{"currentOperationRevision": {"body": QUERY, "variables": '{"id": "p1"}'}}],
                }
            ]
        }
    }
)
USAGE: Final = json.dumps(
    {
        "size": 1,
        "map": {"k": {"operation": QUERY, "operationName": "Q", "fields": ["Query.product"]}},
        "operations": [
            {
                "operationMapKey": "k",
                "timestamp": 1704067200000,
                "execution": {"ok": True, "duration": 150000000, "errorsTotal": 0},
            }
        ],
    }
)


def flow() -> bytes:
    """One request as mitmproxy keeps it."""
    request = {
        b"method": b"POST", b"scheme": b"http", b"host": b"h", b"port": 80, b"path": b"/graphql",
        b"http_version": b"HTTP/1.1",
        b"headers": [[b"content-type", b"application/json"]], b"content": json.dumps(REQUEST).encode(),
        b"timestamp_start": 1704067200.5, b"timestamp_end": 1704067201.5,
    }  # fmt: skip
    response = {b"status_code": 200, b"headers": [], b"content": b'{"data": {}}', b"timestamp_end": 1704067202.5}
    return _netstring({b"type": b"http", b"version": 19, b"request": request, b"response": response})


def _netstring(value: Any) -> bytes:
    if isinstance(value, dict):
        data, kind = b"".join(_netstring(part) for pair in value.items() for part in pair), b"}"
    elif isinstance(value, list):
        data, kind = b"".join(map(_netstring, value)), b"]"
    elif isinstance(value, bytes):
        data, kind = value, b","
    else:
        data, kind = str(value).encode(), b"^" if isinstance(value, float) else b"#"
    return str(len(data)).encode() + b":" + data + kind


class Made:
    """What only a run can make."""

    def __init__(self, folder: Path) -> None:
        (folder / "shop.graphql").write_text(SDL)
        settings = Settings(
            schema=str(folder / "shop.graphql"),
            requests=60,
            seconds=20,
            mutations=True,
            learned=str(folder / "learned"),
        )
        with KeptFile(folder / "kept.jsonl", "all") as kept:
            self.run = run(Shop(_unkind), settings, keep=kept.keep)
        self.saved = json_report.dump(self.run).encode()
        self.kept = (folder / "kept.jsonl").read_bytes()
        self.learned = (folder / "learned").read_bytes()
        learned = learn(Shop(), Settings(schema=settings.schema, requests=60, seconds=20))
        self.baseline = baseline_file.dump(learned.baseline).encode()
        (folder / "log.jsonl").write_text(LINES)
        command("harvest", "import", str(folder / "log.jsonl"), "--store", str(folder / "store.sqlite"))
        self.store = (folder / "store.sqlite").read_bytes()


def _unkind(_status: int, answer: Any) -> tuple[int, str, bytes]:
    """An honest answer but for one field, so that there are findings to save."""
    text = json.dumps(answer).replace('"count": 3', '"count": "three"')
    return 200, "application/json", text.encode()


def command(*words: str) -> None:
    """A command as a user types it, its output thrown away."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), suppress(click.ClickException):
        commands.main(list(words), prog_name="querious", standalone_mode=False)
