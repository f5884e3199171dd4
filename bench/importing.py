"""Log lines imported per second, and memory: a million lines with ten thousand distinct operations.

    python -m bench.importing [LINES]

Lines as a logger of Node writes them. ``read`` is what it takes to find, normalise and redact the operations;
``stored`` has a SQLite store at its end, as ``querious harvest import`` has. Memory must not grow with the number of
lines.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from bench.memory import resident
from bench.table import show
from querious.harvest.importers import read_any
from querious.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.harvest.importers import Importing
    from querious.model.recording import Recording

_OPERATIONS = 10_000
_DOCUMENTS = 500
_POINTS = 10
_ALLOWED = 1.2
"""Growth of memory between the second point and the last: at first what is remembered fills up."""


def main() -> int:
    """Print the table; 1 if memory grows with the number of lines."""
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rows, grew = [], False
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        _write(log, lines)
        for name, stored in (("read", False), ("stored", True)):
            memory: list[float] = []
            begun = perf_counter()
            watched = _watched(read_any(log), lines, memory)
            if stored:
                with open_store(f"{folder}/bench.sqlite") as store:
                    count = store.add(watched)
            else:
                count = sum(1 for _ in watched)
            seconds = perf_counter() - begun
            grew = grew or memory[-1] > _ALLOWED * memory[1]
            shown = [f"{point:.0f}" for point in (memory[1], memory[-1])]
            rows.append([name, f"{count:,}", f"{lines / seconds:,.0f}", *shown])
        size = log.stat().st_size
    show(
        f"{lines:,} log lines ({size / 2**20:,.0f} MiB), {_OPERATIONS:,} operations",
        ["way", "recordings", "lines/s", f"MiB after {lines * 2 // _POINTS:,}", "MiB at the end"],
        rows,
    )
    return int(grew)


def _write(log: Path, lines: int) -> None:
    """The operations come in an order without a pattern."""
    with log.open("w", encoding="utf-8") as file:
        for number in range(lines):
            operation = number * 7_919 % _OPERATIONS
            name = f"Operation{operation % _DOCUMENTS}"
            query = f"query {name}($id: ID!, $n: Int) {{ thing(id: $id) {{ id {name} items(first: $n) {{ size }} }} }}"
            body = {"query": query, "variables": {"id": f"{operation}", "n": operation % 20}, "operationName": name}
            record = {
                "level": 30,
                "time": 1_700_000_000_000 + number,
                "req": {"method": "POST", "url": "/graphql", "body": body},
                "res": {"statusCode": 200},
                "responseTime": number % 100,
                "msg": "request completed",
            }
            file.write(json.dumps(record) + "\n")


def _watched(recordings: Importing, lines: int, memory: list[float]) -> Iterator[Recording]:
    """The same recordings; looks at the memory so often."""
    for number, recording in enumerate(recordings, 1):
        if number % (lines // _POINTS) == 0:
            memory.append(resident())
        yield recording


if __name__ == "__main__":
    sys.exit(main())
