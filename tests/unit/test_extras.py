"""Every package that an extra brings may be missing: one line says what to install, and never a traceback."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from querious.extras import EXTRA_OF, MissingPackageError, explained, installing

ROOT = Path(__file__).parents[2]
DESCRIPTION = {"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {"/a": {"get": {"responses": {}}}}}
URL = "http://127.0.0.1:9"
WITHOUT = """
import sys
for name in {packages!r}:
    sys.modules[name] = None
from querious.cli import main
main({arguments!r})
"""
IMPORTED = {"pyyaml": "yaml", "psycopg[binary]": "psycopg"}


def extras() -> dict[str, list[str]]:
    """The packages of each extra, by the name under which they are imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        extra: [IMPORTED.get(name, name).replace("-", "_") for name in (re.split(r"[><=;]", one)[0] for one in needed)]
        for extra, needed in project["optional-dependencies"].items()
    }


def test_every_package_of_an_extra_is_known_and_installed_by_the_extra_that_is_named():
    for packages in extras().values():
        assert set(packages) <= set(EXTRA_OF)
    for package, extra in EXTRA_OF.items():
        assert extra in extras()
        assert package in {*extras()[extra], "starlette", "psycopg_binary"}  # these come with others


def test_what_no_extra_brings_is_an_error_of_ours():
    ours = ModuleNotFoundError("No module named 'querious.gone'", name="querious.gone")
    assert explained(ours, "this") is ours
    theirs = explained(ModuleNotFoundError("no", name="sqlalchemy.orm"), "a store")
    assert isinstance(theirs, MissingPackageError)
    assert str(theirs) == "a store needs sqlalchemy: pip install 'querious[harvest]'"
    assert installing("crud") in str(explained(ModuleNotFoundError("no", name="hypothesis"), "this"))
    assert installing("hypothesis") in str(explained(ModuleNotFoundError("no", name="hypothesis"), "x", "hypothesis"))


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("crud", ["crud", f"{URL}/openapi.json"]),
        ("crud", ["crud", f"{URL}/graphql", "--clean-up", "x"]),
        ("crud", ["run", "api.json", "--url", URL]),
        ("crud", ["diff", "api.json", "api.json", "--url", URL]),
        ("crud", ["learn", "api.json", "--url", URL]),
        ("crud", ["coverage", "--schema", "api.json", "calls.har"]),
        ("crud", ["paths", "api.json"]),
        ("harvest", ["harvest", "import", "."]),
        ("harvest", ["harvest", "list"]),
        ("harvest", ["harvest", "stats"]),
        ("harvest", ["proxy", "--upstream", URL, "--store", "a.sqlite"]),
        ("demo", ["demo"]),
        ("aiohttp", ["schema", f"{URL}/graphql", "--client", "aiohttp"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_without_an_extra_one_line_says_what_to_install(tmp_path: Path, extra: str, arguments: list[str]):
    (tmp_path / "api.json").write_text(json.dumps(DESCRIPTION))
    (tmp_path / "calls.har").write_text('{"log": {"entries": []}}')
    code = WITHOUT.format(packages=extras()[extra], arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("querious: ")
    assert line.endswith(installing(extra))
