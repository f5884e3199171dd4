"""How many findings one cause makes: each fault of the demo alone, and how long the operations are that show it.

    python -m bench.causes [--rest] [--only NAME,…] [--kind KIND] [--seed N] [--requests N] [--time SECONDS] [--jobs N]
                           [--folder FOLDER]

Each fault is met by one run that does not stop at the first finding; mutations are sent where the fault needs them, and
faults of state of the GraphQL demo are met by sequences on all collections, as querious crud does. With --rest the
faults are those of both REST demos, but for those of parity, which show only where GraphQL is asked as well. A
fault that is not found counts in neither figure: bench.faults, bench.wrong, bench.crud and bench.rest tell of those. An
operation is its document with its variables, or the path with its query and the body, as they are sent; of a finding
the longest counts. With --folder the report of every run is kept there.

What must hold: at most 1.2 findings on average, and operations under 200 characters in at least 90% of the findings.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from bench import rest_apis
from bench.table import show
from querious.demo import FAULTS, create_app
from querious.model import Settings
from querious.pipeline.run.use_case import run
from querious.pipeline.state.use_case import crud
from querious.report import json_report

if TYPE_CHECKING:
    from querious.model import Case, Exchange, Finding, Run

_STATE = "state"
_PARITY = "parity"
_GRAPHQL = "graphql"
_HANG = 2.0
"""Seconds after which an answer counts as a hang."""
_MOST_FINDINGS = 1.2
_SHORT = 200
"""Characters."""
_SHORT_SHARE = 0.9


class _Told(NamedTuple):
    """One finding of a run."""

    title: str
    longest: int
    """Characters of the longest operation that shows it."""
    others: int
    """Others that are folded beneath it."""


class _Fault(NamedTuple):
    """What a worker has to know of a fault: a fault itself holds functions, which cannot be sent."""

    name: str
    kind: str
    api: str
    """``graphql``, or one of ``bench.rest_apis``."""


class _Met(NamedTuple):
    findings: list[_Told]
    requests: int
    seconds: float


def main() -> int:
    """Print the table and both figures; 1 if what must hold does not."""
    options = _options()
    wanted = [fault for fault in _faults(rest=options.rest) if options.kind in {"", fault.kind}]
    if options.only:
        wanted = [fault for fault in wanted if fault.name in options.only.split(",")]
    rows = []
    told: list[list[_Told]] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        tasks = [pool.submit(_met, fault, _settings(fault, options), options.folder) for fault in wanted]
        for fault, task in zip(wanted, tasks, strict=True):
            met = task.result()
            told.append(met.findings)
            rows.append(_row(fault, met))
            print("  ".join(rows[-1])[:150], flush=True)
    head = ["fault", "kind", "findings", "folded", "longest", "requests", "seconds", "the first"]
    show("Findings of one cause", head, rows)
    return _verdict([findings for findings in told if findings], len(wanted))


def _faults(*, rest: bool) -> list[_Fault]:
    if not rest:
        return [_Fault(fault.name, fault.kind, _GRAPHQL) for fault in FAULTS]
    known = [_Fault(name, kind, api) for name, (api, kind) in rest_apis.FAULTS.items()]
    return [fault for fault in known if fault.kind != _PARITY]


def _settings(fault: _Fault, options: argparse.Namespace) -> Settings:
    is_graphql = fault.api == _GRAPHQL
    return Settings(
        seed=options.seed,
        requests=options.requests,
        seconds=options.time or None,
        mutations=fault.kind in {"mutation", _STATE} if is_graphql else True,
        headers={} if is_graphql else rest_apis.APIS[fault.api].headers,
        timeout=_HANG,
        connections=8,
    )


def _met(fault: _Fault, settings: Settings, folder: str) -> _Met:
    started = monotonic()
    report = _report(fault, settings)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, f"{fault.name}.json").write_text(json_report.dump(report), encoding="utf-8")
    told = [
        _Told(f"{one.severity} {one.oracle} {one.coordinate}: {one.message}", _longest(one), len(one.others))
        for one in report.findings
    ]
    return _Met(told, report.requests, monotonic() - started)


def _report(fault: _Fault, settings: Settings) -> Run:
    if fault.api != _GRAPHQL:
        return run(rest_apis.APIS[fault.api].make([fault.name]), settings)
    return (crud if fault.kind == _STATE else run)(create_app([fault.name]), settings)


def _longest(finding: Finding) -> int:
    return max((_length(exchange.case) for exchange in _exchanges(finding)), default=0)


def _exchanges(finding: Finding) -> list[Exchange]:
    if finding.sequence is None:
        return list(finding.steps)
    return [exchange for step in finding.sequence.steps for exchange in step.outcome.exchanges]


def _length(case: Case) -> int:
    if not case.is_graphql:
        return len(case.request.path) + (len(json.dumps(case.body)) if case.request.has_body else 0)
    return len(case.document) + (len(json.dumps(case.variables)) if case.variables else 0)


def _row(fault: _Fault, met: _Met) -> list[str]:
    longest = max((one.longest for one in met.findings), default=0)
    first = met.findings[0].title[:90] if met.findings else "not found"
    return [
        fault.name,
        fault.kind,
        str(len(met.findings)),
        str(sum(one.others for one in met.findings)),
        str(longest),
        f"{met.requests:,}",
        f"{met.seconds:.1f}",
        first,
    ]


def _verdict(found: list[list[_Told]], asked: int) -> int:
    findings = [one for told in found for one in told]
    if not findings:
        print("\nnothing was found")
        return 1
    average = len(findings) / len(found)
    short = sum(one.longest < _SHORT for one in findings) / len(findings)
    print(f"\n{len(found)} of {asked} faults found, {len(findings)} findings")
    print(f"findings of one fault, on average: {average:.2f} (at most {_MOST_FINDINGS})")
    print(f"findings whose operations are under {_SHORT} characters: {short:.1%} (at least {_SHORT_SHARE:.0%})")
    return int(average > _MOST_FINDINGS or short < _SHORT_SHARE)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How many findings one cause makes")
    parser.add_argument("--rest", action="store_true", help="the faults of the REST demos")
    parser.add_argument("--only", default="", help="names of faults, parted by commas")
    parser.add_argument("--kind", default="", help="faults of this kind alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--requests", type=int, default=1_500, help="of each run")
    parser.add_argument("--time", type=float, default=30.0, help="seconds of each run; 0: as long as it takes")
    parser.add_argument("--jobs", type=int, default=1, help="runs at once")
    parser.add_argument("--folder", default="", help="where the report of every run is kept")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
