"""A service in a process of its own, and querious in another: who may what shows in the report, without credentials."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from services.order_desk import token_of

TESTS = Path(__file__).parents[1]


@pytest.fixture
def desk(request):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "ORDER_DESK": request.param, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-m", "uvicorn", "--factory", "services.order_desk:app", "--port", str(port)]
    with subprocess.Popen([*command, "--log-level", "warning"], env=environment) as server:
        url = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield url
        server.terminate()


def configuration(folder):
    tables = []
    for name in ("ann", "bob", "root"):
        rights = "\nprivileged = true" if name == "root" else ""
        tables.append(f'[identities.{name}]\nbearer = "{token_of(name)}"{rights}\n')
    (folder / "querious.toml").write_text("\n".join(tables))


def run(url, folder):
    configuration(folder)
    command = [sys.executable, "-m", "querious", "run", url, "--mutations", "--requests", "2000", "--seed", "1"]
    done = subprocess.run(
        [*command, "--json", "out.json", "--skip-oracle", "state"],
        check=False,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done, json.loads((folder / "out.json").read_text())


@pytest.mark.parametrize("desk", ["search,delete"], indirect=True)
def test_faults_are_told_with_who_asked_and_without_credentials(desk, tmp_path):
    done, report = run(desk, tmp_path)
    found = {(one["oracle"], one["coordinate"]): one for one in report["findings"] if one["severity"] == "fault"}
    assert done.returncode == 1
    assert ("object-access", "GET /orders/search") in found
    assert ("write-access", "DELETE /orders/{order_id}") in found
    told = json.dumps(report) + done.stdout + done.stderr
    assert '"identity": "bob"' in told
    assert all(token_of(name) not in told for name in ("ann", "bob", "root"))
