from __future__ import annotations

import json
from pathlib import Path

import pytest

from diffs import difference
from querious.errors import TargetError
from querious.model.diff import Diff, SchemaChange, Weight
from querious.model.severity import Severity

A, B = "http://127.0.0.1:1/graphql", "http://127.0.0.1:2/graphql"


class Fake:
    def __init__(self) -> None:
        self.gives = Diff(A, B, 7, cases=3)
        self.calls = []

    def __call__(self, *arguments, **_named):
        self.calls.append(arguments)
        if isinstance(self.gives, Exception):
            raise self.gives
        return self.gives


@pytest.fixture
def fake(monkeypatch) -> Fake:
    made = Fake()
    monkeypatch.setattr("querious.pipeline.diff.use_case.diff", made)
    return made


def test_no_differences_end_with_0(querious, fake, capsys):
    assert querious("diff", A, B, "--seed", "7") == 0
    told = capsys.readouterr().out
    assert told.startswith(f"querious 0.1.0  seed 7\nA  {A}\nB  {B}\n\n")
    assert told.endswith("No differences found.\n")
    a, b, settings, of_b, _ = fake.calls[0]
    assert (a, b, settings.seed, of_b.seed) == (A, B, 7, 7)


@pytest.mark.parametrize(
    ("found", "fail_on", "status"),
    [
        ({"differences": (difference(),)}, None, 1),
        ({"differences": (difference(),)}, "fault", 1),
        ({"differences": (difference(),)}, "none", 0),
        ({"differences": (difference(severity=Severity.SUSPICION),)}, None, 1),
        ({"differences": (difference(severity=Severity.SUSPICION),)}, "fault", 0),
        ({"changes": (SchemaChange(Weight.BREAKING, "x"),)}, None, 1),
        ({"changes": (SchemaChange(Weight.BREAKING, "x"),)}, "fault", 1),
        ({"changes": (SchemaChange(Weight.DANGEROUS, "x"),)}, None, 0),
        ({"cases": 0}, None, 2),
        ({"cases": 0}, "none", 2),
        ({"unjudged": "B: all answers were HTTP 401 (unauthorized); pass credentials with --bearer-b"}, None, 2),
        ({"interrupted": True}, None, 130),
        ({"interrupted": True, "differences": (difference(),)}, None, 1),
    ],
)
def test_the_exit_status(querious, fake, found, fail_on, status):
    fake.gives = Diff(A, B, 7, **{"cases": 9, **found})
    assert querious("diff", A, B, *(("--fail-on", fail_on) if fail_on else ())) == status


def test_b_may_have_its_own_credentials_and_schema(querious, fake):
    querious(
        "diff", A, B, "--header", "X-A: 1", "--bearer", "one", "--header-b", "X-B: 2", "--bearer-b", "two",
        "--cookie-b", "c=3", "--schema", "a.graphql", "--schema-b", "b.graphql",
    )  # fmt: skip
    _, _, settings, of_b, _ = fake.calls[0]
    assert settings.headers == {"X-A": "1", "Authorization": "Bearer one"}
    assert of_b.headers == {"X-A": "1", "X-B": "2", "Authorization": "Bearer two", "Cookie": "c=3"}
    assert (Path(settings.schema).name, Path(of_b.schema).name) == ("a.graphql", "b.graphql")


def test_what_is_given_for_a_is_for_b_too(querious, fake):
    querious("diff", A, B, "--bearer", "one", "--rate", "9", "--schema", "a.graphql")
    _, _, settings, of_b, _ = fake.calls[0]
    assert settings == of_b


def test_a_header_for_b_takes_the_place_of_the_token(querious, fake):
    querious("diff", A, B, "--bearer", "one", "--header-b", "authorization: Basic x")
    _, _, settings, of_b, _ = fake.calls[0]
    assert settings.headers == {"Authorization": "Bearer one"}
    assert of_b.headers == {"authorization": "Basic x"}


def test_settings_reach_the_pipeline(querious, fake):
    querious("diff", A, B, "--requests", "50", "--exclude", "*.id", "--recordings", "r.db", "--shrink", "0")
    settings = fake.calls[0][2]
    assert (settings.requests, settings.exclude, settings.recordings, settings.shrink) == (50, ("*.id",), "r.db", 0)


def test_json_is_written_to_a_file_or_to_standard_output(querious, fake, capsys):
    fake.gives = Diff(A, B, 7, (difference(),))
    querious("diff", A, B, "--json", "diff.json")
    assert json.loads(Path("diff.json").read_text())["differences"]
    capsys.readouterr()
    querious("diff", A, B, "--json", "-")
    told = capsys.readouterr()
    assert json.loads(told.out)["querious-diff"] == 1
    assert "1 difference found." in told.err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((A,), "Missing argument 'B'"),
        ((A, B, "--fail-on", "x"), "--fail-on must be one of fault, suspicion, none, not 'x'"),
        ((A, B, "--requests", "x"), "--requests must be"),
        ((A, B, "--header-b", "nonsense"), "--header must be of the form 'Name: value'"),
    ],
)
def test_mistakes_of_the_user_end_with_2(querious, fake, capsys, arguments, line):
    assert querious("diff", *arguments) == 2
    assert line in capsys.readouterr().err
    assert fake.calls == []


def test_a_target_that_cannot_be_tested_ends_with_2(querious, fake, capsys):
    fake.gives = TargetError("B: nothing there")
    assert querious("diff", A, B) == 2
    assert capsys.readouterr().err == "querious: B: nothing there\n"


def test_secrets_of_a_url_are_not_shown(querious, fake, capsys):
    querious("diff", "http://me:pw@x.example/g?key=1", B)
    told = capsys.readouterr().out
    assert "A  http://x.example/g\n" in told
    assert "pw" not in told
    assert "key" not in told
