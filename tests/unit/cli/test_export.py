from __future__ import annotations

import json
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from querious.model.recording import Recording
from querious.report import json_report

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA = """
    type Query { age(unit: Unit): Int name: String user(id: ID!): User }
    type User { id: ID! name: String! born: Date }
    enum Unit { DAY YEAR }
    scalar Date
    type Mutation { clear: Boolean }
"""
RECORDED = [
    {"query": "query Age { age(unit: DAY) }", "variables": {}, "timesCalled": 5, "updatedAt": "2026-05-01 10:00:00"},
    {"query": "query Both { age(unit: DAY) name }", "timesCalled": 1, "updatedAt": "2026-01-01 10:00:00"},
    {"query": "query User($id: ID!) { user(id: $id) { name born } }", "variables": {"id": "7"}, "timesCalled": 2},
    {"query": "mutation Clear { clear }", "timesCalled": 3},
]
LINE = ("export", "log.jsonl", "--schema", "schema.graphql", "--output", "tests")


@pytest.fixture(autouse=True)
def files(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the real pipeline: nothing of it touches a network."""
    monkeypatch.delenv("QUERIOUS_STORE", raising=False)
    Path("schema.graphql").write_text(SCHEMA)
    Path("log.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDED))


def written() -> list[str]:
    return sorted(path.name for path in Path("tests").iterdir())


def contents() -> dict[str, str]:
    return {path.name: path.read_text() for path in Path("tests").iterdir()}


def test_tests_are_written_and_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious(*LINE) == 0
    assert written() == ["conftest.py", "graphql_checks.py", "test_age.py", "test_both.py", "test_user.py"]
    assert capsys.readouterr().out == (
        "Left out\n"
        "       1  a mutation changes data (--mutations exports it)\n"
        "\n"
        "They request 5 of 6 fields (83.3%); counted as in the study, 5 of 7 fields (71.4%).\n"
        "3 tests in 3 files in tests: 5 files written, 0 unchanged.\n"
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("phpunit", ["AgeTest.php", "BothTest.php", "GraphqlChecks.php", "UserTest.php"]),
        ("vitest", ["age.test.ts", "both.test.ts", "graphql-checks.ts", "user.test.ts"]),
    ],
)
def test_every_format_is_written(querious: Callable[..., int], name: str, expected: list[str]):
    assert querious(*LINE, "--format", name) == 0
    assert written() == expected


def test_exporting_twice_changes_nothing(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    querious(*LINE)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path("tests").iterdir()}
    assert querious(*LINE) == 0
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path("tests").iterdir()} == before
    assert "0 files written, 5 unchanged" in capsys.readouterr().out


def test_the_line_that_makes_a_file_again_makes_it_again(querious: Callable[..., int]):
    asked = ("--minimise", "--min-calls", "1", "--name", "*", "--scalar", "Date=string", "--since", "2020-01-01")
    querious(*LINE, *asked, "--force", "--prune")
    before = contents()
    line = before["test_user.py"].splitlines()[1].removeprefix("#")
    assert "--force" not in line
    assert querious(*shlex.split(line)[1:]) == 0
    assert contents() == before


def test_what_was_changed_by_hand_is_left_alone_unless_forced(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    querious(*LINE)
    mine = Path("tests/test_age.py")
    mine.write_text(mine.read_text() + "# mine\n")
    Path("tests/conftest.py").write_text("# mine too\n")
    capsys.readouterr()
    assert querious(*LINE) == 0
    assert mine.read_text().endswith("# mine\n")
    out = capsys.readouterr().out
    assert "Changed by hand, not overwritten (--force overwrites)\n  test_age.py\n" in out
    assert "Not written by querious, not overwritten (--force overwrites)\n  conftest.py\n" in out
    assert querious(*LINE, "--force") == 0
    assert "# mine" not in mine.read_text() + Path("tests/conftest.py").read_text()


def test_files_that_are_no_longer_needed_are_listed_and_pruned(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    querious(*LINE)
    Path("tests/test_other.py").write_text("def test_mine(): ...\n")
    querious(*LINE, "--name", "Age")
    assert "No longer needed (--prune removes them)\n  test_both.py\n  test_user.py\n" in capsys.readouterr().out
    assert Path("tests/test_both.py").exists()
    querious(*LINE, "--name", "Age", "--prune")
    assert written() == ["conftest.py", "graphql_checks.py", "test_age.py", "test_other.py"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--min-calls", "2"), ["test_age.py", "test_user.py"]),
        (("--since", "2026-04-01", "--min-calls", "3"), ["test_age.py"]),
        (("--coordinate", "User.*"), ["test_user.py"]),
        (("--name", "B*", "--name", "Clear", "--mutations"), ["test_both.py", "test_clear.py"]),
        (("--minimise",), ["test_both.py", "test_user.py"]),
        (("--most", "1"), ["test_user.py"]),
    ],
)
def test_fewer_by_what_is_asked(querious: Callable[..., int], options: tuple[str, ...], expected: list[str]):
    assert querious(*LINE, *options) == 0
    assert [name for name in written() if name.startswith("test_")] == expected


def test_the_gap_is_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    querious(*LINE, "--minimise")
    assert "2 tests cover what all of them cover; no fewer do.\n" in capsys.readouterr().out


def test_the_order_is_written(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    querious(*LINE, "--order", "order.txt")
    assert Path("order.txt").read_text().splitlines() == [
        "tests/test_user.py::test_user_id_7",
        "tests/test_both.py::test_both",
        "tests/test_age.py::test_age",
    ]
    assert "To run the most valuable first: pytest @order.txt" in capsys.readouterr().out


def test_scalars_that_are_known_are_told_to_the_tests(querious: Callable[..., int]):
    querious(*LINE, "--scalar", "Date=string")
    assert 'TYPES = {"Date": "string"}' in Path("tests/test_user.py").read_text()


def test_an_update_repairs_what_an_older_schema_was_asked(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    Path("new.graphql").write_text(
        "type Query { years(unit: Unit): Int user(id: ID!, role: Unit!): User } "
        "type User { id: ID! name: String! } enum Unit { DAY }"
    )
    Path("old.graphql").write_text(
        SCHEMA.replace("age(unit: Unit): Int", 'age(unit: Unit): Int @deprecated(reason: "Use `years`")')
    )
    line = ("export", "log.jsonl", "--schema", "new.graphql", "--output", "tests")
    assert querious(*line) == 2
    assert "--update repairs what the schema no longer allows, where it can" in capsys.readouterr().out
    assert querious(*line, "--update", "--old-schema", "old.graphql") == 0
    out = capsys.readouterr().out
    assert "3 operations repaired\n       2  Query.age is now years, as its deprecation said\n" in out
    assert "Query.user needs role: Unit! now: filled with DAY" in out
    assert "the schema no longer has a mutation type: Clear\n" in out
    assert "years(unit: DAY)" in Path("tests/test_age.py").read_text()


def test_planned_paths_need_no_source(querious: Callable[..., int]):
    assert querious("export", "--plan", "tuples", "--schema", "schema.graphql", "--output", "tests") == 0
    assert any(name.startswith("test_path_") for name in written())


def test_findings_of_a_saved_run_become_tests(querious: Callable[..., int], make_run, finding):
    found = finding()
    Path("run.json").write_text(json_report.dump(make_run(found), schema="schema.graphql"))
    assert querious("export", "run.json", "--output", "tests") == 0
    text = Path("tests/test_finding_age.py").read_text()
    assert f"# Query.age: expected Int (found by data, {found.fingerprint})" in text
    assert f"def test_age_query_age_{found.fingerprint[:8]}():" in text


def test_files_of_other_origins_are_neither_obsolete_nor_touched(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], make_run, finding
):
    querious(*LINE)
    Path("run.json").write_text(json_report.dump(make_run(finding()), schema="schema.graphql"))
    capsys.readouterr()
    assert querious("export", "run.json", "--output", "tests", "--prune") == 0
    assert "Removed" not in capsys.readouterr().out
    assert {"test_age.py", "test_finding_age.py"} <= set(written())


def test_a_store_is_read(querious: Callable[..., int]):
    pytest.importorskip("sqlalchemy", reason="the store needs the extra harvest")
    from querious.store import open_store  # noqa: PLC0415

    moment = datetime(2026, 5, 1, tzinfo=UTC)
    with open_store("harvest.sqlite") as store:
        store.add([Recording("query Age { age }", {}, moment, moment, "Age", "query")])
    assert querious("export", "harvest.sqlite", "--schema", "schema.graphql", "--output", "tests") == 0
    assert "test_age.py" in written()
    assert querious("export", "--schema", "schema.graphql", "--output", "tests") == 0


def test_lines_that_cannot_be_read_are_counted(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    with Path("log.jsonl").open("a") as file:
        file.write('{"query": "{ broken"}\n')
    assert querious(*LINE) == 0
    assert "note: log.jsonl: 1 entry could not be read; the first, 5: " in capsys.readouterr().out


def test_no_secret_of_a_url_is_written(querious: Callable[..., int], monkeypatch: pytest.MonkeyPatch):
    from querious.cli.export import _USUAL, _Asked  # noqa: PLC0415

    usual = {**_USUAL, "order": None, "force": False, "prune": False, "format": "pytest", "output": "tests"}
    asked = _Asked(**usual, target="https://user:s3cret@api.example/graphql?key=s3cret")
    line = asked.command(["postgresql://user:s3cret@db/shop"], "")
    assert "s3cret" not in line
    assert "postgresql://db/shop --target https://api.example/graphql" in line


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--schema", "schema.graphql"), "name what to export"),
        (("log.jsonl",), "no schema to check answers against; pass --schema FILE or --target URL"),
        (("log.jsonl", "--format", "rspec"), "Unknown format 'rspec'. Available: pytest, phpunit, vitest"),
        (("nowhere.har", "--schema", "schema.graphql"), "nowhere.har does not exist; name a store"),
        (("log.jsonl", "--since", "soon"), "--since must be a date such as"),
        (("log.jsonl", "--scalar", "Date=day"), "--scalar must be NAME=KIND"),
        (("log.jsonl", "--old-schema", "old"), "--old-schema only works with --update"),
        (("--plan", "nonsense"), "nonsense"),
        (("schema.graphql", "--schema", "schema.graphql"), "nothing to export"),
        (("log.jsonl", "--schema", "schema.graphql", "--name", "None"), "nothing to export"),
    ],
)
def test_errors_are_one_line(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
):
    assert querious("export", *arguments, "--output", "tests") == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not Path("tests").exists()


def test_a_folder_that_cannot_be_written_is_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    Path("tests").write_text("a file")
    assert querious(*LINE) == 2
    assert "tests" in capsys.readouterr().err
