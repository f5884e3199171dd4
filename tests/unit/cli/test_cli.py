from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

from querious import __version__, cli
from querious.errors import SchemaError
from querious.report.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = [
    "run",
    "learn",
    "demo",
    "crud",
    "audit",
    "diff",
    "replay",
    "show",
    "accept",
    "compare",
    "open",
    "look",
    "coverage",
    "schema",
    "paths",
    "export",
    "harvest",
    "init",
    "config",
    "login",
    "proxy",
    "completion",
]


def test_the_version_is_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("--version") == 0
    assert capsys.readouterr().out == f"querious {__version__}\n"


def test_help_lists_every_command_with_the_first_line_of_its_own_help(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    assert querious("--help") == 0
    told = capsys.readouterr().out
    assert list(cli._COMMANDS) == NAMES
    for name, line in cli._COMMANDS.items():
        command = importlib.import_module(f"querious.cli.{name}").command
        assert command.help.splitlines()[0] == line
        assert f"  {name:<11} {line}\n" in told


def test_help_is_quick_because_it_loads_no_command():
    code = (
        "import sys\nfrom querious.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n"
        "    sys.exit(sum(name in sys.modules for name in ('graphql', 'rich', 'querious.pipeline', 'asyncio')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_one_line_and_there_are_two_examples(
    name: str, querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    assert querious(name, "--help") == 0
    told = capsys.readouterr().out
    options = told[told.index("Options:\n") : told.index("\n\n  Examples:")].partition("\n\n")[0].splitlines()[1:]
    assert all(line.startswith("  -") for line in options)
    assert told[told.index("Examples:") :].count("querious ") >= 2
    command: click.Command = importlib.import_module(f"querious.cli.{name}").command
    assert all(parameter.help for parameter in command.params if isinstance(parameter, click.Option))


def test_what_is_not_understood_ends_with_2(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("nonsense") == 2
    assert querious("run") == 2
    assert querious("run", "x", "--nonsense") == 2
    assert "No such command 'nonsense'" in capsys.readouterr().err


def test_an_error_of_the_user_is_one_safe_line(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str]
):
    pipeline_run.gives = SchemaError("the answer is\na page: \x1b[31m\u202e")
    assert querious("run", "http://h/") == 2
    assert capsys.readouterr().err == "querious: the answer is a page: \\x1b[31m\\u202e\n"


def test_an_error_of_ours_is_one_line_with_its_traceback_in_a_file(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str]
):
    pipeline_run.gives = ZeroDivisionError("once\nmore")
    assert querious("run", "http://h/") == 3
    assert capsys.readouterr().err == (
        "querious: querious failed: ZeroDivisionError: once more; the traceback is in .querious/errors.txt. "
        "This is an error in querious, not in your API: please report it\n"
    )
    assert "Traceback" in Path(".querious/errors.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("junit", "report junit"),
        ("querious.cli.run_and_report.summary", "report terminal"),
        ("json", "report json"),
    ],
)
def test_a_report_that_fails_costs_no_other(place: str, name: str, querious: Any, request: pytest.FixtureRequest):
    capsys, monkeypatch, pipeline_run, make_run, finding = map(
        request.getfixturevalue, ("capsys", "monkeypatch", "pipeline_run", "make_run", "finding")
    )

    def broken(run: Any, *_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("broken")

    if place in FORMATS:
        monkeypatch.setitem(FORMATS, place, broken)
    else:
        monkeypatch.setattr(place, broken)
    pipeline_run.gives = make_run(finding())
    assert querious("run", "http://h/", "--json", "run.json", "--junit", "run.xml") == 3
    told = capsys.readouterr().out
    assert f"  {name}: ZeroDivisionError: broken" in told
    assert Path("run.xml").exists() is (name != "report junit")
    assert Path("run.json").exists() is (name != "report json")
    assert ("expected Int" in told) is (name != "report terminal")


def test_ctrl_c_before_anything_ran_ends_with_130_and_no_traceback(
    querious: Callable[..., int], pipeline_run: Any, capsys: pytest.CaptureFixture[str]
):
    pipeline_run.gives = KeyboardInterrupt()
    assert querious("run", "http://h/") == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_that_leaves_early_is_no_error():
    """A real pipe whose reader is gone before the first line is written."""
    code = (
        "from querious.pipeline.run import use_case\nfrom querious.model import Run\nfrom querious.cli import main\n"
        "use_case.run = lambda *_, **__: Run('x', 1, notes=('long ' * 50_000,))\nmain(['run', 'http://h/', '--no-save'])"
    )
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, b"")


def test_a_screen_that_cannot_show_a_character_shows_its_escape():
    code = (
        "from querious.pipeline.run import use_case\nfrom querious.model import Run\nfrom querious.cli import main\n"
        "use_case.run = lambda *_, **__: Run('x', 1, notes=('é',))\nmain(['run', 'http://h/', '--no-save'])"
    )
    environ = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ended = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, check=True)
    assert rb"- \xe9" in ended.stdout
