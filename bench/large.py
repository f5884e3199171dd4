"""Large schemas with tangled input types: time to the first request, memory, and how much of the API is seen.

    python -m bench.large [--sizes 100,300] [--styles prisma,django] [--requests N] [--plot FILE]

Schemas of 100 to 5,000 input types are made in the styles of Prisma, Hasura, PostGraphile and Django's filters, each
with an API behind it that answers from made-up rows, in a process of its own. ``querious run`` is another process: its
time from the arrival of the schema to the first request is measured by the API, its memory by the operating system. A
tuple is witnessable if resolving every field of every row by itself finds a value for it.

1 if a first request comes later than after 5 seconds, if a run takes more than 500 MB, if it sees less than 95% of what
is witnessable, or if the cost of a style grows faster than its schema.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.request import urlopen

from bench.large_plot import draw
from bench.large_styles import STYLES
from bench.table import show
from querious.report.json_report import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIZES = (100, 300, 1_000, 2_000, 5_000)
_SECONDS = 5.0
_MEGABYTES = 500.0
_SEEN = 0.95
_STEEPEST = 1.2
"""The exponent of cost against size, at most; 1 is linear, and measuring is not exact."""
_HEAD = (
    *("style", "input types", "arguments", "schema MB", "first request s", "peak MB", "CPU s", "requests"),
    *("witnessable", "seen", "report KB", "holds"),
)


class Measured(NamedTuple):
    """One run."""

    style: str
    inputs: int
    arguments: int
    schema: float
    """Megabytes of introspection."""
    first: float
    """Seconds from the arrival of the schema to the first request."""
    memory: float
    """Megabytes at most."""
    cpu: float
    requests: int
    witnessable: int
    seen: float
    """The share of what is witnessable."""
    report: float
    """Kilobytes of the JSON report."""

    @property
    def holds(self) -> bool:
        """Whether it is within all limits."""
        return self.first <= _SECONDS and self.memory <= _MEGABYTES and self.seen >= _SEEN


def main() -> int:
    """Print the table; 1 if something does not hold."""
    options = _options()
    runs = []
    for style in options.styles.split(","):
        for size in map(int, options.sizes.split(",")):
            runs.append(measure(style, size, options.requests))
            print(f"  {style}, {size:,}: {runs[-1].first:.2f} s", file=sys.stderr, flush=True)
    show("Large schemas", _HEAD, [_row(run) for run in runs])
    print(f"\nlimits: first request {_SECONDS:.0f} s, peak {_MEGABYTES:.0f} MB, seen {_SEEN:.0%}")
    steep = [style for style in options.styles.split(",") if not _is_linear(style, runs)]
    if options.plot:
        Path(options.plot).parent.mkdir(parents=True, exist_ok=True)
        Path(options.plot).write_text(draw(_lines(runs)), encoding="utf-8")
        print(f"plotted in {options.plot}")
    return int(bool(steep) or not all(run.holds for run in runs))


def measure(style: str, size: int, requests: int) -> Measured:
    """Run querious once against one API."""
    with _served(style, size) as url, tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "querious", "run", url, "--seed", "1", "--requests", str(requests)]
        command += ["--time", "20m", "--shrink", "0", "--fail-on", "none", "--quiet", "--json", str(report)]
        environment = {**os.environ, "PYTHONPATH": _path()}
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"querious run ended with {os.waitstatus_to_exitcode(status)} on {style}, {size}")
        with urlopen(f"{url}/facts") as answer:
            facts: dict[str, Any] = json.load(answer)
        run = load(report.read_text(encoding="utf-8")).run
        witnessable = set(facts["witnessable"])
        return Measured(
            style,
            facts["inputs"],
            facts["arguments"],
            facts["bytes"] / 1e6,
            math.inf if facts["first"] is None else facts["first"],
            usage.ru_maxrss / 1024,
            usage.ru_utime + usage.ru_stime,
            facts["answered"],
            len(witnessable),
            len(witnessable & run.coverage.witnessed) / len(witnessable),
            report.stat().st_size / 1e3,
        )


def _path() -> str:
    """The source that this bench belongs to, whatever is installed."""
    return os.pathsep.join([str(Path(__file__).parent.parent / "src"), os.environ.get("PYTHONPATH", "")])


@contextmanager
def _served(style: str, size: int) -> Iterator[str]:
    command = [sys.executable, "-m", "bench.large_server", style, str(size)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def _row(run: Measured) -> list[str]:
    return [
        run.style,
        f"{run.inputs:,}",
        f"{run.arguments:,}",
        f"{run.schema:.1f}",
        f"{run.first:.2f}",
        f"{run.memory:.0f}",
        f"{run.cpu:.1f}",
        f"{run.requests:,}",
        f"{run.witnessable:,}",
        f"{run.seen:.1%}",
        f"{run.report:,.0f}",
        "yes" if run.holds else "NO",
    ]


def _is_linear(style: str, runs: Sequence[Measured]) -> bool:
    """Print how the cost of a style grows with its schema, and whether it does not grow faster."""
    mine = [run for run in runs if run.style == style]
    if len(mine) < 3:
        return True
    first = exponent([(run.schema, run.first) for run in mine])
    base = mine[0].memory
    memory = exponent([(run.schema, run.memory - base) for run in mine[1:]])
    print(f"{style}: seconds to the first request ~ size^{first:.2f}, memory above the smallest ~ size^{memory:.2f}")
    return max(first, memory) <= _STEEPEST


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line that fits best where both axes are logarithmic."""
    logs = [(math.log(size), math.log(cost)) for size, cost in points if size > 0 and cost > 0]
    if len(logs) < 2:
        return 0.0
    middle = sum(x for x, _ in logs) / len(logs), sum(y for _, y in logs) / len(logs)
    across = sum((x - middle[0]) ** 2 for x, _ in logs)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in logs) / across if across else 0.0


def _lines(runs: Sequence[Measured]) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Panel → style → points."""
    panels: dict[str, dict[str, list[tuple[float, float]]]] = {
        "seconds to the first request": {},
        "peak memory, MB": {},
    }
    for run in runs:
        costs = (run.first, run.memory)
        for panel, cost in zip(panels.values(), costs, strict=True):
            panel.setdefault(run.style, []).append((run.inputs, cost))
    return panels


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Large schemas: first request, memory, share of the API seen")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="input types, parted by commas")
    parser.add_argument("--styles", default=",".join(STYLES), help=f"some of {', '.join(STYLES)}, parted by commas")
    parser.add_argument("--requests", type=int, default=3_000)
    parser.add_argument("--plot", default="", help="an SVG file to write")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
