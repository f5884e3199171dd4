"""What people install: the wheel and the source distribution, in environments that hold nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DESCRIPTION = {"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {"/a": {"get": {"responses": {}}}}}


def called(*arguments: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("QUERIOUS_", "PYTHON"))}
    return subprocess.run(
        list(map(str, arguments)), capture_output=True, text=True, check=False, cwd=folder, env=clean, timeout=240
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    built = called(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    assert built.returncode == 0, built.stderr
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that has the wheel without extras."""
    folder = tmp_path_factory.mktemp("environment")
    for command in (
        (sys.executable, "-m", "venv", folder),
        (folder / "bin" / "python", "-m", "pip", "install", "--quiet", wheel),
    ):
        done = called(*command)
        assert done.returncode == 0, done.stderr
    return folder / "bin"


def interpreter(version: str) -> str | None:
    """A Python of this version, if there is one here: on the path, or of pyenv, whose shims may lead nowhere."""
    of_pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"), reverse=True)
    for candidate in filter(None, (shutil.which(f"python{version}"), *map(str, of_pyenv))):
        told = called(candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
        if told.stdout.strip() == version:
            return candidate
    return None


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path):
    names = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"querious"}


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_it_installs_and_runs_with_every_python(wheel: Path, tmp_path: Path, version: str):
    if version == "{}.{}".format(*sys.version_info):
        pytest.skip("the other tests here are of this version")
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    (tmp_path / "shop.py").write_text(
        "from graphql import build_schema\nschema = build_schema('type Query { one: Int }')\n"
    )
    folder = tmp_path / "environment"
    for command in (
        (python, "-m", "venv", folder),
        (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-compile", wheel),
        (folder / "bin" / "querious", "run", "shop:schema", "--requests", "20", "--seed", "1"),
    ):
        done = called(*command, folder=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_version_that_is_tried_is_told():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = [one.rpartition(" ")[2] for one in project["classifiers"] if one.startswith("Programming Language")]
    assert told[1:] == ["3.11", "3.12", "3.13", "3.14"]


def test_every_command_can_be_asked_for_help_without_extras(installed: Path, tmp_path: Path):
    assert called(installed / "querious", "--version").stdout.startswith("querious ")
    for name in ("run", "accept", "compare", "init", "config", "show", "replay", "learn", "diff", "export"):
        done = called(installed / "querious", name, "--help", folder=tmp_path)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("crud", "http://127.0.0.1:9/openapi.json"), "crud"),
        (("run", "api.json", "--url", "http://127.0.0.1:9"), "crud"),
        (("coverage", "--schema", "api.json", "calls.har"), "crud"),
        (("paths", "api.json"), "crud"),
        (("harvest", "import", "."), "harvest"),
        (("harvest", "stats"), "harvest"),
        (("proxy", "--upstream", "http://127.0.0.1:9", "--store", "a.sqlite"), "harvest"),
        (("demo",), "demo"),
    ],
    ids=" ".join,
)
def test_a_missing_extra_is_answered_with_the_line_that_installs_it(
    installed: Path, tmp_path: Path, arguments: tuple[str, ...], extra: str
):
    (tmp_path / "api.json").write_text(json.dumps(DESCRIPTION))
    (tmp_path / "calls.har").write_text('{"log": {"entries": []}}')
    done = called(installed / "querious", *arguments, folder=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert f"querious[{extra}]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_all_extras_fit_together(installed: Path, wheel: Path):
    named = f"{wheel}[aiohttp,demo,harvest,hypothesis,crud,pytest]"
    done = called(installed / "python", "-m", "pip", "install", "--quiet", "--dry-run", named)
    assert done.returncode == 0, done.stderr


def test_the_source_distribution_makes_the_same_wheel(wheel: Path, tmp_path: Path):
    built = called(
        sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", tmp_path, folder=ROOT
    )
    assert built.returncode == 0, built.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        held = {name.partition("/src/")[2] for name in content.getnames() if "/src/querious/" in name}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("querious/")}
    assert packed <= held
