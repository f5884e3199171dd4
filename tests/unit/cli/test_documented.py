from __future__ import annotations

import importlib
import re
from pathlib import Path

import click
import pytest

from querious.cli import commands
from querious.config.keys import APART, KEYS

DOCS = Path(__file__).parents[3] / "docs"


def section(name: str) -> str:
    """The part of the page about one command."""
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    match = re.search(rf"^## querious {name}\b.*?(?=^## )", page, re.MULTILINE | re.DOTALL)
    assert match, f"docs/commands.md says nothing of querious {name}"
    return match[0]


def options(name: str) -> set[str]:
    command: click.Command = importlib.import_module(f"querious.cli.{name}").command
    whole = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]
    given = [parameter for one in whole for parameter in one.params if isinstance(parameter, click.Option)]
    return {flag for option in given for flag in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize("name", commands.list_commands(click.Context(commands)))
def test_every_option_is_documented_and_no_other(name: str):
    table = [line for line in section(name).splitlines() if line.startswith("| `--")]
    documented = {flag for line in table for flag in re.findall(r"`(--[a-z-]+)", line.split("|")[1])}
    assert documented == options(name)


def test_every_key_is_documented_and_no_other():
    page = (DOCS / "configuration.md").read_text(encoding="utf-8")
    table = page[page.index("| key |") : page.index("If only one of")]
    documented = {
        key for line in table.splitlines()[2:] for key in re.findall(r"`([a-z-]+)`", line.split("|")[1] if line else "")
    }
    assert documented == {*KEYS, *APART}
