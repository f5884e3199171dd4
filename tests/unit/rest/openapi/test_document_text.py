from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from querious.errors import ConfigError
from querious.rest.openapi import document_text
from querious.rest.openapi.document_text import read_value


def test_json_is_read_with_or_without_a_mark():
    assert read_value('\ufeff{"a": [1, null]}', "a.json") == {"a": [1, None]}


def test_yaml_is_read_as_json_has_it():
    source = "responses:\n  200: {on: 2020-01-01, country: no, ok: true, size: 1.5}\n"
    value = {"on": "2020-01-01", "country": "no", "ok": True, "size": 1.5}
    assert read_value(source, "a.yaml") == {"responses": {"200": value}}


def test_tabs_in_the_indentation_of_yaml_are_mended():
    source = "a:\n  text: |-\n    \t\n    one\n\tb: 2\n"
    assert read_value(source, "a.yaml") == {"a": {"text": "\none", "b": 2}}


def test_yaml_may_begin_with_a_brace():
    assert read_value("{a: 1}", "a.yaml") == {"a": 1}


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("  \n", "a.json is empty"),
        ('{"a" 1}', "a.json is not JSON: Expecting ':' delimiter (line 1, column 6)"),
        ("a: [1\nb: 2", "neither JSON nor YAML"),
        ("a: &x [*x]", "nested too deeply"),
        ("[" * 100_000, "a.json"),
        ('{"a":' * 1_000 + "1" + "}" * 1_000, "nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(source, told):
    with pytest.raises(ConfigError) as error:
        read_value(source, "a.json")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_small_text_that_is_a_huge_value_is_refused(monkeypatch):
    monkeypatch.setattr(document_text, "MOST_VALUES", 10_000)
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]" for level in range(1, 12)]
    with pytest.raises(ConfigError, match="too large"):
        read_value("\n".join(lines), "bomb.yaml")


def test_without_pyyaml_the_user_is_told_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ConfigError, match=r"pip install 'querious\[crud\]'"):
        read_value("openapi: 3.0.0", "a.yaml")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: .inf", sys.float_info.max),
        ("a: -.inf", -sys.float_info.max),
        ("a: .nan", "nan"),
        (f"a: 0x{'f' * 5000}", 10**300),
        ('{"a": 1e999}', sys.float_info.max),
        (f'{{"a": -{"9" * 400}}}', -(10**300)),
    ],
)
def test_numbers_are_such_as_can_be_calculated_with(text, value):
    assert read_value(text, "api.yaml") == {"a": value}


def test_a_name_may_be_a_number_of_any_length():
    assert list(read_value(f"? 0x{'f' * 5000}\n: 1", "api.yaml")) == [str(10**300)]


def test_the_extra_brings_what_reads_yaml():
    project = tomllib.loads((Path(__file__).parents[4] / "pyproject.toml").read_text(encoding="utf-8"))
    assert any(line.startswith("pyyaml") for line in project["project"]["optional-dependencies"]["crud"])
