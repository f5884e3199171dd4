"""Schemathesis on a served REST API, all its phases; and the server for it and for us."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from bench.rest_apis import APIS

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 900


class ServedApi:
    """An API in a process of its own. What it was asked is known when it has stopped."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: dict[str, int] = {}
        self.reached: dict[str, int] = {}


class PeerRun(NamedTuple):
    """What one run of Schemathesis reported, as kinds of failures on operations."""

    reported: set[tuple[str, str]]
    requests: int
    seconds: float
    reached: frozenset[str]
    """Operations that answered 2xx."""


@contextmanager
def served(api: str, fault: str = "") -> Iterator[ServedApi]:
    """The API, until the end of the block."""
    command = [sys.executable, "-m", "bench.rest_server", api, *([fault] if fault else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        service = ServedApi(process.stdout.readline().strip())
        try:
            yield service
        finally:
            process.terminate()
            told = json.loads(process.communicate(timeout=30)[0])
            service.requests, service.reached = told["requests"], told["reached"]


def schemathesis(api: str, fault: str, seed: int, examples: int) -> PeerRun:
    """One run, which remembers nothing of earlier ones; ``examples`` are for each operation."""
    with tempfile.TemporaryDirectory() as folder, served(api, fault) as service:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{service.url}/openapi.json"]
        command += ["--max-examples", str(examples), "--seed", str(seed), "--continue-on-failure", "--no-shrink"]
        command += ["--report-json-path", str(report)]
        for name, value in APIS[api].headers.items():
            command += ["--header", f"{name}: {value}"]
        began = monotonic()
        subprocess.run(
            command, cwd=folder, capture_output=True, timeout=_LONGEST, check=False, stdin=subprocess.DEVNULL
        )
        seconds = monotonic() - began
        failures = json.loads(report.read_text(encoding="utf-8"))["failures"]
    reported = {(failure["type"], str(operation)) for failure in failures for operation in failure["operations"]}
    return PeerRun(reported, sum(service.requests.values()), seconds, frozenset(service.reached))
