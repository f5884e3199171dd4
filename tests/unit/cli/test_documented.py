"""The documentation says what there is, and nothing else."""

from __future__ import annotations

import ast
import importlib.util
import re
import tomllib
from collections import Counter
from pathlib import Path

import click
import pytest

from querious.cli import commands
from querious.config.keys import APART, KEYS
from querious.config.meanings import MEANINGS
from querious.growth import MEASURED

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
CONTEXT = click.Context(commands, **commands.context_settings)
RULES = tomllib.loads((DOCS / "reference" / "rules.toml").read_text(encoding="utf-8"))
STATE = ("state", "rest", "graphql/collections")
"""Folders whose breaches are rules of state."""


def written_reference():
    path = DOCS / "write_reference.py"
    spec = importlib.util.spec_from_file_location("write_reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = written_reference()


def options(command: click.Command) -> set[str]:
    whole = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]
    given = [parameter for one in whole for parameter in one.params if isinstance(parameter, click.Option)]
    return {flag for option in given for flag in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize("name", REFERENCE.PAGES)
def test_the_reference_is_what_the_code_says(name: str):
    assert (DOCS / "reference" / name).read_text(encoding="utf-8") == REFERENCE.PAGES[name](), "make reference"


@pytest.mark.parametrize("name", commands.list_commands(CONTEXT))
def test_every_command_is_told_and_no_option_that_is_not_there(name: str):
    page = (DOCS / "commands.md").read_text(encoding="utf-8")
    section = re.search(rf"^## querious {name}\b.*?(?=^## )", page, re.MULTILINE | re.DOTALL)
    assert section, f"docs/commands.md says nothing of querious {name}"
    told = {
        flag
        for line in section[0].splitlines()
        if line.startswith("- `--")
        for flag in re.findall(r"^- `(--[a-z-]+)", line)
    }
    assert told <= options(commands.get_command(CONTEXT, name))


def test_every_option_is_in_the_reference():
    page = REFERENCE.commands_page()
    context = CONTEXT
    for name in commands.list_commands(context):
        for flag in options(commands.get_command(context, name)):
            assert flag in page, (name, flag)


def test_every_key_has_a_meaning_and_no_other():
    assert set(MEANINGS) == {*KEYS, *APART}, "src/querious/config/meanings.py says what each key means"


def breaches(folder: str) -> set[str]:
    """The names of rules that stand where a breach is made; those that are put together are left out."""
    found = set()
    for path in (ROOT / "src" / "querious" / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Breach" and node.args:
                names = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
                if not isinstance(node.args[0], ast.JoinedStr):
                    found.update(
                        name for name in names if isinstance(name, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
                    )
    return found - {"get"}


def test_every_rule_of_state_has_an_example():
    there = set().union(*map(breaches, STATE))
    assert len(there) > 30
    assert there <= set(RULES["state"]), "docs/reference/rules.toml"


def test_every_rule_of_state_that_is_told_is_there():
    source = "".join(
        path.read_text(encoding="utf-8") for folder in STATE for path in (ROOT / "src/querious" / folder).rglob("*.py")
    )
    for name in RULES["state"]:
        stem = re.sub(r"^(?:post|put|patch|delete)(?=-(?:not-found|not-kept|answers-otherwise))", "", name)
        assert f'"{name}"' in source or f'{stem}"' in source, name


def test_every_rule_of_what_is_measured_has_an_example():
    assert set(RULES["resources"]) == MEASURED


@pytest.mark.parametrize(
    ("table", "catalogue"),
    [
        ("oracles-graphql", [*REFERENCE.GRAPHQL_ORACLES, REFERENCE._TIME_LIMIT]),
        ("oracles-rest", [*REFERENCE.REST_ORACLES, REFERENCE._TIME_LIMIT]),
        ("relations-graphql", REFERENCE.RELATIONS),
        ("federation-graphql", REFERENCE.FEDERATION_RULES),
        ("variants-graphql", [*REFERENCE.VARIANTS, REFERENCE.UPLOADS]),
        ("streams", REFERENCE.STREAM_RULES),
        ("access", REFERENCE.ACCESS_RULES),
        ("relations-rest", [*REFERENCE.REST_RELATIONS, *REFERENCE.ACTION_RULES]),
        ("audit", REFERENCE.AUDIT_RULES),
        ("access-rest", REFERENCE.REST_ACCESS_RULES),
    ],
)
def test_every_rule_has_an_example_and_no_other(table, catalogue):
    assert set(RULES[table]) == {rule.name for rule in catalogue}, f"docs/reference/rules.toml, [{table}.NAME]"
    assert all({"example", "means"} == set(one) for one in RULES[table].values())


def test_every_rule_of_graphql_is_known_by_its_name_alone():
    rules = [
        *REFERENCE.GRAPHQL_ORACLES,
        *REFERENCE.RELATIONS,
        *REFERENCE.FEDERATION_RULES,
        *REFERENCE.VARIANTS,
        *REFERENCE.STREAM_RULES,
        *REFERENCE.ACCESS_RULES,
        *REFERENCE.AUDIT_RULES,
    ]
    twice = [name for name, count in Counter(rule.name for rule in rules).items() if count > 1]
    assert twice == [], "replay and --skip-oracle find a rule by its name"
