"""Operations generated, sent and checked per second against a trivial local server, beside Schemathesis.

    python -m bench.throughput

Both run as their users run them, from the command line, each with its fastest setting for the number of workers or
connections; the server counts and keeps the time, from the first operation to the last. The limit is what the same
server answers to a client that sends one prepared operation again and again.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvloop

from bench.table import show
from querious.execute import open_target
from querious.model import Field, Operation, Settings
from querious.model.document_text import write_case

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECONDS = 10
_WANTED = 20


def main() -> int:
    """Print the table; 1 if the ratio is under 20."""
    with server() as url:
        limit = _counted(url, lambda: uvloop.run(_hammer(url)))
        ours = max(_counted(url, lambda c=connections: _querious(url, c)) for connections in (16, 64))
        theirs = max(_counted(url, lambda w=workers: _schemathesis(url, w)) for workers in (1, 2, 4))
    rows = [
        ["the server's limit", f"{limit:,.0f}", ""],
        ["querious", f"{ours:,.0f}", f"{ours / theirs:,.1f}"],
        ["Schemathesis", f"{theirs:,.0f}", "1.0"],
    ]
    show("Operations generated, sent and checked per second", ["client", "operations/s", "ratio"], rows)
    return int(ours < _WANTED * theirs)


@contextmanager
def server() -> Iterator[str]:
    """The trivial server in a process of its own; gives its URL."""
    with subprocess.Popen([sys.executable, "-m", "bench.trivial_server"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/graphql"
        finally:
            process.terminate()


def _counted(url: str, client: object) -> float:
    """Operations per second while the client runs, by the server's count and clock."""
    place = url.removesuffix("graphql")
    urllib.request.urlopen(f"{place}reset").close()
    client()  # type: ignore[operator]
    with urllib.request.urlopen(f"{place}count") as answer:
        count, seconds = json.load(answer)
    return float(count) / float(seconds)


def _querious(url: str, connections: int) -> None:
    command = [sys.executable, "-m", "querious", "run", url, "--quiet", "--no-save", "--seed", "1"]
    command += ["--time", f"{_SECONDS}s", "--requests", "10000000", "--connections", str(connections), "--invalid", "0"]
    _run(command)


def _schemathesis(url: str, workers: int) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "run", url, "--max-time", str(_SECONDS), "--mode", "positive"]
    _run([*command, "--workers", str(workers), "--seed", "1"])


def _run(command: list[str]) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if result.returncode:
        print(f"exit status {result.returncode}: {' '.join(command[2:5])}\n{(result.stdout + result.stderr)[-1500:]}")


async def _hammer(url: str) -> None:
    target = await open_target(url, Settings(connections=64))
    case = write_case(0, Operation("query", "", "Query", [Field("Query", "one", "", (), (), ())]))

    async def work() -> None:
        for _ in range(500):
            await target.client.send(case)

    await asyncio.gather(*(work() for _ in range(64)))
    await target.client.close()


if __name__ == "__main__":
    sys.exit(main())
