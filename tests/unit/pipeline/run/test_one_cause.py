"""Servers with one cause behind many places: one finding, with the others folded beneath it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from graphql import GraphQLError, build_schema, graphql

from querious import cli
from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.model import Run

PLACES = 400
NAMES = range(PLACES)
FEW = 60
"""Enough where the number itself is not what is tested."""
OPERATIONS = 30
"""Of REST: each takes several calls."""
SHORT = 200
"""Characters of an operation that was shrunk."""


def refusing(make: Callable[[], Exception], places: int = PLACES) -> GraphQLSchema:
    """Every field takes a condition, in which one operator is required, and fails for it."""
    fields = "\n".join(f"  list{number}(where: Where!, limit: Int): [Int]" for number in range(places))
    schema = build_schema(
        f"input Where {{ title: Text! no: Int }} input Text {{ like: String! }} type Query {{ {fields} }}"
    )
    assert schema.query_type is not None

    def fail(*_: object, **__: object) -> None:
        raise make()

    for field in schema.query_type.fields.values():
        field.resolve = fail
    return schema


class WithoutOwner:
    """An ASGI app whose objects, of whichever type, lack one attribute."""

    def __init__(self) -> None:
        types = "\n".join(f"type Thing{number} {{ id: ID! name: String owner: String! }}" for number in NAMES)
        fields = "\n".join(f"thing{number}: Thing{number}" for number in NAMES)
        self._schema = build_schema(f"{types} type Query {{ {fields} }}")
        assert self._schema.query_type is not None
        for field in self._schema.query_type.fields.values():
            field.resolve = lambda *_: {"id": "1", "name": "a", "owner": "b"}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body = json.loads((await receive())["body"])
        result = (await graphql(self._schema, body["query"], variable_values=body.get("variables"))).formatted
        if "__schema" not in body["query"]:
            _drop(result, "owner")
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(result).encode()})


def _drop(value: Any, name: str) -> None:
    if isinstance(value, dict):
        value.pop(name, None)
        for inner in value.values():
            _drop(inner, name)


def report_of(target: Any, **changes: Any) -> Run:
    return run(target, Settings(seed=3, requests=150, seconds=None, max_nodes=20, invalid=0.0, **changes))


class Rows:
    """A WSGI app with lists of rows of many names, all of them served by the same two functions, one of which is wrong."""

    def __init__(self, *, crashes: bool) -> None:
        self._crashes = crashes

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        status, answer = self._answer(environ["PATH_INFO"], environ["QUERY_STRING"])
        start_response(status, [("content-type", "application/json")])
        return [json.dumps(answer).encode()]

    def _answer(self, path: str, query: str) -> tuple[str, Any]:
        if path == "/openapi.json":
            return "200 OK", self._description()
        if self._crashes and "above" in query:
            return "500 Internal Server Error", {"error": "Internal Server Error"}
        return "200 OK", {"rows": []} if self._crashes else []

    @staticmethod
    def _description() -> dict[str, Any]:
        rows = {"type": "object", "required": ["rows"], "properties": {"rows": {"type": "array"}}}
        above = {"name": "above", "in": "query", "schema": {"type": "string"}}
        answers = {"200": {"description": "", "content": {"application/json": {"schema": rows}}}}
        paths = {
            f"/rows{number}": {"get": {"parameters": [above], "responses": answers}} for number in range(OPERATIONS)
        }
        return {"openapi": "3.1.0", "info": {"title": "Rows", "version": "1"}, "paths": paths}


ERRORS = [lambda: GraphQLError("Internal server error"), lambda: KeyError("like")]


@pytest.mark.parametrize(("make", "places"), list(zip(ERRORS, (PLACES, FEW), strict=True)))
def test_a_nested_argument_that_is_always_refused_is_one_finding(make: Callable[[], Exception], places: int):
    (finding,) = report_of(refusing(make, places)).findings
    assert len(finding.others) == places - 1
    assert finding.shrunk
    assert len(finding.exchange.case.document) < SHORT
    assert {one.coordinate for one in (finding, *finding.others)} == {f"Query.list{number}" for number in range(places)}


def test_an_attribute_that_is_missing_on_every_type_is_one_finding():
    (finding,) = report_of(WithoutOwner()).findings
    assert (finding.oracle, finding.severity) == ("data", Severity.FAULT)
    assert len(finding.others) == PLACES - 1
    assert finding.shrunk
    assert (
        finding.exchange.case.document == f"{{ {finding.coordinate[0].lower()}{finding.coordinate[1:-6]} {{ owner }} }}"
    )


def test_stop_after_counts_causes():
    asked = report_of(refusing(ERRORS[0], FEW), stop_after=2)
    assert asked.ended == "150 requests"
    assert len(asked.findings) == 1


@pytest.mark.parametrize("crashes", [True, False])
def test_a_crash_or_an_envelope_that_is_missing_at_every_operation_is_one_finding(*, crashes: bool):
    (finding,) = report_of(Rows(crashes=crashes)).findings
    assert finding.oracle == ("server_error" if crashes else "response_schema")
    assert len(finding.others) == OPERATIONS - 1
    assert finding.shrunk
    assert len(finding.exchange.case.request.path) < SHORT


def test_the_command_tells_one_finding_and_how_many_others_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "serving.py").write_text("from test_one_cause import WithoutOwner\napp = WithoutOwner()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", "serving:app", "--requests", "150", "--seed", "3", "--time", "5m"])
    told = capsys.readouterr().out
    assert ended.value.code == 1
    assert "Also at 399 others" in told
    assert "1 fault found, 399 more of the same cause folded beneath." in told
