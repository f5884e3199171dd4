"""Which wrong answers of the demo are found, each switched on alone, and which relation or oracle finds them.

    python -m bench.wrong [--only NAME,…] [--study] [--seed N] [--seeds N] [--requests N] [--time SECONDS]
                          [--jobs N] [--baseline] [--whole]

Each of the demo's wrong answers, and each of the study's fifteen faults, is met by one run as a user would start it: no
values given, the product's own budget. Found means a finding, fault or suspicion, that no run on the healthy demo has;
those come first, one per seed, and must have none at all. Told are the names of all that found it, the first one
first, the highest severity, how many requests it took until the first finding, and how many the whole run took. A run
ends with its first fault: what ends without one was told as a suspicion at most.

Kinds that a reasonable design explains (``_EXPLAINED``) can only be suspicions. Of all others, the certain kinds, 95%
must be told as faults.

With --baseline a baseline of the healthy demo is learned first, every run is held against it, and only faults count.

The demo answers in this process, so that requests are counted where they come in.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.table import show
from querious.baseline import dump
from querious.demo import FAULTS, create_app
from querious.demo.faults import choose
from querious.model import Settings, Severity
from querious.pipeline.learn.use_case import Learning, learn
from querious.pipeline.observer import Silent
from querious.pipeline.run.use_case import run
from querious.text.display import plural

if TYPE_CHECKING:
    from querious.demo import Fault
    from querious.model import Finding

_KIND = "wrong answer"
_ENOUGH = 18
"""Wrong answers that must be found."""
_CERTAIN = 95
"""Percent of the certain kinds that must be told as faults."""
_EXPLAINED = {
    "project-by-name": "whoever asks may not be allowed to look projects up",
    "owner-by-name": "there may be no owners",
    "members-by-name": "there may be no members",
    "projects-by-name": "there may be no projects",
    "picture-lost": "there may be no pictures",
    "cache-without-currency": "a price may be known in one currency only",
    "currency-ignored": "a total may be known in the currency of the order only",
    "kits-at-old-rate": "prices in another currency may be set by hand",
    "quote-rounded": "what is paid in cash may be rounded to whole units",
    "orders-counted-by-line": "whoever asks may not see every order",
    "unknown-gives-first": "what nobody has may lead on to what took its place",
    "lookup-by-prefix": "another spelling may be meant to find the same",
    "nodes-without-missing": "the schema does not say what a null in the list would mean",
    "limit-per-kind": "a limit on results of several kinds may be one for each kind",
    "search-index-stale": "an index may lag behind by design",
    "replica-behind": "copies may lag behind by design",
    "order-not-fixed": "nobody asked for an order",
    "reviews-of-supplier": "a review may be shared, and name but the first of what it is about",
    "last-project-lost": "two fields may have filters of their own, for what is archived",
    "last-category-lost": "two fields may have filters of their own, for what is archived",
    "code-not-sku": "a new name may have been given for the sake of another format",
}
"""Wrong answers that a reasonable design explains, and which."""
_HEALTHY_SEEDS = 20
_TO_LEARN = 1_000
"""Requests from which a baseline is learned."""


class _Told(NamedTuple):
    """A finding, and how many requests had come in when it was first seen."""

    fingerprint: str
    severity: Severity
    oracle: str
    coordinate: str
    message: str
    requests: int


class _Met(NamedTuple):
    """What a run has found, the first finding first, and how many requests came in."""

    findings: list[_Told]
    requests: int


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
    usual = Settings(requests=options.requests, seconds=options.time)
    rows = []
    with ProcessPoolExecutor(options.jobs) as pool, tempfile.TemporaryDirectory() as folder:
        if options.baseline:
            usual = replace(usual, baseline=_learned(Path(folder)))
        quick = replace(usual, seed=options.seed, stop_after=1, shrink=0)
        healthy = [pool.submit(_met, replace(usual, seed=seed)) for seed in range(seeds)]
        settings = replace(usual, seed=options.seed) if options.whole else quick
        faulty = [pool.submit(_met, settings, fault.name) for fault in wanted]
        known = _alarms([task.result() for task in healthy])
        for fault, task in zip(wanted, faulty, strict=True):
            rows.append(_row(fault, task.result(), known))
            print("  ".join(rows[-1])[:150], flush=True)
    head = ["fault", "kind", "found", "severity", "requests", "of all", "by", "where"]
    show("Wrong answers of the demo, each alone", head, rows)
    faults = {row[0] for row in rows if row[3] == "fault"}
    told = faults if options.baseline else {row[0] for row in rows if row[2] == "yes"}
    enough = _tell_certain(wanted, faults, told)
    return max(int(not enough), _verdict(wanted, told, alarms=bool(known), partial=bool(options.only)))


def _tell_certain(wanted: list[Fault], faults: set[str], told: set[str]) -> bool:
    """Print which share of the certain kinds came as faults; gives whether it is large enough."""
    certain = [fault.name for fault in wanted if fault.name not in _EXPLAINED]
    found = [name for name in certain if name in faults]
    share = 100 * len(found) / len(certain) if certain else 100.0
    print(f"\ncertain kinds told as faults: {len(found)} of {len(certain)}, {share:.0f}%")
    suspected = [name for name in certain if name in told - faults]
    if suspected:
        print(f"certain, but told as suspicions: {', '.join(suspected)}")
    for fault in wanted:
        if fault.name in _EXPLAINED:
            severity = "a fault" if fault.name in faults else "a suspicion" if fault.name in told else "not told"
            print(f"  {fault.name}: {severity}; {_EXPLAINED[fault.name]}")
    return share >= _CERTAIN


def _learned(folder: Path) -> str:
    """Where the baseline of the demo without faults is."""
    learned = learn(create_app(), Settings(seed=0, seconds=None, requests=_TO_LEARN), how=Learning())
    place = folder / "baseline.json"
    place.write_text(dump(learned.baseline), encoding="utf-8")
    return str(place)


def _met(settings: Settings, *faults: str) -> _Met:
    watch = _Watch(*faults)
    report = run(watch, settings, watch)
    told = [
        _Told(
            one.fingerprint,
            one.severity,
            one.oracle,
            one.coordinate,
            one.message,
            watch.first.get(one.fingerprint, watch.requests),
        )
        for one in report.findings
    ]
    return _Met(sorted(told, key=lambda one: one.requests), watch.requests)


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


def _row(fault: Fault, met: _Met, known: set[str]) -> list[str]:
    kind = f"{fault.kind} (study)" if fault.study else fault.kind
    new = [one for one in met.findings if one.fingerprint not in known]
    if not new:
        return [fault.name, kind, "no", "-", "-", f"{met.requests:,}", "", ""]
    worst = Severity.FAULT if any(one.severity is Severity.FAULT for one in new) else Severity.SUSPICION
    by = ", ".join(dict.fromkeys(one.oracle for one in new))
    where = new[0].coordinate or "the whole answer"
    return [fault.name, kind, "yes", worst.value, f"{new[0].requests:,}", f"{met.requests:,}", by, where]


def _alarms(runs: list[_Met]) -> set[str]:
    """Fingerprints of what runs on the demo without faults found, of any severity: there should be none."""
    told = [(seed, one) for seed, met in enumerate(runs) for one in met.findings]
    for seed, one in told:
        print(f"  seed {seed}: {one.severity} {one.oracle} {one.coordinate}: {one.message:.200}")
    if runs:
        faults = sum(one.severity is Severity.FAULT for _, one in told)
        requests = sum(met.requests for met in runs)
        print(
            f"the healthy demo: {plural(faults, 'fault')} and {plural(len(told) - faults, 'suspicion')} "
            f"over {plural(len(runs), 'seed')}, {requests:,} requests",
            flush=True,
        )
    return {one.fingerprint for _, one in told}


def _options() -> argparse.Namespace:
    usual = Settings()
    parser = argparse.ArgumentParser(description="Which wrong answers of the demo are found")
    parser.add_argument("--only", default="", help="names of faults, parted by commas")
    parser.add_argument("--study", action="store_true", help="the study's fifteen faults, and no others")
    parser.add_argument("--seed", type=int, default=1, help="of the runs on a demo with a fault")
    parser.add_argument("--seeds", type=int, help="how many runs on the healthy demo: 20, or none with --only")
    parser.add_argument("--baseline", action="store_true", help="hold runs against what the healthy demo answers")
    parser.add_argument("--whole", action="store_true", help="do not stop a run at the first finding")
    parser.add_argument("--requests", type=int, default=usual.requests, help="of each run")
    parser.add_argument("--time", type=float, default=usual.seconds, help="seconds of each run")
    parser.add_argument("--jobs", type=int, default=1, help="runs at once")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
