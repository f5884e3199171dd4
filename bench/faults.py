"""Which faults of the demo are found, each switched on alone, by querious and by Schemathesis on the same server.

    python -m bench.faults [--only NAME,…] [--requests N] [--peer-examples N] [--healthy-seeds N]

querious: found means that a run reports a fault (nothing is reported on the healthy demo: that is checked first, over
20 seeds). No values are given to it. Requests are counted up to the case that first showed the fault.

Schemathesis reports failures on the healthy demo too (it takes a polite refusal for a failure), so found means a kind
of failure on an operation that its runs on the healthy demo did not report, and that a second seed reports again. Its
examples are limited by number, not by time, so that a seed brings the same ones on both. It is given strategies for the
demo's custom scalars, which it needs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from bench.table import show
from querious.demo import FAULTS
from querious.model import Finding, Settings, Severity
from querious.pipeline.observer import Silent
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.demo import Fault
    from querious.model import Run

_STUDY_FOUND = 11
"""Of the study's 15 faults, by the study's own tool."""
_HANG = 2.0
"""Seconds after which an answer counts as a hang."""


class _First(Silent):
    """Notes when the first fault was found."""

    def __init__(self) -> None:
        self._started = monotonic()
        self.seconds = 0.0

    def found(self, finding: Finding) -> None:
        """Look at the clock."""
        if finding.severity is Severity.FAULT and not self.seconds:
            self.seconds = monotonic() - self._started


def main() -> int:
    """Print the tables; 1 if what must hold does not."""
    options = _options()
    faults = [fault for fault in FAULTS if fault.kind not in {"state", "wrong answer"}]  # bench.crud, bench.wrong
    wanted = [fault for fault in faults if not options.only or fault.name in options.only.split(",")]
    alarms = 0 if options.only else _healthy(options.healthy_seeds, options.requests)
    with tempfile.TemporaryDirectory() as folder:
        known = _known_to_peer(Path(folder), options.peer_examples) if options.peer_examples else set()
        rows = []
        found: dict[str, bool] = {}
        for fault in wanted:
            with served(fault.name) as url:
                watch = _First()
                ours = run(url, _settings(1, options.requests, stop_after=1), watch)
            peer = _peer(fault, Path(folder), options.peer_examples, known) if options.peer_examples else "-"
            found[fault.name] = bool(ours.faults)
            rows.append(_row(fault, ours, watch.seconds, peer))
            print("  ".join(rows[-1])[:150], flush=True)
    show(
        "Faults of the demo, each alone",
        ["fault", "kind", "found", "requests", "seconds", "Schemathesis", "smallest operation"],
        rows,
    )
    return _verdict(wanted, found, rows, alarms)


def _verdict(wanted: list[Fault], found: dict[str, bool], rows: list[list[str]], alarms: int) -> int:
    study = [fault for fault in wanted if fault.study]
    contract = [fault for fault in wanted if fault.kind == "unchecked output"]
    of_study = sum(found[fault.name] for fault in study)
    print(f"\nthe study's faults: {of_study} of {len(study)} (the study: {_STUDY_FOUND})")
    print(f"contract faults: {sum(found[fault.name] for fault in contract)} of {len(contract)}")
    print(f"all faults: {sum(found.values())} of {len(found)}; Schemathesis: {sum(row[5] == 'yes' for row in rows)}")
    enough = of_study >= min(_STUDY_FOUND, len(study)) and all(found[fault.name] for fault in contract)
    return int(alarms > 0 or not enough)


def _healthy(seeds: int, requests: int) -> int:
    """Runs on the demo without faults; the number of findings of any severity."""
    alarms = 0
    for seed in range(seeds):
        with served("none") as url:
            report = run(url, _settings(seed, requests))
        alarms += len(report.findings)
        for finding in report.findings:
            print(f"  seed {seed}: {finding.oracle} {finding.coordinate}: {finding.message:.200}")
    print(f"the healthy demo: {alarms} findings over {seeds} seeds of {requests:,} requests each", flush=True)
    return alarms


def _settings(seed: int, requests: int, stop_after: int | None = None) -> Settings:
    return Settings(
        seed=seed, requests=requests, seconds=60, mutations=True, timeout=_HANG, stop_after=stop_after, connections=8
    )


def _row(fault: Fault, report: Run, seconds: float, peer: str) -> list[str]:
    kind = f"{fault.kind} (study)" if fault.study else fault.kind
    if not report.faults:
        return [fault.name, kind, "no", "-", "-", peer, ""]
    case = report.faults[0].exchange.case
    variables = f"  {json.dumps(case.variables)}" if case.variables else ""
    operation = f"{case.document}{variables}"
    return [fault.name, kind, "yes", f"{case.number + 1:,}", f"{seconds:.1f}", peer, operation[:100]]


@contextmanager
def served(faults: str) -> Iterator[str]:
    """The demo API in a process of its own; gives its URL."""
    command = [sys.executable, "-m", "querious", "demo", "--graphql", "--serve", "--faults", faults]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
        finally:
            process.terminate()


_SCALARS = """
import schemathesis
from hypothesis import strategies as st
from hypothesis_graphql import nodes
for name, values in {scalars}.items():
    schemathesis.graphql.scalar(name, st.sampled_from(values).map(nodes.String))
"""
_PLAUSIBLE = {
    "DateTime": ["2024-05-01T10:00:00Z", "2020-02-29T00:00:00Z"],
    "Date": ["2024-05-01", "2020-02-29"],
    "URL": ["https://example.com/a"],
    "Decimal": ["1.50", "0"],
    "JSON": ["{}"],
    "Sku": ["AB-1234", "DR-0001"],
}


def _known_to_peer(folder: Path, examples: int) -> set[tuple[str, str]]:
    """What Schemathesis reports on the healthy demo, over three seeds."""
    (folder / "scalars.py").write_text(_SCALARS.format(scalars=_PLAUSIBLE), encoding="utf-8")
    known: set[tuple[str, str]] = set()
    for seed in (1, 2, 3):
        with served("none") as url:
            known |= _reported(url, folder, examples, seed)
    print(f"Schemathesis reports {len(known)} failures on the healthy demo", flush=True)
    return known


def _peer(fault: Fault, folder: Path, examples: int, known: set[tuple[str, str]]) -> str:
    new: set[tuple[str, str]] | None = None
    for seed in (1, 2):
        with served(fault.name) as url:
            reported = _reported(url, folder, examples, seed) - known
        new = reported if new is None else new & reported
        if not new:
            return "no"
    return "yes"


def _reported(url: str, folder: Path, examples: int, seed: int) -> set[tuple[str, str]]:
    """(kind of failure, operation) pairs of one run of Schemathesis, which remembers nothing of earlier ones."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", url, "--max-examples", str(examples)]
    with tempfile.TemporaryDirectory() as fresh:
        report = Path(fresh) / "report.json"
        command += ["--seed", str(seed), "--report-json-path", str(report), "--request-timeout", str(_HANG)]
        subprocess.run(
            [*command, "--continue-on-failure"],
            cwd=fresh,
            env={**os.environ, "SCHEMATHESIS_HOOKS": "scalars", "PYTHONPATH": str(folder)},
            capture_output=True,
            timeout=600,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        failures = json.loads(report.read_text(encoding="utf-8"))["failures"]
    return {(failure["type"], str(operation)) for failure in failures for operation in failure["operations"]}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which faults of the demo are found")
    parser.add_argument("--only", default="", help="names of faults, parted by commas")
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--peer-examples", type=int, default=12, help="per field of a root; 0: leave Schemathesis out")
    parser.add_argument("--healthy-seeds", type=int, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
