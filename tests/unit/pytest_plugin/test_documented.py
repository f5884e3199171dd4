"""docs/pytest.md says what there is, and nothing else."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

import querious
from querious.pytest_plugin import plugin

PAGE = (Path(__file__).parents[3] / "docs" / "pytest.md").read_text(encoding="utf-8")
SETTINGS = PAGE[PAGE.index("## Settings") : PAGE.index("## Classes")]


def test_every_option_is_documented_and_no_other(pytestconfig):
    parser = pytest.Parser(_ispytest=True)
    plugin.pytest_addoption(parser)
    (group,) = [group for group in parser._groups if group.name == "querious"]
    options = {name for option in group.options for name in option.names()}
    assert set(re.findall(r"^\| `(--[a-z-]+)", SETTINGS, re.MULTILINE)) == options


@pytest.mark.parametrize("name", ["from_url", "from_app", "from_file"])
def test_every_way_to_a_schema_is_documented_with_its_arguments(name):
    (documented,) = re.findall(rf"^\| `querious\.{name}\(([^)]*)\)`", PAGE, re.MULTILINE)
    named = [argument.partition("=")[0].strip("* ") for argument in documented.split(",")]
    assert named == list(inspect.signature(getattr(querious, name)).parameters)


def test_settings_that_are_named_exist():
    named = set(re.findall(r"`(\w+)=", SETTINGS)) | set(re.findall(r"querious\((\w+)=", SETTINGS))
    assert {"requests", "seed", "fail_on"} <= named
    assert named <= {field.name for field in fields(querious.Settings)}
