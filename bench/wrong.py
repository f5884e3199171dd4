"""Which wrong answers of the demo are found, each switched on alone, and which relation or oracle finds them.

    python -m bench.wrong [--only NAME,…] [--study] [--seed N] [--seeds N] [--requests N] [--time SECONDS]

Each of the demo's wrong answers, and each of the study's fifteen faults, is met by one run as a user would start it: no
values given, the product's own budget. Found means a finding, fault or suspicion, that no run on the healthy demo has;
those come first, one per seed, and must have none at all. Told are the names of all that found it, the first one
first, the highest severity, how many requests it took until the first finding, and how many the whole run took.

The demo answers in this process, so that requests are counted where they come in.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bench.table import show
from querious.demo import FAULTS, create_app
from querious.demo.faults import choose
from querious.model import Settings, Severity
from querious.pipeline import Silent, run

if TYPE_CHECKING:
    from querious.demo import Fault
    from querious.model import Finding, Run

_KIND = "wrong answer"
_ENOUGH = 18
"""Wrong answers that must be found."""
_HEALTHY_SEEDS = 20


class _Watch(Silent):
    """The demo with these faults, which counts what it is asked, and notes when something was found first."""

    def __init__(self, *faults: str) -> None:
        self._app = create_app(faults)
        self.requests = 0
        self.first: dict[str, int] = {}
        """How many requests had come in when a finding was first seen, by its fingerprint."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as an ASGI app."""
        self.requests += scope["type"] == "http"
        await self._app(scope, receive, send)

    def found(self, finding: Finding) -> None:
        """Note how many requests it took."""
        self.first.setdefault(finding.fingerprint, self.requests)


def main() -> int:
    """Print the tables; 1 if what must hold does not."""
    options = _options()
    wanted = [fault for fault in FAULTS if fault.study or (fault.kind == _KIND and not options.study)]
    if options.only:
        wanted = list(choose(options.only.split(",")))
    seeds = (0 if options.only else _HEALTHY_SEEDS) if options.seeds is None else options.seeds
    known = _healthy(seeds, options)
    rows = []
    for fault in wanted:
        watch = _Watch(fault.name)
        settings = _settings(options.seed, options)
        if not options.whole:
            settings = replace(settings, stop_after=1, fail_on="suspicion", shrink=0)
        rows.append(_row(fault, run(watch, settings, watch), watch, known))
        print("  ".join(rows[-1])[:150], flush=True)
    head = ["fault", "kind", "found", "severity", "requests", "of all", "by", "where"]
    show("Wrong answers of the demo, each alone", head, rows)
    return _verdict(wanted, {row[0] for row in rows if row[2] == "yes"}, alarms=bool(known), partial=bool(options.only))


def _verdict(wanted: list[Fault], found: set[str], *, alarms: bool, partial: bool) -> int:
    study = [fault.name for fault in wanted if fault.study]
    wrong = [fault.name for fault in wanted if not fault.study]
    print(f"\nthe study's faults: {len(found.intersection(study))} of {len(study)}")
    print(f"wrong answers: {len(found.intersection(wrong))} of {len(wrong)}")
    missed = [name for name in (*study, *wrong) if name not in found]
    if missed:
        print(f"missed: {', '.join(missed)}")
    few = not found.issuperset(study) or len(found.intersection(wrong)) < min(_ENOUGH, len(wrong))
    return int(alarms or (few and not partial))


def _row(fault: Fault, report: Run, watch: _Watch, known: set[str]) -> list[str]:
    kind = f"{fault.kind} (study)" if fault.study else fault.kind
    new = [finding for finding in report.findings if finding.fingerprint not in known]
    if not new:
        return [fault.name, kind, "no", "-", "-", f"{watch.requests:,}", "", ""]
    first = {fingerprint: requests for fingerprint, requests in watch.first.items() if fingerprint not in known}
    new.sort(key=lambda finding: first.get(finding.fingerprint, watch.requests))
    worst = Severity.FAULT if any(finding.severity is Severity.FAULT for finding in new) else Severity.SUSPICION
    by = ", ".join(dict.fromkeys(finding.oracle for finding in new))
    requests = min(first.values(), default=watch.requests)
    where = new[0].coordinate or "the whole answer"
    return [fault.name, kind, "yes", worst.value, f"{requests:,}", f"{watch.requests:,}", by, where]


def _healthy(seeds: int, options: argparse.Namespace) -> set[str]:
    """Runs on the demo without faults; the fingerprints of all findings of any severity."""
    known: set[str] = set()
    faults = suspicions = requests = 0
    for seed in range(seeds):
        watch = _Watch()
        report = run(watch, _settings(seed, options), watch)
        requests += watch.requests
        faults += len(report.faults)
        suspicions += len(report.findings) - len(report.faults)
        known |= {finding.fingerprint for finding in report.findings}
        for finding in report.findings:
            print(f"  seed {seed}: {finding.severity} {finding.oracle} {finding.coordinate}: {finding.message:.200}")
    if seeds:
        told = f"{faults} faults and {suspicions} suspicions over {seeds} seeds, {requests:,} requests"
        print(f"the healthy demo: {told}", flush=True)
    return known


def _settings(seed: int, options: argparse.Namespace) -> Settings:
    return Settings(seed=seed, requests=options.requests, seconds=options.time)


def _options() -> argparse.Namespace:
    usual = Settings()
    parser = argparse.ArgumentParser(description="Which wrong answers of the demo are found")
    parser.add_argument("--only", default="", help="names of faults, parted by commas")
    parser.add_argument("--study", action="store_true", help="the study's fifteen faults, and no others")
    parser.add_argument("--seed", type=int, default=1, help="of the runs on a demo with a fault")
    parser.add_argument("--seeds", type=int, help="how many runs on the healthy demo: 20, or none with --only")
    parser.add_argument("--whole", action="store_true", help="do not stop a run at the first finding")
    parser.add_argument("--requests", type=int, default=usual.requests, help="of each run")
    parser.add_argument("--time", type=float, default=usual.seconds, help="seconds of each run")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
