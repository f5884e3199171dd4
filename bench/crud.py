"""Which faults of state are found, each switched on alone: querious crud, and Schemathesis's stateful phase beside it.

    python -m bench.crud [--only NAME,…] [--peer-examples N] [--healthy-seeds N] [--graphql]

The REST demo serves in a process of its own, without the fault and with it. Found means: a fault is reported, where a
run ends (on the healthy demo nothing may be, not even a suspicion: that is checked first). Steps are those of the
smallest sequence.

Schemathesis reports failures on the healthy demo too (it takes refusals that no schema can tell of, such as an unknown
author, for failures). So for it found means a kind of failure on an operation that its runs on the healthy demo did not
report, with the same examples, and that a second seed reports again. Its requests are those of one such run.

With --graphql the mutations of the GraphQL demo are tested likewise, without a peer: Schemathesis has no stateful phase
for GraphQL.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from bench.table import show
from querious.demo import FAULTS, REST_FAULTS
from querious.model import Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.state.use_case import crud

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Finding, Run

_CONCURRENT = "concurrency"
"""The kind of faults that need parallel branches."""
_PROGRAMS = 12
_STEPS = 5
"""In the median, at most."""


class Peer(NamedTuple):
    """What one run of Schemathesis reported."""

    reported: set[tuple[str, str]]
    requests: int
    seconds: float


def main() -> int:
    """Print the tables; 1 if what must hold does not."""
    options = _options()
    rest = not options.graphql
    faults: Sequence[tuple[str, str]] = (
        [(fault.name, fault.kind) for fault in REST_FAULTS]
        if rest
        else [(fault.name, fault.kind) for fault in FAULTS if fault.kind == "state"]
    )
    wanted = [fault for fault in faults if not options.only or fault[0] in options.only.split(",")]
    alarms = 0 if options.only else _healthy(options.healthy_seeds, rest=rest)
    known = _known(options.peer_examples) if rest and options.peer_examples else set()
    rows, sizes, missed = [], [], []
    for name, kind in wanted:
        with served(name, rest=rest) as url:
            run = _tested(url, 1, _PROGRAMS if kind == _CONCURRENT else 0, stop_after=1)
        peer = _peer(name, options.peer_examples, known) if rest and options.peer_examples else ["-", "-", "-"]
        if run.faults:
            sizes.append(min(_steps(fault) for fault in run.faults))
        else:
            missed.append(name)
        rows.append([name, kind, *_row(run), *peer])
        print("  ".join(rows[-1])[:150], flush=True)
    head = ["fault", "kind", "found", "requests", "seconds", "steps", "rule", "Schemathesis", "requests", "seconds"]
    show("Faults of state, each alone", head, rows)
    median = statistics.median(sizes) if sizes else 0
    theirs = sum(row[7] == "yes" for row in rows)
    print(f"\nfound: {len(rows) - len(missed)} of {len(rows)}; Schemathesis: {theirs}; steps in the median: {median:g}")
    if missed:
        print(f"missed: {', '.join(missed)}")
    return int(bool(alarms or missed or median > _STEPS))


def _tested(url: str, seed: int, parallel: int = 0, stop_after: int | None = None) -> Run:
    asked = StateSettings(parallel=parallel)
    return crud(url, Settings(seed=seed, requests=None, seconds=None, stop_after=stop_after, state=asked))


def _steps(finding: Finding) -> int:
    return len(finding.sequence.steps) if finding.sequence else 0


def _row(run: Run) -> list[str]:
    if not run.faults:
        return ["no", f"{run.requests:,}", f"{run.elapsed:.1f}", "-", ""]
    best = min(run.faults, key=_steps)
    return ["yes", f"{run.requests:,}", f"{run.elapsed:.1f}", str(_steps(best)), f"{best.oracle} ({best.coordinate})"]


def _healthy(seeds: int, *, rest: bool) -> int:
    """Runs on the demo without faults; the number of findings of any severity, and of entries left behind."""
    alarms = requests = 0
    gone: set[str] = set()
    for seed in range(seeds):
        with served("none", rest=rest) as url:
            run = _tested(url, seed, parallel=2)
        requests += run.requests
        alarms += len(run.findings) + (run.state.left if run.state else 0)
        gone |= {
            f"{one.name}: {sum(way[3] > 0 for way in one.transitions)} of {len(one.transitions)}"
            for one in (run.state.collections if run.state else ())
        }
        for finding in run.findings:
            print(f"  seed {seed}: {finding.severity} {finding.oracle} {finding.coordinate}: {finding.message:.200}")
    print(f"the healthy demo: {alarms} findings or entries left over {seeds} seeds, {requests:,} requests")
    print(f"transitions covered: {'; '.join(sorted(gone))}", flush=True)
    return alarms


@contextmanager
def served(faults: str, *, rest: bool) -> Iterator[str]:
    """The demo in a process of its own; gives its URL."""
    command = [
        sys.executable,
        "-m",
        "querious",
        "demo",
        "--serve",
        "--faults",
        faults,
        "--bookshop" if rest else "--graphql",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
        finally:
            process.terminate()


def _known(examples: int) -> set[tuple[str, str]]:
    """What Schemathesis reports on the healthy demo, over three seeds."""
    known: set[tuple[str, str]] = set()
    for seed in (1, 2, 3):
        with served("none", rest=True) as url:
            known |= _schemathesis(url, examples, seed).reported
    print(f"Schemathesis reports {len(known)} failures on the healthy demo", flush=True)
    return known


def _peer(fault: str, examples: int, known: set[tuple[str, str]]) -> list[str]:
    new: set[tuple[str, str]] | None = None
    run = Peer(set(), 0, 0.0)
    for seed in (1, 2):
        with served(fault, rest=True) as url:
            run = _schemathesis(url, examples, seed)
        new = run.reported - known if new is None else new & run.reported
        if not new:
            break
    return ["yes" if new else "no", f"{run.requests:,}", f"{run.seconds:.1f}"]


def _schemathesis(url: str, examples: int, seed: int) -> Peer:
    """One run of its stateful phase, which remembers nothing of earlier ones."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/openapi.json", "--phases", "stateful"]
    command += ["--max-examples", str(examples), "--seed", str(seed), "--continue-on-failure"]
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report, har = Path(folder) / "report.json", Path(folder) / "requests.har"
        command += ["--report-json-path", str(report), "--report-har-path", str(har)]
        subprocess.run(command, cwd=folder, capture_output=True, timeout=900, check=False, stdin=subprocess.DEVNULL)
        seconds = monotonic() - began
        failures = json.loads(report.read_text(encoding="utf-8"))["failures"]
        requests = len(json.loads(har.read_text(encoding="utf-8"))["log"]["entries"])
    return Peer(
        {(failure["type"], str(operation)) for failure in failures for operation in failure["operations"]},
        requests,
        seconds,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which faults of state are found")
    parser.add_argument("--only", default="", help="names of faults, parted by commas")
    parser.add_argument("--peer-examples", type=int, default=100, help="its sequences; 0: leave Schemathesis out")
    parser.add_argument("--healthy-seeds", type=int, default=20)
    parser.add_argument("--graphql", action="store_true", help="the GraphQL demo instead of the REST demo")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
