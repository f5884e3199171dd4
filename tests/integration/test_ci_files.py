"""What other people's CI takes from this repository: valid by its published schemas, and its scripts run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml
from sarif_pydantic import Sarif

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
REPORTS = {"run.json", "junit.xml", "run.sarif", "run.md", "badge.svg"}
APP = "from querious.demo import create_rest_app\napp = create_rest_app({faults})\n"


@pytest.mark.parametrize(
    ("file", "schema"),
    [
        ("action.yml", "vendor.github-actions"),
        ("ci/gitlab.yml", "vendor.gitlab-ci"),
        (".github/workflows/release.yml", "vendor.github-workflows"),
    ],
)
def test_a_file_is_valid_by_its_published_schema(file: str, schema: str):
    checked = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, ROOT / file]
    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_hooks_for_pre_commit_are_valid():
    checked = [sys.executable, "-m", "pre_commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml"]
    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_dockerfile_has_nothing_to_blame():
    hadolint = shutil.which("hadolint", path=str(BIN))
    if hadolint is None:
        pytest.skip("hadolint has no wheel for this system")
    done = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_image_can_be_built_where_an_engine_is_at_hand(tmp_path: Path):
    engine = next(filter(None, map(shutil.which, ("docker", "podman", "buildah"))), None)
    if engine is None or subprocess.run([engine, "info"], capture_output=True, check=False).returncode:
        pytest.skip("no engine for containers runs here")
    told = tmp_path / "image"
    built = [engine, "build", "--iidfile", told, ROOT]
    subprocess.run(built, check=True, capture_output=True)
    image = told.read_text().strip()
    done = subprocess.run([engine, "run", "--rm", image, "--version"], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("querious ")


def action_script(environ: dict[str, str], folder: Path) -> tuple[str, dict[str, str]]:
    """The step of the action that tests, with the querious of this environment in the place of an installed one."""
    (folder / "querious").mkdir()
    (folder / "querious" / "bin").symlink_to(BIN)
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    (step,) = (one for one in action["runs"]["steps"] if one.get("id") == "run")
    output = folder / "output"
    named = {"TARGET": environ["target"], "ARGS": environ["args"], "RUNNER_TEMP": str(folder)}
    return step["run"] + '\nexit "$status"', {**named, "GITHUB_OUTPUT": str(output)}


def gitlab_script(environ: dict[str, str], _: Path) -> tuple[str, dict[str, str]]:
    """The script of the job."""
    job = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text(encoding="utf-8"))[".querious"]
    return "\n".join(job["script"]), {"API_TARGET": environ["target"], "API_TEST_ARGS": environ["args"]}


@pytest.mark.parametrize("script_of", [action_script, gitlab_script])
@pytest.mark.parametrize(("faults", "status"), [("'create-loses-field'", 1), ("", 0)])
def test_the_script_tests_the_api_keeps_all_reports_and_passes_on_the_status(tmp_path, script_of, faults, status):
    (tmp_path / "app.py").write_text(APP.format(faults=f"[{faults}]"))
    environ = {"target": "app:app", "args": "--requests 600 --seed 1 --mutations --time none"}
    script, named = script_of(environ, tmp_path)
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, **named, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    reports = tmp_path / "querious-reports"
    assert {file.name for file in reports.iterdir()} == REPORTS
    (run,) = Sarif.model_validate_json((reports / "run.sarif").read_text(encoding="utf-8")).runs
    found = json.loads((reports / "run.json").read_text(encoding="utf-8"))["findings"]
    assert [one.partial_fingerprints["querious/v1"] for one in run.results] == [one["id"] for one in found]
    assert bool(found) == bool(status)
    suite = ET.parse(reports / "junit.xml").getroot()[0]  # noqa: S314 - our own
    assert suite.get("failures") == str(len([one for one in found if one["severity"] == "fault"]))
    label = ET.parse(reports / "badge.svg").getroot().get("aria-label")  # noqa: S314 - likewise
    assert label == ("querious: 1 fault" if status else "querious: no faults")
