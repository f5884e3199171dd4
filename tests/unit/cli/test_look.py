from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from querious.model import Exchange, Field, Kept, Operation
from querious.model.document_text import write_case
from querious.report.kept_file import KeptFile, read

if TYPE_CHECKING:
    from collections.abc import Callable

LAST = Path(".querious/last-exchanges.jsonl.gz")
URL = "http://bob:secret@127.0.0.1:1/graphql?key=secret"


def kept(number: int, name: str = "age", phase: str = "paths", **more: Any) -> Kept:
    operation = Operation("query", "", "Query", (Field("Query", name, "", (("unit", "DAY"),), (), ()),))
    body = b'{"data":{"%s":%d}}' % (name.encode(), number)
    payload = {"data": {name: number}}
    headers = {"content-type": "application/json"}
    exchange = Exchange(write_case(number, operation), 200, headers, body, payload, is_json=True, elapsed=0.01)
    return Kept(phase, exchange, **{"outcome": "data", **more})


def save(*exchanges: Kept, path: Path = LAST, url: str = URL) -> None:
    with KeptFile(path, "all", url=url) as file:
        for one in exchanges:
            file.keep(one)


@pytest.fixture
def saved() -> None:
    save(
        kept(1, classes={"perfect": 2}),
        kept(2, classes={"perfect": 1, "good": 1}, findings=("0123abcd",)),
        kept(3, "name", "random", outcome="user error"),
    )


def told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert querious("look", *arguments) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("saved")
def test_what_the_last_run_kept_is_listed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert told(querious, capsys) == [
        "number  phase   status  outcome            size     time  paths              root fields",
        "     1  paths      200  data               18 B    10 ms  2 perfect          age",
        "     2  paths      200  data               18 B    10 ms  1 perfect, 1 good  age",
        "     3  random     200  user error         19 B    10 ms  -                  name",
        "3 exchanges kept, 3 match; --case NUMBER shows one in full.",
    ]


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("arguments", "numbers"),
    [
        (("--phase", "random"), [3]),
        (("--phase", "random", "--phase", "paths"), [1, 2, 3]),
        (("--outcome", "user error"), [3]),
        (("--class", "good"), [2]),
        (("--coordinate", "Query.a*"), [1, 2]),
        (("--finding", "0123"), [2]),
        (("--text", '"NAME":3'), [3]),
        (("--failing",), [2, 3]),
        (("--failing", "--phase", "paths"), [2]),
    ],
)
def test_what_is_wanted_is_chosen(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], numbers: list[int]
):
    _, *rows, last = told(querious, capsys, *arguments)
    assert [int(row.split()[0]) for row in rows] == numbers
    assert last.startswith(f"3 exchanges kept, {len(numbers)} match;")


@pytest.mark.usefixtures("saved")
def test_a_limit_shows_fewer_and_counts_all(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    lines = told(querious, capsys, "--limit", "1")
    assert len(lines) == 3
    assert lines[-1].startswith("3 exchanges kept, 3 match, 1 shown (--limit shows more)")


@pytest.mark.usefixtures("saved")
def test_words_that_stand_nowhere_are_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert told(querious, capsys, "--outcome", "error", "--class", "god\x1b", "--phase", "paths") == [
        "note: no outcome is called error. Available: data, user error",
        r"note: no class is called god\x1b. Available: good, perfect",
        "3 exchanges kept, 0 match.",
    ]


@pytest.mark.usefixtures("saved")
def test_one_is_shown_in_full(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    lines = told(querious, capsys, "--case", "2")
    assert lines[:13] == [
        "case 2, paths: status 200, data, 18 B in 10 ms",
        "planned paths: 1 perfect, 1 good; 0 of 0 fields on them had data",
        "findings: 0123abcd",
        "",
        '{ age(unit: "DAY") }',
        "",
        "Response: application/json",
        "{",
        '  "data": {',
        '    "age": 2',
        "  }",
        "}",
        "",
    ]
    assert lines[13].startswith("    curl -sSi http://127.0.0.1:1/graphql -H ")
    assert lines[-1] == "3 exchanges kept, 1 match."
    assert "secret" not in "".join(lines).replace("may be secret", "")


@pytest.mark.usefixtures("saved")
def test_what_matches_is_written_for_the_owner_alone(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    told(querious, capsys, "--phase", "paths", "--limit", "1", "--json", "some.jsonl")
    assert stat.S_IMODE(Path("some.jsonl").stat().st_mode) == 0o600
    some, everything = read("some.jsonl"), read(LAST)
    assert list(some) == list(everything)[:2]
    assert some.origin == everything.origin
    assert told(querious, capsys, "some.jsonl", "--failing")[-1].startswith("2 exchanges kept, 1 match")


@pytest.mark.usefixtures("saved")
def test_standard_output_holds_the_lines_alone(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("look", "--json", "-", "--case", "3") == 0
    captured = capsys.readouterr()
    Path("again.jsonl").write_text(captured.out)
    assert [one.exchange.case.number for one in read("again.jsonl")] == [3]
    assert "3 exchanges kept, 1 match." in captured.err


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("nowhere",), "no kept exchanges at nowhere; run querious run TARGET --keep all first, or name a FILE"),
        (("other",), "other holds no kept exchanges. Name a file that querious run --keep wrote."),
        (("--case", "9"), "--case: no case 9 among 3 kept exchanges, or other options exclude it"),
        (("--case", "1", "--failing"), "no case 1 among 3 kept exchanges, or other options exclude it"),
        (("--json", str(LAST)), f"--json: {LAST} is the input file; choose another name"),
        (("--json", "."), "cannot write .: Is a directory. Choose another place"),
    ],
)
def test_mistakes_are_one_line(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], error: str
):
    Path("other").write_text("{}\n")
    assert querious("look", *arguments) == 2
    line = capsys.readouterr().err
    assert error in line
    assert line.count("\n") == 1
    assert len(list(read(LAST))) == 3


def test_what_could_not_be_read_is_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    save(kept(1), kept(2), path=Path("a"))
    lines = Path("a").read_bytes().splitlines(keepends=True)
    Path("a").write_bytes(lines[0] + b"nonsense\n" + lines[1] + lines[2][:50])
    assert told(querious, capsys, "a")[-2:] == [
        "note: 1 line could not be read and is left out; the file is incomplete: its last exchanges may be missing",
        "1 exchange kept, 1 match; --case NUMBER shows one in full.",
    ]


def test_hostile_text_is_never_obeyed(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    hostile = "\x1b[2J\u202e[red]\ud800\r"
    field = Field("Query", hostile, "", (("a", hostile),), (), ())
    case = write_case(1, Operation("query", "", "Query", (field,)), hostile)
    exchange = Exchange(case, 200, {"content-type": hostile}, hostile.encode("utf-8", "replace"), detail=hostile)
    save(Kept(hostile, exchange, hostile, (hostile,), classes={hostile: 1}), url=f"http://h/{hostile}")
    for arguments in ((), ("--case", "1"), ("--phase", hostile.replace("\ud800", "x"))):
        assert all(line.isprintable() for line in told(querious, capsys, *arguments))


def test_on_github_nothing_that_is_printed_is_a_command(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    save(kept(1))
    first, *_, last = told(querious, capsys)
    token = re.fullmatch(r"::stop-commands::(\w+)", first)
    assert token
    assert last == f"::{token[1]}::"


def test_a_reader_that_leaves_early_is_no_error():
    save(*(kept(number) for number in range(2000)))
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "querious", "look", "--limit", "2000"]
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_ctrl_c_ends_it_with_130_and_no_traceback():
    os.mkfifo("slow")
    command = [sys.executable, "-m", "querious", "look", "slow"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        save(kept(1), path=Path("whole"))
        with Path("slow").open("wb", buffering=0) as stream:
            stream.write(Path("whole").read_bytes())
            assert process.stdout is not None
            assert process.stdout.readline().startswith(b"number")
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in error
