"""Which wrong-answer faults of the demo show when its healthy build is held against the faulty one, each alone.

    python -m bench.differ [--only NAME,…] [--requests N] [--healthy-seeds N] [--seed N] [--jobs N]

Both builds are in this process. Found means a difference of any severity that showed again when it was asked for again,
or too often for chance. The healthy build is held against itself over several seeds: there must be no difference,
though a field tells the time.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from bench.table import show
from querious.demo import FAULTS, create_app
from querious.model import Settings
from querious.pipeline.diff.use_case import diff

if TYPE_CHECKING:
    from querious.model.diff import Diff

_KINDS = ("wrong answer", "wrong field")


def main() -> int:
    """Print the tables; 1 if what must hold does not."""
    options = _options()
    wanted = [fault for fault in FAULTS if fault.kind in _KINDS]
    if options.only:
        wanted = [fault for fault in FAULTS if fault.name in options.only.split(",")]
    rows = []
    with ProcessPoolExecutor(options.jobs) as pool:
        seeds = range(0 if options.only else options.healthy_seeds)
        healthy = [pool.submit(_compared, "", seed, options.requests) for seed in seeds]
        faulty = [pool.submit(_compared, fault.name, options.seed, options.requests) for fault in wanted]
        alarms = sum([_alarms(seed, task.result()) for seed, task in enumerate(healthy)])
        print(f"the healthy demo against itself: {alarms} differences over {len(healthy)} seeds", flush=True)
        for fault, task in zip(wanted, faulty, strict=True):
            rows.append(_row(fault.name, task.result()))
            print("  ".join(rows[-1])[:150], flush=True)
    head = ["fault", "found", "where", "times", "cases", "requests", "seconds", "smallest operation"]
    show("Wrong answers of the demo, each alone, held against the healthy one", head, rows)
    found = sum(row[1] != "no" for row in rows)
    print(f"\nfound: {found} of {len(rows)}")
    return int(alarms > 0 or found < len(rows))


def _compared(fault: str, seed: int, requests: int) -> Diff:
    settings = Settings(seed=seed, requests=requests, seconds=None, connections=8)
    return diff(create_app(), create_app([fault] if fault else []), settings)


def _alarms(seed: int, found: Diff) -> int:
    for one in found.differences:
        print(f"  seed {seed}: {one.coordinate} {one.kind}: {one.said_a} | {one.said_b} | {one.a.case.document:.200}")
    return len(found.differences)


def _row(name: str, found: Diff) -> list[str]:
    effort = [f"{found.cases:,}", f"{found.requests:,}", f"{found.elapsed:.0f}"]
    if not found.differences:
        return [name, "no", "", "-", *effort, ""]
    first = found.differences[0]
    operation = f"{first.a.case.document} {first.a.case.variables or ''}"
    where = f"{first.coordinate} ({first.kind})" + (
        f" and {len(found.differences) - 1} more" if len(found.differences) > 1 else ""
    )
    return [name, str(first.steadiness), where, f"{first.count:,}", *effort, operation[:100]]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which wrong answers show between two builds of the demo")
    parser.add_argument("--only", default="", help="names of faults, parted by commas")
    parser.add_argument("--requests", type=int, default=6_000, help="to both builds together")
    parser.add_argument("--healthy-seeds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="comparisons at once")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
