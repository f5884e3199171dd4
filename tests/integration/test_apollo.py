"""An Apollo Server from npm, over HTTP."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "apollo"
pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules" / "@apollo" / "server").is_dir(),
        reason="Apollo Server is not installed: npm ci in tests/apollo (make unit does it)",
    ),
]


@contextmanager
def apollo(**environment: str):
    with subprocess.Popen(
        ["node", "server.mjs"],
        cwd=FOLDER,
        env={**os.environ, "NODE_ENV": "production", **environment},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def test_the_mistakes_are_found_and_nothing_else(querious):
    with apollo() as url:
        result = querious("run", url, "--requests", "1200", "--seed", "1", "--mutations", "--no-save")
    assert result.returncode == 1, result.stdout + result.stderr
    titles = [line for line in result.stdout.splitlines() if "  fault  " in line or ". fault  " in line]
    assert titles
    assert all("Query.average" in title for title in titles), result.stdout
    assert "fields witnessed         14 of      14    100%" in result.stdout


def test_introspection_switched_off(called):
    with apollo(INTROSPECTION="off") as url:
        result = called("run", url)
    assert result.returncode == 2
    (line,) = result.stderr.strip().splitlines()
    assert "introspection" in line.lower()
    assert "--schema" in line
