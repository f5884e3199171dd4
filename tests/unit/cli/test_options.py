from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from querious.cli import commands
from querious.cli.options import own_settings
from querious.config.keys import COMMAND_TABLES

if TYPE_CHECKING:
    from collections.abc import Callable

SDL = "type Query { a: A c: C } type A { b: B id: ID } type B { size: Int } type C { id: ID }"


@pytest.fixture(autouse=True)
def schema() -> None:
    Path("schema.graphql").write_text(SDL)


def paths(querious: Callable[..., int], capsys: pytest.CaptureFixture[str], *flags: str) -> str:
    assert querious("paths", "schema.graphql", *flags) == 0
    return capsys.readouterr().out


def test_flags_win_over_the_environment_and_that_over_the_file(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    assert "Query.a" in paths(querious, capsys)
    Path("querious.toml").write_text('time = 5\n[paths]\ncount = true\nroot = "query"\n')
    assert "Query.a" not in paths(querious, capsys)
    monkeypatch.setenv("QUERIOUS_PATHS_COUNT", "false")
    monkeypatch.setenv("QUERIOUS_PATHS_LIMIT", "1")
    assert paths(querious, capsys).startswith("Query.a.b")
    assert "at least 1 path" in paths(querious, capsys)
    assert "at least 1 path" not in paths(querious, capsys, "--limit", "none")


def test_another_file_is_named_and_of_other_commands_nothing_is_taken(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    Path("other.toml").write_text('[paths]\ncount = true\n[learn]\noutput = "x"\n')
    assert "Query.a" not in paths(querious, capsys, "--config", "other.toml")


def test_an_unknown_key_of_a_table_is_told_with_the_nearest(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    Path("querious.toml").write_text("[paths]\nlimits = 3\n")
    assert querious("paths", "schema.graphql") == 2
    assert "unknown key 'paths.limits'; did you mean limit?" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMAND_TABLES)
def test_every_own_setting_has_a_variable(name: str):
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    assert own_settings(command)
    for one in own_settings(command):
        assert one.envvar == f"QUERIOUS_{name}_{one.name}".upper()
