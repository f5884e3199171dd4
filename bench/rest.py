"""Which faults of the REST demo a run finds, each switched on alone, in process.

    python -m bench.rest [--only NAME,…] [--requests N] [--seed N] [--healthy-seeds N]

Found means that a fault is reported; on the healthy demo nothing may be, not even a suspicion.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from bench.table import show
from querious.demo import REST_FAULTS, create_rest_app
from querious.model import Settings
from querious.pipeline.run.use_case import run


def main() -> int:
    """Print the table; 1 if the healthy demo is blamed or a fault is missed."""
    options = _options()
    settings = Settings(seed=options.seed, requests=options.requests, seconds=None, mutations=True)
    alarms = 0
    for seed in range(options.healthy_seeds):
        findings = run(create_rest_app(), replace(settings, seed=seed)).findings
        alarms += len(findings)
        for finding in findings:
            print(f"  seed {seed}: {finding.severity} {finding.oracle} {finding.coordinate}: {finding.message:.200}")
    print(f"the healthy demo: {alarms} findings over {options.healthy_seeds} seeds", flush=True)
    rows, missed = [], []
    for fault in REST_FAULTS:
        if options.only and fault.name not in options.only.split(","):
            continue
        report = run(create_rest_app([fault.name]), replace(settings, stop_after=1))
        told = [f"{one.oracle} ({one.coordinate})" for one in report.faults]
        rows.append([fault.name, fault.kind, "yes" if told else "no", f"{report.requests:,}", (told or [""])[0]])
        print("  ".join(rows[-1]), flush=True)
        missed += [] if told else [fault.name]
    show("Faults of the REST demo, each alone", ["fault", "kind", "found", "requests", "rule"], rows)
    print(f"\nfound: {len(rows) - len(missed)} of {len(rows)}")
    if missed:
        print(f"missed: {', '.join(missed)}")
    return int(bool(alarms or missed))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which faults of the REST demo a run finds")
    parser.add_argument("--only", default="", help="names of faults, parted by commas")
    parser.add_argument("--requests", type=int, default=10_000, help="of each run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--healthy-seeds", type=int, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
