from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from graphql import build_schema, print_schema

from querious.pipeline.schema.use_case import is_file

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA = """
schema { query: Root }
type Root { at: DateTime, price: Sku, cost: Coin, old: Int @deprecated }
scalar DateTime
scalar Sku
scalar Coin
"""


@pytest.fixture(autouse=True)
def files() -> None:
    """With the real pipeline: nothing of it touches a network."""
    Path("schema.graphql").write_text(SCHEMA)


def test_what_is_understood_is_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    Path("hooks.py").write_text("generators = {'Coin': [1]}")
    assert querious("schema", "schema.graphql", "--hooks", "hooks.py") == 0
    told = capsys.readouterr().out
    for line in (
        "  objects                    1\n",
        "  query             Root\n",
        "  mutation          none\n",
        "  fields by queries          4\n",
        "  DateTime          generated  first at Root.at\n",
        "  Sku               no generator: add one in a hooks file  first at Root.price\n",
        "  Coin              generated  first at Root.cost\n",
        "Deprecated\n  fields                     1\n",
    ):
        assert line in told


def test_it_is_written_as_json(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("schema", "schema.graphql", "--json", "-") == 0
    content = json.loads(capsys.readouterr().out)["schema"]
    assert content["query"] == "Root"
    assert [(scalar["name"], scalar["generator"]) for scalar in content["custom_scalars"]] == [
        ("DateTime", True),
        ("Sku", False),
        ("Coin", False),
    ]
    assert content["deprecated"]["fields"] == 1


def test_the_schema_is_printed_as_sdl(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    assert querious("schema", "schema.graphql", "--sdl") == 0
    printed = capsys.readouterr().out
    assert print_schema(build_schema(printed)) == print_schema(build_schema(SCHEMA))


def test_a_printed_schema_can_be_given_again(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    for form, name in (("--sdl", "again.graphql"), ("--introspection", "again.json")):
        assert querious("schema", "schema.graphql", form, "--output", name) == 0
        assert not capsys.readouterr().out
        assert querious("schema", name, "--sdl") == 0
        assert capsys.readouterr().out.strip() == print_schema(build_schema(SCHEMA))


def test_notes_do_not_stand_in_the_printed_schema(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    Path("odd.graphql").write_text("type Query { a: Int } type Query { b: Int }")
    assert querious("schema", "odd.graphql", "--sdl") == 0
    captured = capsys.readouterr()
    build_schema(captured.out)
    assert captured.err.startswith("note: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--sdl", "--introspection"), "cannot be combined"),
        (("--sdl", "--json", "-"), "cannot be combined"),
        (("--output", "a.graphql"), "only works with --sdl or --introspection"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
):
    assert querious("schema", "schema.graphql", *words) == 2
    assert told in capsys.readouterr().err


def test_a_target_is_asked_even_if_the_configuration_names_a_schema(
    querious: Callable[..., int], capsys: pytest.CaptureFixture[str]
):
    Path("querious.toml").write_text('schema = "schema.graphql"')
    assert querious("schema", "no_such_module_here:schema") == 2
    assert "no_such_module_here" in capsys.readouterr().err


def test_notes_are_told(querious: Callable[..., int], capsys: pytest.CaptureFixture[str]):
    Path("odd.graphql").write_text("type Query { a: Int } type Empty")
    assert querious("schema", "odd.graphql") == 0
    assert "note: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("target", "answer"),
    [("http://h/x.json", False), ("shop:schema", False), ("a/*.graphql", True), ("missing.json", True), (".", True)],
)
def test_files_are_told_from_targets(target: str, answer: bool):
    assert is_file(target) is answer
