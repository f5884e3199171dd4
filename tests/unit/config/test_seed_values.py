from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from querious.config import load
from querious.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path


def given(folder: Path, *flags: str, toml: str = "", environ=None) -> dict:
    if toml:
        (folder / "querious.toml").write_text(toml, encoding="utf-8")
    return dict(load({"seed-values": flags}, directory=folder, environ=environ or {}).settings.seed_values)


def test_pairs_and_files_can_be_mixed_and_repeated(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps({"Query.a.id": [1, 2], "Key.code": "c"}), encoding="utf-8")
    (tmp_path / "b.toml").write_text('Project.id = ["p"]\n"Query.a.by" = {code = "x"}\n', encoding="utf-8")
    assert given(tmp_path, "Query.a.id=3", "a.json", "b.toml", "Query.b.text=a=b c", "Query.a.id=4") == {
        "Query.a.id": ("3", 1, 2, "4"),
        "Key.code": ("c",),
        "Project.id": ("p",),
        "Query.a.by": ({"code": "x"},),
        "Query.b.text": ("a=b c",),
    }


def test_a_table_in_the_configuration_with_and_without_quotes(tmp_path):
    toml = '[seed-values]\n"Query.a.id" = ["1"]\nQuery.b.id = 2\nUser.id = ["u"]\n'
    assert given(tmp_path, toml=toml) == {"Query.a.id": ("1",), "Query.b.id": (2,), "User.id": ("u",)}


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path):
    found = given(
        tmp_path,
        "A.a=flag",
        toml='[seed-values]\n"A.a" = "file"\n"B.b" = "file"\n"C.c" = "file"\n',
        environ={"QUERIOUS_SEED_VALUES": "A.a=environment\nB.b=environment"},
    )
    assert found == {"A.a": ("flag",), "B.b": ("environment",), "C.c": ("file",)}


def test_an_empty_value_is_a_value(tmp_path):
    assert given(tmp_path, "Query.a.id=") == {"Query.a.id": ("",)}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.json", None, "neither COORDINATE=VALUE nor a file"),
        ("bad.json", "{", "not valid JSON"),
        ("bad.toml", "=", "not valid TOML"),
        ("list.json", "[1]", "must hold an object"),
        ("odd.json", '{"no coordinate": 1}', "is not a coordinate"),
        ("short.json", '{"Query": 1}', "is not a coordinate"),
        ("empty.json", '{"Query.a.id": []}', "has no values"),
        ("deep.json", "[" * 100_000, "not valid JSON"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(tmp_path, name, content, words):
    if content is not None:
        (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match=words) as caught:
        given(tmp_path, name)
    assert "\n" not in str(caught.value)


def test_a_file_in_another_encoding_and_a_value_of_another_kind_are_told(tmp_path):
    (tmp_path / "latin.json").write_bytes(b'{"A.a": "\xff"}')
    with pytest.raises(ConfigError, match="UTF-8"):
        given(tmp_path, "latin.json")
    with pytest.raises(ConfigError, match="seed-values must be"):
        given(tmp_path, toml="seed-values = 3")


def test_the_file_of_learned_values_is_meant_relative_to_the_configuration(tmp_path):
    (tmp_path / "querious.toml").write_text('learned = "values.json"', encoding="utf-8")
    settings = load({}, directory=tmp_path, environ={}).settings
    assert settings.learned == str(tmp_path / "values.json")
