"""Memory over 100,000 operations, generated, sent and checked in one run.

    python -m bench.memory [OPERATIONS]

Prints the resident memory of the process at ten points; it must be flat from the second on.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bench.table import show
from bench.throughput import server
from querious.model import Settings
from querious.pipeline.observer import Silent
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from querious.model import Progress

_POINTS = 10
_ALLOWED = 1.05
"""Growth between the second point and the last."""


class _Watch(Silent):
    """Notes the memory each time another tenth of the operations is done."""

    def __init__(self, operations: int) -> None:
        self._step = operations // _POINTS
        self.points: list[tuple[int, float]] = []

    def progress(self, progress: Progress) -> None:
        """Look at the clock of requests."""
        if progress.requests >= self._step * (len(self.points) + 1):
            self.points.append((progress.requests, resident()))


def resident() -> float:
    """Resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main(operations: int) -> int:
    """Print the table; 1 if memory grew."""
    watch = _Watch(operations)
    with server() as url:
        run(url, Settings(seed=1, requests=operations, seconds=None, connections=64), watch)
    show("Resident memory of querious", ["operations", "MiB"], [[f"{n:,}", f"{size:.1f}"] for n, size in watch.points])
    return int(len(watch.points) < _POINTS - 1 or watch.points[-1][1] > _ALLOWED * watch.points[1][1])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
