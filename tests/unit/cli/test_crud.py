"""``querious crud``: every option reaches its setting, files are written, statuses are told, mistakes are one line."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from querious.cli.crud import _still_there
from querious.errors import ConfigError
from querious.model.state import Delete
from querious.model.state_settings import StateSettings
from querious.state.journal import Left
from state_runs import collection, merging, run, still_found

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Settings

URL = "http://127.0.0.1:1/books"
APP = """
from querious.demo import create_rest_app

inner = create_rest_app({faults})

async def app(scope, receive, send):
    if scope["type"] == "http" and scope["method"] != "GET":
        print(scope["method"], scope["path"], file=open("written.txt", "a"))
    await inner(scope, receive, send)
"""
_NUMBERS = itertools.count(1)


@pytest.fixture
def crud(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stands for the pipeline: gives what the test put in, remembers how it was called."""

    class Fake:
        gives: Any = run()
        calls: list[tuple[Any, ...]]

        def __call__(self, *given: Any, **_named: Any) -> Any:
            self.calls.append(given)
            if isinstance(self.gives, BaseException):
                raise self.gives
            return self.gives

    fake = Fake()
    fake.calls = []
    monkeypatch.setattr("querious.pipeline.state.use_case.crud", fake)
    return fake


def settings_of(crud: Any) -> Settings:
    found: Settings = crud.calls[-1][1]
    return found


def asked_of(crud: Any) -> StateSettings:
    return settings_of(crud).state


def application(faults: str = "") -> str:
    """A module of its own in this folder; what it is asked to write is noted."""
    name = f"shop_of_test_{next(_NUMBERS)}"
    Path(f"{name}.py").write_text(APP.format(faults=f"[{faults!r}]" if faults else ""))
    return f"{name}:app"


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    (line,) = captured.err.strip().splitlines()
    assert line.startswith("querious: ")
    return line


# ------------------------------------------------------------------------- statuses


def test_nothing_found_ends_with_0(querious: Callable[..., int], crud: Any, capsys: pytest.CaptureFixture[str]):
    assert querious("crud", URL, "--seed", "7") == 0
    told = capsys.readouterr().out
    assert told.startswith(f"querious 0.1.0  {URL}  seed 7\n")
    assert "Nothing found; 1 collection tested." in told
    target, _, _, journal = crud.calls[0]
    assert target == URL
    assert journal.parent == Path(".querious/crud")
    assert Path(".querious/.gitignore").read_text() == "*\n"


def test_faults_end_with_1_and_ctrl_c_with_130(querious: Callable[..., int], crud: Any):
    crud.gives = run(still_found())
    assert querious("crud", URL) == 1
    crud.gives = run(interrupted=True)
    assert querious("crud", URL) == 130
    crud.gives = run(still_found(), interrupted=True)
    assert querious("crud", URL) == 1


def test_what_could_not_be_run_ends_with_2(querious: Callable[..., int], crud: Any, capsys: pytest.CaptureFixture[str]):
    crud.gives = ConfigError("no collection\nwas found")
    assert querious("crud", URL) == 2
    assert one_line(capsys) == "querious: no collection was found"


@pytest.mark.parametrize(("more", "kept"), [({}, False), ({"left": 2}, True), ({"interrupted": True}, True)])
def test_the_journal_is_kept_only_where_it_may_be_needed(
    querious: Callable[..., int], crud: Any, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any], kept: bool
):
    def noting(*given: Any, **_named: Any) -> Any:
        given[3].parent.mkdir(parents=True, exist_ok=True)
        given[3].write_text("x")
        return run(**more)

    monkeypatch.setattr("querious.pipeline.state.use_case.crud", noting)
    querious("crud", URL)
    assert len(list(Path(".querious/crud").glob("*.jsonl"))) == kept


# -------------------------------------------------------------------------- options


def test_every_option_reaches_its_setting(querious: Callable[..., int], crud: Any):
    line = (
        "--url http://h --template t.json --collection books --collection pens --seed 3 --tests 4 --steps 5 --parallel 6 "
        "--delete tombstone --put merges --shared --delay 250ms --requests 7 --time 2m --write --bearer t --cookie a=1 "
        "--connections 2 --rate 50 --timeout 9s --insecure "
        "--ca ca.pem --cert c.pem --cert-key k.pem --proxy http://u:p@h:1 --client aiohttp"
    )
    assert querious("crud", URL, *line.split(), "--header", "X-Key: a: b") == 0
    assert asked_of(crud) == StateSettings(
        url="http://h", template=str(Path("t.json").resolve()), only=("books", "pens"), tests=4, steps=5, parallel=6, delay=0.25,
        delete_means=Delete.TOMBSTONE, put_merges=True, shared=True, write=True,
    )  # fmt: skip
    settings = settings_of(crud)
    assert (settings.seed, settings.requests, settings.seconds) == (3, 7, 120.0)
    assert settings.headers == {"X-Key": "a: b", "Authorization": "Bearer t", "Cookie": "a=1"}
    assert (settings.connections, settings.rate, settings.timeout, settings.insecure) == (2, 50.0, 9.0, True)
    assert [Path(file).name for file in (settings.ca, settings.cert, settings.cert_key)] == ["ca.pem", "c.pem", "k.pem"]
    assert (settings.proxy, settings.client) == ("http://u:p@h:1", "aiohttp")


def test_without_options_the_defaults_are_the_study_s(querious: Callable[..., int], crud: Any):
    querious("crud", URL)
    assert asked_of(crud) == StateSettings()
    assert (asked_of(crud).tests, asked_of(crud).shared, asked_of(crud).write) == (30, None, False)
    assert (settings_of(crud).requests, settings_of(crud).seconds) == (10_000, 300.0)


def test_every_setting_can_come_from_the_environment_or_a_file(
    querious: Callable[..., int], crud: Any, monkeypatch: pytest.MonkeyPatch
):
    Path("querious.toml").write_text(
        '[state]\nurl = "http://h"\ntemplate = "t.json"\ncollections = ["books"]\ntests = 4\nsteps = 5\nparallel = 6\n'
        'delete = "hard"\nput = "merges"\nshared = true\ndelay = "1s"\nwrite = true\n'
    )
    monkeypatch.setenv("QUERIOUS_STATE_TESTS", "8")
    monkeypatch.setenv("QUERIOUS_STATE_DELETE", "listed")
    querious("crud", URL, "--delete", "tombstone")
    assert asked_of(crud) == StateSettings(
        url="http://h", template=str(Path("t.json").resolve()), only=("books",), tests=8, steps=5, parallel=6, delay=1.0,
        delete_means=Delete.TOMBSTONE, put_merges=True, shared=True, write=True,
    )  # fmt: skip


def test_a_wrong_setting_of_state_is_told_with_its_place(querious: Callable[..., int], crud: Any, capsys):
    Path("querious.toml").write_text("[state]\ntests = 0\n")
    assert querious("crud", URL) == 2
    assert "querious.toml: state.tests must be a whole number from 1 to 1,000,000, not '0'" in capsys.readouterr().err


@pytest.mark.parametrize("meaning", Delete)
def test_each_meaning_of_deleting_can_be_promised(querious: Callable[..., int], crud: Any, meaning: Delete):
    querious("crud", URL, "--delete", str(meaning), "--put", "replaces", "--alone", "--no-write")
    asked = asked_of(crud)
    assert (asked.delete_means, asked.put_merges, asked.shared, asked.write) == (meaning, False, False, False)


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        (("--requests", "50"), (50, None)),
        (("--time", "20s"), (None, 20.0)),
        (("--requests", "none"), (None, None)),
        (("--requests", "none", "--time", "1h"), (None, 3600.0)),
    ],
)
def test_a_limit_that_is_named_is_the_only_one(
    querious: Callable[..., int], crud: Any, options: tuple[str, ...], limits: tuple[Any, ...]
):
    querious("crud", URL, *options)
    assert (settings_of(crud).requests, settings_of(crud).seconds) == limits


def test_limits_of_file_and_environment_count(querious: Callable[..., int], crud: Any, monkeypatch: pytest.MonkeyPatch):
    Path("querious.toml").write_text("requests = 50\n")
    querious("crud", URL)
    assert (settings_of(crud).requests, settings_of(crud).seconds) == (50, None)
    monkeypatch.setenv("QUERIOUS_TIME", "20s")
    querious("crud", URL)
    assert (settings_of(crud).requests, settings_of(crud).seconds) == (50, 20.0)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--tests", "0"), "--tests must be a whole number from 1 to 1,000,000, not '0'"),
        (("--tests", "many"), "--tests must be a whole number from 1 to 1,000,000, not 'many'"),
        (("--steps", "-1"), "--steps must be a whole number from 1 to 10,000, not '-1'"),
        (("--parallel", "x"), "--parallel must be a whole number from 0 to 1,000,000, not 'x'"),
        (("--delay", "soon"), "--delay must be a duration such as 30s, 5m or 1m30s, at most a year, not 'soon'"),
        (("--delete", "soft"), "--delete must be one of hard, readable, listed, tombstone, not 'soft'"),
        (("--put", "moves"), "--put must be one of replaces, merges, not 'moves'"),
        (("--draw", "machine.png"), "--draw needs a file name that ends in .svg, .mmd, .dot, not 'machine.png'"),
        (("--requests", "-5"), "requests"),
        (("--time", "x"), "time"),
        (("--seed", "x"), "seed"),
    ],
)
def test_bad_values_are_one_line_and_nothing_is_done(
    querious: Callable[..., int], crud: Any, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], told: str
):
    assert querious("crud", URL, *options) == 2
    assert told in one_line(capsys)
    assert crud.calls == []


def test_without_a_target(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("crud") == 2
    assert one_line(capsys).startswith("querious: nothing to test; name a TARGET")


@pytest.mark.parametrize(
    ("target", "options", "told"),
    [
        ("openapi.json", (), "openapi.json"),
        ("books", ("--template", "none.json"), "--template needs the URL of a collection"),
        (URL, ("--template", "none.json"), "none.json: No such file"),
        ("querious.rest.collection:RestCollection", (), "is a facade. Give the address of its service with --url."),
        ("querious.demo:create_rest_app", ("--collection", "pens"), "Unknown collection 'pens'. Available: authors"),
        ("http://shop.invalid/books", ("--template", "book.json"), "http://shop.invalid"),
    ],
)
def test_mistakes_are_one_line(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], target: str, options: tuple[str, ...], told: str
):
    Path("book.json").write_text('{"title": "nonempty_string()"}')
    assert querious("crud", target, *options, "--requests", "5") == 2
    assert told in one_line(capsys)


def test_secrets_of_the_address_are_nowhere_in_what_is_written(
    querious: Callable[..., int], crud: Any, capsys: pytest.CaptureFixture[str]
):
    line = ("--header", "X-Key: hunter2", "--bearer", "hunter2", "--json", "r.json", "--junit", "j.xml")
    querious("crud", "http://bob:hunter2@h/openapi.json?key=hunter2", *line)
    captured = capsys.readouterr()
    assert "hunter2" not in captured.out + captured.err + Path("r.json").read_text() + Path("j.xml").read_text()


# ---------------------------------------------------------------------------- files


def test_json_and_junit_are_written(querious: Callable[..., int], crud: Any):
    crud.gives = run(still_found(), merging())
    assert querious("crud", URL, "--json", "new/run.json", "--junit", "new/run.xml") == 1
    assert len(json.loads(Path("new/run.json").read_text())["findings"]) == 2
    assert len(ET.parse("new/run.xml").findall(".//failure")) == 2  # noqa: S314 - our own file


def test_a_result_on_standard_output_stands_there_alone(
    querious: Callable[..., int], crud: Any, capsys: pytest.CaptureFixture[str]
):
    assert querious("crud", URL, "--json", "-") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["findings"] == []
    assert "Nothing found" in captured.err


@pytest.mark.parametrize(("name", "begins"), [("m.svg", "<svg"), ("m.mmd", "flowchart"), ("m.dot", "digraph")])
def test_the_machine_is_drawn(querious: Callable[..., int], crud: Any, name: str, begins: str):
    assert querious("crud", URL, "--draw", name) == 0
    text = Path(name).read_text()
    assert begins in text[:400]
    assert "18 of 18 transitions covered" in text


def test_several_collections_are_drawn_each_for_itself(querious: Callable[..., int], crud: Any):
    crud.gives = run(
        collections=(collection("books"), collection("books/comments"), collection("pens", transitions=()))
    )
    assert querious("crud", URL, "--draw", "machine.dot") == 0
    assert sorted(path.name for path in Path().glob("*.dot")) == ["machine-books-comments.dot", "machine-books.dot"]


# ------------------------------------------------------------- on a real application


def test_a_dry_run_writes_nothing(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("crud", application(), "--dry-run", "--collection", "books", "--seed", "1") == 0
    told = capsys.readouterr().out
    assert told.startswith("books: delete, get, list, patch, post, put, needs authors\n  post books  {")
    assert told.endswith("Nothing was written: this is a dry run.\n")
    assert not Path("written.txt").exists()
    assert not Path(".querious").exists()


def test_a_healthy_application_and_a_faulty_one(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    line = ("--collection", "authors", "--tests", "3", "--steps", "6", "--seed", "1", "--json", "run.json")
    assert querious("crud", application(), *line) == 0
    assert "POST /authors" in Path("written.txt").read_text()
    assert not list(Path(".querious/crud").glob("*"))
    assert Path(".querious/last-run.json").is_file()
    assert querious("crud", application("delete-only-hides"), *line) == 1
    (told,) = json.loads(Path("run.json").read_text())["findings"]
    assert {"deleted-still-found", "deleted-still-changed"} == {
        told["oracle"],
        *(one["oracle"] for one in told["others"]),
    }
    assert told["oracle"] in capsys.readouterr().out


# ------------------------------------------------------------------------- clean-up


def test_a_run_is_cleaned_up_after_by_its_name(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    target = application()
    journal = Path(".querious/crud/20240101-1.jsonl")
    journal.parent.mkdir(parents=True)
    lines = [
        {"target": target, "url": "", "template": ""},
        {"posting": "authors", "given": {}, "entry": {"name": "a"}},
        {"posted": "authors", "given": {}, "key": "7c9e6679-7425-40de-944b-e07fc1f90ae7"},
    ]
    journal.write_text("".join(f"{json.dumps(line)}\n" for line in lines) + '{"posti')
    assert querious("crud", "--clean-up", "20240101-1") == 0
    assert capsys.readouterr().out == "1 entry removed, 0 left.\n"
    assert not journal.exists()
    assert Path("written.txt").read_text() == "DELETE /authors/7c9e6679-7425-40de-944b-e07fc1f90ae7\n"


def test_what_stays_is_named_and_the_journal_is_kept(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    journal = Path("left.jsonl")
    lines = [
        {"target": application(), "url": "", "template": ""},
        {"posting": "pens", "given": {}, "entry": {"ink": True}},
        {"posted": "pens", "given": {}, "key": "7"},
    ]
    journal.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert querious("crud", "--clean-up", "left.jsonl") == 1
    assert capsys.readouterr().out == (
        "0 entries removed, 1 left.\n  pens 7: the service no longer has this collection\n"
    )
    assert journal.exists()


def test_entries_that_stay_for_one_reason_are_one_line():
    unknown = Left("authors", {}, reason="nobody knows")
    known = [Left("authors", {}, str(number), reason="no access") for number in range(7)]
    assert list(_still_there([unknown] * 8 + known)) == [
        "authors 0, 1, 2, 3, 4 and 2 more: no access",
        "authors 8 entries: nobody knows",
    ]


@pytest.mark.parametrize("name", ["never", "never.jsonl", "../x"])
def test_a_run_that_never_was(querious: Callable[..., int], capsys: pytest.CaptureFixture[str], name: str):
    assert querious("crud", "--clean-up", name) == 2
    assert "cannot read" in one_line(capsys)


@pytest.mark.parametrize("package", ["hypothesis", "jsonschema"])
def test_without_its_extra_the_command_names_it(package: str):
    code = f"import sys; sys.modules[{package!r}] = None; from querious.cli import main; main(['crud', 'http://127.0.0.1:9'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"querious: querious crud needs {package}: pip install 'querious[crud]'"
    assert "Traceback" not in done.stderr
