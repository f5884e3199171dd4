"""How far planned paths are really gone, with and without learning, beside how far the data lets anybody go.

    python -m bench.reach [--requests N] [--seeds N] [--only NAME,…]

The demo and two of the APIs in ``tests/apis`` are served by processes of their own; no values are given. Each is run
with the default criterion and with rooted prime paths (as many as a run plans at most), and again with learning off.
"Witnessable" is worked out by brute force over the data, apart from querious: no values whatever bring more paths than
these. The share of perfect paths is given of the planned ones and of the witnessable ones.

1 if on the demo less than 95% of the planned paths of the default run are perfect, or a tuple that has a value
somewhere was not witnessed; or if anywhere more paths are called perfect than have data.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from bench.faults import served
from bench.table import show
from bench.worlds import TESTS, schema_of, world_of
from querious.criteria import PathBudget, PathListing, criterion_named
from querious.graphql.graph import root_type, type_graph
from querious.model import Settings
from querious.model.reach import Class
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.witnessable import World
    from querious.model import Run
    from querious.model.reach import Reach

_APIS = ("demo", "museum", "fragile")
_CRITERIA = ("edge-pair", "rooted-prime-path")
_DEFAULT = Settings().criterion
_LEAST = 0.95
"""Of the planned paths of the default run on the demo."""
_HEAD = (
    *("API", "paths", "seed", "planned", "asked", "witnessable", "perfect", "of planned", "of witnessable"),
    *("good", "malformed", "failure", "length", "tuples", "requests"),
    *("| unlearned: perfect", "length", "tuples"),
)


class Measured(NamedTuple):
    """One plan of one run, beside what is possible."""

    reach: Reach
    witnessable: int

    @property
    def perfect(self) -> int:
        """Paths gone to their end."""
        return self.reach.classes.get(Class.PERFECT, 0)

    @property
    def impossible(self) -> bool:
        """Whether more paths are called perfect than have data."""
        return self.perfect > self.witnessable


def main() -> int:
    """Print the table and what must hold; 1 if it does not."""
    options = _options()
    rows: list[list[str]] = []
    verdicts: list[bool] = []
    for name in [name for name in _APIS if not options.only or name in options.only.split(",")]:
        world = world_of(name)
        for criterion in _CRITERIA:
            for seed in range(1, options.seeds + 1):
                learned, unlearned = (
                    _run(name, criterion, seed, options.requests, learning=on) for on in (True, False)
                )
                measured = plans_of(name, world, learned)
                verdicts += [not each.impossible for each in measured]
                if name == "demo" and criterion == _DEFAULT:
                    verdicts.append(_holds(measured, world, learned))
                rows += [
                    [name, *_row(each, world, learned, unlearned)]
                    for each in measured
                    if criterion == _DEFAULT or each.reach.plan != "tuples"  # every run begins with the same tuples
                ]
                print(f"  {name}, {criterion}, seed {seed}: done", file=sys.stderr, flush=True)
    show("Planned paths, and how far they were gone", _HEAD, rows)
    return int(not all(verdicts))


def _holds(measured: list[Measured], world: World, report: Run) -> bool:
    """Print what must hold of the default run on the demo, and whether it does."""
    planned = sum(each.reach.paths for each in measured)
    witnessable = sum(each.witnessable for each in measured)
    perfect = sum(each.perfect for each in measured)
    missed = sorted(report.coverage.tuples & world.tuples - report.coverage.witnessed)
    share = perfect / planned if planned else 0.0
    print(
        f"\nthe demo, default run, seed {report.seed}: {perfect:,} of {planned:,} planned paths perfect"
        f" ({share:.1%}; at least {_LEAST:.0%}); {witnessable:,} are witnessable"
        f" ({perfect / max(witnessable, 1):.1%} of these)"
    )
    print(f"tuples that have a value and were not witnessed: {', '.join(missed) or 'none'}", flush=True)
    return share >= _LEAST and not missed


def _run(name: str, criterion: str, seed: int, requests: int, *, learning: bool) -> Run:
    settings = Settings(
        seed=seed, requests=requests, seconds=None, criterion=criterion, learning=learning, invalid=0, shrink=0
    )
    with served("none") if name == "demo" else _served(name) as url:
        return run(url, settings)


def plans_of(name: str, world: World, report: Run) -> list[Measured]:
    """Every plan of a run with the number of its paths that have data."""
    schema = schema_of(name)
    graph = type_graph(schema, root_type(schema))
    found = []
    for reach in report.reach:
        if reach.plan == "tuples":
            witnessable = len(world.tuples & report.coverage.tuples)
        else:
            listing = PathListing(criterion_named(reach.plan), graph, PathBudget(paths=reach.paths), report.seed)
            witnessable = sum(world.holds(graph.path(edges)) for edges in listing)
        found.append(Measured(reach, witnessable))
    return found


def _row(measured: Measured, world: World, learned: Run, unlearned: Run) -> list[str]:
    reach = measured.reach
    other = next((each for each in unlearned.reach if each.plan == reach.plan), None)
    return [
        reach.plan,
        str(learned.seed),
        f"{reach.paths:,}",
        f"{reach.asked:,}",
        f"{measured.witnessable:,}",
        f"{measured.perfect:,}{' (impossible)' if measured.impossible else ''}",
        f"{measured.perfect / max(reach.paths, 1):.1%}",
        f"{measured.perfect / max(measured.witnessable, 1):.1%}",
        *(f"{reach.classes.get(kind, 0):,}" for kind in (Class.GOOD, Class.MALFORMED, Class.FAILED)),
        f"{reach.ratio:.3f}",
        _tuples(world, learned),
        f"{learned.requests:,}",
        f"{other.classes.get(Class.PERFECT, 0):,}" if other else "-",
        f"{other.ratio:.3f}" if other else "-",
        _tuples(world, unlearned),
    ]


def _tuples(world: World, report: Run) -> str:
    """Tuples witnessed, of those that have a value somewhere."""
    there = world.tuples & report.coverage.tuples
    return f"{len(there & report.coverage.witnessed)} of {len(there)}"


@contextmanager
def _served(name: str) -> Iterator[str]:
    """One of the APIs of ``tests/apis`` in a process of its own; gives its URL."""
    command = [sys.executable, "-m", "apis", name]
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How far planned paths are really gone")
    parser.add_argument("--requests", type=int, default=1_500)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--only", default="", help=f"some of {', '.join(_APIS)}, parted by commas")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
