"""What may be released: the check itself, on folders that are made for it."""

from __future__ import annotations

import io
import subprocess
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest
from ci import release_check

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src/querious").mkdir(parents=True)
    (tmp_path / "src/querious/version.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 (2026-12-01)\n")
    for command in (
        ("init", "--quiet"),
        ("add", "."),
        ("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "All"),
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def archives(folder: Path, *more: str, version: str = "1.2.0", without: str = "") -> Path:
    folder.mkdir()
    with zipfile.ZipFile(folder / "a.whl", "w") as wheel:
        wheel.writestr("querious-1.2.0.dist-info/METADATA", f"Name: querious\nVersion: {version}\n")
        for name in (*release_check.NEEDED, *more):
            if name != without:
                wheel.writestr(name, "x")
    with tarfile.open(folder / "a.tar.gz", "w:gz") as source:
        for name in release_check.IN_SOURCE:
            source.addfile(tarfile.TarInfo(f"querious-1.2.0/{name}"), io.BytesIO())
    return folder


def test_what_is_committed_and_told_can_be_released(project: Path):
    assert [*release_check.untold(project), *release_check.uncommitted(project)] == []
    assert list(release_check.wrong_archives(archives(project / "dist"), "1.2.0")) == []


def test_the_changelog_must_tell_of_the_version_and_its_day(project: Path):
    for heading in ("1.2.0 (unreleased)", "1.1.0 (2026-12-01)"):
        (project / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n")
        (told,) = release_check.untold(project)
        assert heading in told
    assert list(release_check.uncommitted(project)) == ["not committed: CHANGELOG.md"]


def test_a_version_is_released_once(project: Path):
    subprocess.run(["git", "tag", "v1.2.0"], cwd=project, check=True)
    (told,) = release_check.uncommitted(project)
    assert "v1.2.0 is there already" in told


def test_archives_hold_what_they_must_and_nothing_else(project: Path):
    page = "querious/report/html/template.html"
    held = archives(project / "dist", "tests/a.py", "querious/__pycache__/a.pyc", version="1.1.0", without=page)
    assert sorted(release_check.wrong_archives(held, "1.2.0")) == [
        "the wheel holds querious/__pycache__/a.pyc",
        "the wheel holds tests",
        "the wheel is of version 1.1.0, not 1.2.0",
        f"the wheel lacks {page}",
    ]
    assert "one wheel" in next(release_check.wrong_archives(project / "src", "1.2.0"))
