"""Running the command as a user does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.fixture
def querious(tmp_path):
    """Run the command in an empty folder of its own."""

    def run(*arguments: str, timeout: float = 90, **environment: str) -> subprocess.CompletedProcess[str]:
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("QUERIOUS_", "GITHUB_"))}
        return subprocess.run(
            [sys.executable, "-m", "querious", *arguments],
            cwd=tmp_path,
            env={**clean, "COLUMNS": "100", **environment},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    return run
