"""Running the command as a user does, and more cheaply where a process of its own is not what is tested."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib

import pytest

from querious import cli


@pytest.fixture
def environment(request) -> dict[str, str]:
    """What every command finds: a seed that is the test's own, so that what passes today passes tomorrow.

    Another seed for all of them looks for what holds by chance: SEED_OF_TESTS=2 pytest tests/integration.
    """
    seed = zlib.crc32(f"{os.environ.get('SEED_OF_TESTS', '')}{request.node.name}".encode())
    return {"COLUMNS": "100", "QUERIOUS_SEED": str(seed)}


@pytest.fixture
def querious(tmp_path, environment):
    """Run the command in an empty folder of its own."""

    def run(*arguments: str, timeout: float = 90, **given: str) -> subprocess.CompletedProcess[str]:
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("QUERIOUS_", "GITHUB_"))}
        return subprocess.run(
            [sys.executable, "-m", "querious", *arguments],
            cwd=tmp_path,
            env={**clean, **environment, **given},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    return run


@pytest.fixture
def called(tmp_path, monkeypatch, capsys, environment):
    """Run the command in the same folder and with the same environment, but within this process."""

    def run(*arguments: str, **given: str) -> subprocess.CompletedProcess[str]:
        with monkeypatch.context() as changed:
            changed.chdir(tmp_path)
            changed.setattr(sys, "path", [*sys.path])
            for name in [name for name in os.environ if name.startswith(("QUERIOUS_", "GITHUB_"))]:
                changed.delenv(name)
            for name, value in {**environment, **given}.items():
                changed.setenv(name, value)
            capsys.readouterr()
            with pytest.raises(SystemExit) as ended:
                cli.main(arguments)
        told = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, ended.value.code, told.out, told.err)

    return run


@pytest.fixture(params=["pyreqwest", "aiohttp"])
def each_client(request, monkeypatch) -> str:
    """The test is done with each of the HTTP clients; aiohttp as where pyreqwest cannot be loaded."""
    if request.param == "aiohttp":
        monkeypatch.setitem(sys.modules, "querious.execute.http", None)
    monkeypatch.setenv("QUERIOUS_CLIENT", request.param)
    return str(request.param)
