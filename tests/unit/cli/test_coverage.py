from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA = "type Query { age(unit: Unit): Int name: String } enum Unit { DAY YEAR } type Mutation { clear: Boolean }"


@pytest.fixture(autouse=True)
def files() -> None:
    """With the real pipeline: nothing of it touches a network."""
    Path("schema.graphql").write_text(SCHEMA)
    Path("queries/deep").mkdir(parents=True)
    Path("queries/deep/a.graphql").write_text("{ age(unit: DAY) }")
    Path("queries/b.gql").write_text("mutation { clear }")
    Path("queries/notes.txt").write_text("not one")


def test_the_table_is_printed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("coverage", "--schema", "schema.graphql", "queries") == 0
    assert capsys.readouterr().out == (
        "Coverage of 2 documents\n"
        "  fields requested          2 of       3   66.7%\n"
        "  arguments                 1 of       1    100%\n"
        "  enum values               1 of       2   50.0%\n"
        "\n"
        "66.7% of the fields are requested; 1 are not.\n"
    )


def test_what_is_missing_is_listed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("coverage", "--schema", "schema.graphql", "queries/**/*.graphql", "--missing") == 0
    assert "Fields that no document requests\n  Mutation.clear\n  Query.name\n" in capsys.readouterr().out


def test_operations_inside_tests_count(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    Path("tests/node_modules").mkdir(parents=True)
    Path("tests/test_age.py").write_text('ASK = """\n{ age(unit: DAY) }\n"""\n')
    Path("tests/clear.test.ts").write_text("const CLEAR = `mutation { clear }`\nconst again = `{ age }`\n")
    Path("tests/conftest.py").write_text("import sys\n")
    Path("tests/node_modules/foreign.js").write_text("const A = `{ name }`")
    assert querious("coverage", "tests/", "--schema", "schema.graphql", "--missing") == 0
    told = capsys.readouterr().out
    assert "Coverage of 3 documents\n  fields requested          2 of       3   66.7%\n" in told
    assert "Fields that no document requests\n  Query.name\n" in told


def test_tests_without_operations_are_no_documents(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    Path("tests").mkdir()
    Path("tests/test_sum.py").write_text("assert 1 + 1 == 2\n")
    assert querious("coverage", "tests/", "--schema", "schema.graphql") == 2
    assert "tests/: there are no documents, neither in .graphql" in capsys.readouterr().err


@pytest.mark.parametrize(("least", "status"), [("60%", 0), ("0.7", 1)])
def test_too_little_ends_with_1(querious: Callable[..., int], least: str, status: int):
    assert querious("coverage", "--schema", "schema.graphql", "queries", "--fail-under", least) == status


def test_patterns_say_what_counts(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    line = ("--include", "Query.*", "--exclude", "Query.name", "--fail-under", "100%")
    assert querious("coverage", "--schema", "schema.graphql", "queries", *line) == 0
    assert "fields requested          1 of       1    100%" in capsys.readouterr().out


def test_the_result_is_written_as_json(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("coverage", "--schema", "schema.graphql", "queries/b.gql", "--json", "-") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["coverage"]["fields"]["Mutation.clear"] == "requested"
    assert "Coverage of 1 document" in captured.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("queries",), "no schema to measure against; pass --schema FILE"),
        (("--schema", "schema.graphql", "nowhere"), "nowhere: there are no documents"),
        (("--schema", "schema.graphql", "bad"), "bad is not UTF-8"),
        (("--schema", "schema.graphql", "queries", "--fail-under", "90"), "--fail-under must be a share such as 95%"),
    ],
)
def test_errors_are_one_line(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
):
    Path("bad").write_bytes(b"\xff")
    assert querious("coverage", *arguments) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_file_that_cannot_be_read_is_told(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    original = Path.read_text

    def read(path: Path, *arguments: str, **named: str) -> str:
        if path.suffix == ".gql":
            raise PermissionError(13, "Permission denied")
        return original(path, *arguments, **named)

    monkeypatch.setattr(Path, "read_text", read)
    assert querious("coverage", "--schema", "schema.graphql", "queries/b.gql") == 2
    assert "cannot read queries/b.gql: Permission denied" in capsys.readouterr().err


DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "paths": {
        "/books": {"get": {"responses": {"200": {"description": ""}}}},
        "/books/{id}": {"get": {"responses": {"200": {"description": ""}}}, "delete": {"responses": {}}},
    },
}
LOG = '10.0.0.1 - - [10/Oct/2026:13:55:36 +0200] "GET {} HTTP/1.1" {} 2326\n'


def test_recorded_rest_calls_are_measured_by_their_description(querious, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("openapi.json").write_text(json.dumps(DESCRIPTION), encoding="utf-8")
    Path("logs").mkdir()
    Path("logs/a.log").write_text(LOG.format("/books", 200) + LOG.format("/books/7", 404), encoding="utf-8")
    Path("logs/b.log").write_text(LOG.format("/authors", 200), encoding="utf-8")
    assert querious("coverage", "--schema", "openapi.json", "logs") == 0
    told = capsys.readouterr().out
    assert "Coverage of 2 recordings (2 calls)" in told
    assert "in no recording: DELETE /books/{id}" in told
    assert "never answered with 2xx (404): GET /books/{id}" in told
    assert "1x  GET /authors" in told
    assert "33.3% of the operations were reached; 2 were not." in told
    assert querious("coverage", "--schema", "openapi.json", "logs", "--fail-under", "90%", "--missing") == 1
    assert "GET /books/{id} 200: no answer had this status" in capsys.readouterr().out
    assert querious("coverage", "--schema", "openapi.json", "logs", "--compare", "x") == 2
