"""A run that is ended from outside: what it found is there afterwards."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import pytest

from querious import demo

if TYPE_CHECKING:
    from pathlib import Path

QUERIOUS = [sys.executable, "-m", "querious"]


@pytest.fixture(scope="module")
def api():
    names = [fault.name for fault in demo.FAULTS if fault.study][:4]
    with demo.start(names) as running:
        yield running.url


def started(*arguments: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*QUERIOUS, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )


def wait_for(condition, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def test_findings_survive_kill_9_and_can_be_replayed(api, tmp_path):
    found = tmp_path / ".querious" / "unfinished-run.jsonl"
    process = started("run", api, "--time", "5m", "--seed", "1", folder=tmp_path)
    wait_for(lambda: found.exists() and found.read_text().count("\n") > 1)
    process.kill()
    process.communicate()
    assert found.stat().st_mode & 0o777 == 0o600
    replayed = subprocess.run([*QUERIOUS, "replay"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert replayed.returncode == 1, replayed.stdout + replayed.stderr
    assert "reproduced" in replayed.stdout


def test_a_run_that_ends_in_order_leaves_no_unfinished_file(api, tmp_path):
    process = started("run", api, "--requests", "200", "--seed", "1", folder=tmp_path)
    process.communicate()
    assert not (tmp_path / ".querious" / "unfinished-run.jsonl").exists()
    assert (tmp_path / ".querious" / "last-run.json").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("ignored", [False, True], ids=["", "in the background"])
def test_a_signal_ends_a_run_in_order(api, tmp_path, number, ignored):
    report = tmp_path / "run.json"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if ignored else None
    process = started("run", api, "--time", "5m", "--seed", "1", "--json", str(report), folder=tmp_path)
    if before is not None:
        signal.signal(signal.SIGINT, before)
    found = tmp_path / ".querious" / "unfinished-run.jsonl"
    wait_for(lambda: found.exists() and found.read_text().count("\n") > 1)
    process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 1, output
    saved = json.loads(report.read_text())
    assert saved["interrupted"]
    assert saved["findings"]
    assert "ended: interrupted" in output


def everything(url: str) -> list[bytes]:
    paths = ("/authors", "/books", "/tasks", "/coupons", "/shelves")
    return [urllib.request.urlopen(f"{url}{path}").read() for path in paths]  # noqa: S310 - our own server


def test_sigterm_lets_crud_remove_what_it_made(tmp_path):
    pytest.importorskip("hypothesis")
    with demo.start_rest() as running:
        before = everything(running.url)
        process = started("crud", running.url, "--seed", "1", "--time", "5m", folder=tmp_path)
        folder = tmp_path / ".querious" / "crud"
        wait_for(lambda: any('"posted"' in one.read_text() for one in folder.glob("*-*.jsonl")))
        process.terminate()
        output, _ = process.communicate(timeout=90)
        assert everything(running.url) == before
    assert process.returncode == 130, output
    assert "interrupted" in output


HOOKS = """
def boom(exchange):
    raise RuntimeError("boom")

oracles = [boom]
"""


def test_a_hook_that_raises_gives_exit_status_3_and_the_findings(api, tmp_path):
    (tmp_path / "hooks.py").write_text(HOOKS, encoding="utf-8")
    process = started("run", api, "--requests", "600", "--seed", "1", "--hooks", "hooks.py", folder=tmp_path)
    output, _ = process.communicate()
    assert process.returncode == 3, output
    assert "faults found" in output or "fault found" in output
    assert "1 part of querious or of your hooks failed and was switched off:" in output
    assert "hooks.py:3: RuntimeError: boom" in output
    traceback = tmp_path / ".querious" / "errors.txt"
    assert "RuntimeError: boom" in traceback.read_text()
