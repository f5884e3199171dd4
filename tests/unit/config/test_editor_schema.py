"""The JSON Schema for editors: made of the keys, kept in the wheel, and true to what is read."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest

from querious.cli import commands
from querious.cli.options import own_settings, schema_text
from querious.config.editor_schema import editor_schema
from querious.config.keys import APART, COMMAND_TABLES, KEYS
from querious.config.login import LOGIN_KEYS
from querious.config.project import Project, proposed_configuration

DOCS = Path(__file__).parents[3] / "docs"
FILE = Path(__file__).parents[3] / "src" / "querious" / "config" / "querious.schema.json"


def made() -> dict[str, Any]:
    context = click.Context(commands)
    found = {name: commands.get_command(context, name) for name in commands.list_commands(context)}
    help_of = {
        (one.name or "").replace("_", "-"): one.help or ""
        for command in found.values()
        for one in command.params
        if isinstance(one, click.Option)
    }
    tables = {
        name: {(one.name or "").replace("_", "-"): one.help or "" for one in own_settings(found[name])}
        for name in COMMAND_TABLES
    }
    return editor_schema(help_of, tables)


SCHEMA = made()
VALIDATOR = jsonschema.Draft7Validator(SCHEMA)


def complaints(text: str) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(tomllib.loads(text))]


def test_the_wheel_has_the_schema_of_the_keys():
    text = json.dumps(SCHEMA, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("QUERIOUS_SNAPSHOTS") == "write":
        FILE.write_text(text)
    assert schema_text() == text, "QUERIOUS_SNAPSHOTS=write stores it anew"


def test_it_is_valid_json_schema():
    jsonschema.Draft7Validator.check_schema(SCHEMA)


def test_every_key_is_there():
    assert {*KEYS, *APART} <= SCHEMA["properties"].keys()
    assert SCHEMA["definitions"]["login"]["anyOf"][1]["properties"].keys() == LOGIN_KEYS.keys()


@pytest.mark.parametrize("page", sorted(path.name for path in DOCS.glob("*.md")))
def test_the_examples_of_the_documentation_are_valid(page: str):
    for example in re.findall(r"^```toml\n(.*?)^```", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL):
        if "[[" not in example:  # lists of tables are those of other files
            assert complaints(example) == [], example


def test_what_init_proposes_is_valid():
    assert complaints(proposed_configuration(Project())) == []


@pytest.mark.parametrize(
    "text",
    [
        'time = "soon"',
        "conections = 3",
        "connections = 0",
        'fail-on = "always"',
        "[login]\ntoken-uri = 'x'",
        "[targets.shop]\nurl = 'x'",
        "[profiles.quick]\ntarget = 'x'",
        "[export]\nformatt = 'x'",
        "[state]\ntests = 'many'",
    ],
)
def test_mistakes_are_seen(text: str):
    assert complaints(text)


@pytest.mark.parametrize(
    "text",
    [
        'time = "${TIME}"',
        'connections = "${N}"',
        'requests = "none"',
        "time = 5",
        'time = "1m30s"',
        "login = false",
        "max_depth = 3",
        'reports = ["junit=run.xml"]',
        "mutations = true",
        'until-coverage = "95%"',
    ],
)
def test_what_is_read_is_valid(text: str):
    assert complaints(text) == []
