from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from querious.pipeline.learn.use_case import Learning

if TYPE_CHECKING:
    from collections.abc import Callable

API = """
from itertools import count
from pathlib import Path
from graphql import build_schema

schema = build_schema("type Query { name: String user(id: ID!): User now: String } type User { id: ID! email: String }")
clock = count()
schema.query_type.fields["name"].resolve = lambda *_: Path("name.txt").read_text()
schema.query_type.fields["now"].resolve = lambda *_: str(next(clock))
schema.query_type.fields["user"].resolve = lambda *_, id: {"id": id, "email": "ann@example.org"} if id == "7" else None
"""
LINE = ("learn", "learned_api:schema", "--requests", "40", "--seed-values", "Query.user.id=7")
FILE = Path("querious-baseline.json")


@pytest.fixture(autouse=True)
def api(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("learned_api.py").write_text(API)
    Path("name.txt").write_text("Ann")
    monkeypatch.syspath_prepend(".")
    monkeypatch.setattr("querious.cli.learn.Learning", partial(Learning, seconds=0.0))


def test_what_is_learned_is_written_and_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious(*LINE) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "answers and 0 invariants from" in told
    assert "5 of 5 fields had a value." in told
    assert "Ignored, because they change between answers: Query.now." in told
    assert "Written: querious-baseline.json." in told
    assert "querious run learned_api:schema --baseline querious-baseline.json" in told
    content = json.loads(FILE.read_text())
    assert {"ask": "{ name }", "answer": {"name": "Ann"}} in content["answers"]
    assert "ann@example.org" not in FILE.read_text()


def test_to_learn_again_is_to_accept(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    querious(*LINE)
    before = FILE.read_bytes()
    capsys.readouterr()
    assert querious(*LINE) == 0
    told = capsys.readouterr().out
    assert "Nothing changed." in told
    assert "Unchanged: querious-baseline.json" in told
    assert FILE.read_bytes() == before
    Path("name.txt").write_text("Bob")
    assert querious("run", "learned_api:schema", "--requests", "60", "--baseline", str(FILE), "--no-save") == 1
    assert "is `Bob`, but was `Ann` in the baseline" in " ".join(capsys.readouterr().out.split())
    assert querious(*LINE) == 0
    assert "Query.name: is `Bob`, but was `Ann` in the baseline (at data.name)" in capsys.readouterr().out
    assert querious("run", "learned_api:schema", "--requests", "60", "--baseline", str(FILE), "--no-save") == 0


def test_only_what_is_named_is_accepted(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    querious(*LINE)
    before = FILE.read_bytes()
    Path("name.txt").write_text("Bob")
    assert querious(*LINE, "--only", "User.*") == 0
    assert FILE.read_bytes() == before
    assert querious(*LINE, "--only", "Query.name") == 0
    assert FILE.read_bytes() != before


def test_a_part_of_nothing_cannot_be_changed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious(*LINE, "--only", "User.*") == 2
    assert "there is none at querious-baseline.json; learn without --only first" in capsys.readouterr().err
    assert not FILE.exists()


def test_a_file_that_is_no_baseline_is_left_alone(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    FILE.write_text("{}")
    assert querious(*LINE) == 2
    assert "is not a baseline" in capsys.readouterr().err
    assert FILE.read_text() == "{}"


def test_answers_can_be_left_out_and_fields_set_aside(querious: Callable[..., int]):
    assert querious(*LINE, "--output", "new/b.json", "--volatile", "Query.name") == 0
    content = json.loads(Path("new/b.json").read_text())
    assert content["volatile"] == ["Query.name", "Query.now"]
    assert not [entry for entry in content["answers"] if "name" in entry["answer"]]


def test_nothing_to_learn_is_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious(*LINE, "--no-answers") == 2
    assert "nothing learned" in capsys.readouterr().err
    assert not FILE.exists()


def test_a_budget_that_is_over_at_once_is_no_error_of_the_api(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    assert querious(*LINE, "--time", "1ms") == 2
    assert "the budget was over before the first answer" in capsys.readouterr().err
