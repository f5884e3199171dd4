"""Which faults of the REST demos are found, each switched on alone: querious beside all phases of Schemathesis.

    python -m bench.rest [--only NAME,…] [--kinds KIND,…] [--requests N] [--healthy-seeds N] [--no-peer]
                         [--only-peer] [--saved FILE]

Two tables: with the same number of requests, and with the same time (that of the peer's run). Both tools are told the
address of the description and the API key, and nothing else; both talk to a server in a process of its own.

querious: found means that a fault is reported; a suspicion is told apart. On the healthy demos nothing may be
reported, not even a suspicion: that is checked first. Schemathesis reports failures on the healthy demos too (a refusal
that no schema can tell of), so for it found means a kind of failure on an operation that its runs on the healthy demo
over three seeds did not report, and that a second seed reports again.

Faults of parity show only where GraphQL is asked as well, and are left out. What was measured is kept in ``--saved``,
so that the whole can be done in groups; what is in there is not measured again.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from bench.rest_apis import APIS, FAULTS
from bench.schemathesis_run import PeerRun, schemathesis, served
from bench.table import show
from querious.model import Settings
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from querious.model import Run

_BY_REQUESTS, _BY_TIME, _PEER = "requests", "time", "peer"
_LEFT_OUT = "parity"
Row = dict[str, Any]


def main() -> int:
    """Print the tables; 1 if the healthy demos are blamed or too few faults are found."""
    options = _options()
    saved = Saved(options.saved)
    alarms = 0 if options.only_peer else _healthy(options)
    names = [name for name in FAULTS if _is_wanted(name, options)]
    for name in names:
        if options.peer:
            saved.keep(_PEER, name, lambda name=name: _peer(name, options.requests, saved))
        if options.only_peer:
            continue
        saved.keep(_BY_REQUESTS, name, lambda name=name: _ours(name, options.seed, requests=options.requests))
        if options.peer:
            seconds = saved.rows[_PEER][name]["seconds"]
            saved.keep(_BY_TIME, name, lambda name=name, s=seconds: _ours(name, options.seed, seconds=s))
    if options.only_peer:
        return 0
    enough = True
    for budget in (_BY_REQUESTS, _BY_TIME) if options.peer else (_BY_REQUESTS,):
        enough &= _tell(budget, names, saved, options)
    return int(alarms > 0 or not enough)


class Saved:
    """What was measured, by budget and fault, in a file; in memory alone where no file is named."""

    def __init__(self, file: str) -> None:
        self._file = Path(file) if file else None
        text = self._file.read_text(encoding="utf-8") if self._file and self._file.exists() else "{}"
        self.rows: dict[str, dict[str, Row]] = {_BY_REQUESTS: {}, _BY_TIME: {}, _PEER: {}, **json.loads(text)}

    def keep(self, table: str, name: str, measure: Any) -> None:
        """Measure what is not known yet."""
        if name in self.rows[table]:
            return
        row = self.rows[table][name] = measure()
        print(f"{table}: {name}: {row}"[:200], flush=True)
        if self._file:
            self._file.write_text(json.dumps(self.rows, indent=1), encoding="utf-8")


def _is_wanted(name: str, options: argparse.Namespace) -> bool:
    kind = FAULTS[name][1]
    if kind == _LEFT_OUT or (options.only and name not in options.only.split(",")):
        return False
    return not options.kinds or kind in options.kinds.split(",")


def _ours(name: str, seed: int, *, requests: int | None = None, seconds: float | None = None) -> Row:
    api = FAULTS[name][0]
    with served(api, name) as service:
        began = monotonic()
        report = _run(api, service.url, seed, requests=requests, seconds=seconds, stop_after=1)
        took = monotonic() - began
    told = [*report.faults, *report.findings][:1]
    found = "yes" if report.faults else "suspicion" if told else "no"
    rule = [f"{one.oracle} ({one.coordinate})" for one in told]
    return {"found": found, "requests": report.requests, "seconds": round(took, 1), "rule": "".join(rule)}


def _run(api: str, url: str, seed: int, **limits: Any) -> Run:
    limits = {"seconds": None, **limits}
    return run(f"{url}/openapi.json", Settings(seed=seed, mutations=True, headers=APIS[api].headers, **limits))


def _peer(name: str, requests: int, saved: Saved) -> Row:
    api = FAULTS[name][0]
    examples = _examples(api, requests, saved)
    known = {tuple(pair) for pair in saved.rows[_PEER][f"healthy {api}"]["reported"]}
    first = schemathesis(api, name, 1, examples)
    new = first.reported - known
    if new:
        new &= schemathesis(api, name, 2, examples).reported
    found = "yes" if new else "no"
    return {"found": found, "requests": first.requests, "seconds": round(first.seconds, 1), "rule": str(sorted(new))}


def _examples(api: str, requests: int, saved: Saved) -> int:
    """How many examples make so many requests or more on the healthy API; what is reported then is kept too."""

    def measure() -> Row:
        examples, first = 2, PeerRun(set(), 0, 0, frozenset())
        while first.requests < requests:
            examples = max(examples + 1, min(4 * examples, round(examples * requests / max(1, first.requests) * 1.05)))
            first = schemathesis(api, "", 1, examples)
        others = [schemathesis(api, "", seed, examples) for seed in (2, 3)]
        reported = set().union(first.reported, *(one.reported for one in others))
        return {"examples": examples, "requests": first.requests, "reported": sorted(reported)}

    saved.keep(_PEER, f"healthy {api}", measure)
    return int(saved.rows[_PEER][f"healthy {api}"]["examples"])


def _healthy(options: argparse.Namespace) -> int:
    """Runs on the demos without faults; the number of findings of any severity."""
    alarms = 0
    for seed in range(options.healthy_seeds):
        for api in ("bookshop", "shop", "deliveries"):
            with served(api) as service:
                findings = _run(api, service.url, seed, requests=options.requests).findings
            alarms += len(findings)
            for one in findings:
                print(f"  {api}, seed {seed}: {one.severity} {one.oracle} {one.coordinate}: {one.message:.200}")
    if options.healthy_seeds:
        print(f"the healthy demos: {alarms} findings over {options.healthy_seeds} seeds", flush=True)
    return alarms


def _tell(budget: str, names: list[str], saved: Saved, options: argparse.Namespace) -> bool:
    """The table of one budget; whether enough was found."""
    ours, peer = saved.rows[budget], saved.rows[_PEER]
    rows = []
    for name in names:
        mine, other = ours[name], peer.get(name, {"found": "-", "requests": 0, "seconds": 0})
        numbers = [f"{mine['requests']:,}", f"{mine['seconds']:.1f}", mine["rule"][:60]]
        theirs = [other["found"], f"{other['requests']:,}", f"{other['seconds']:.1f}"]
        rows.append([name, FAULTS[name][1], mine["found"], *numbers, *theirs])
    head = ["fault", "kind", "found", "requests", "seconds", "rule", "Schemathesis", "requests", "seconds"]
    show(f"Faults of the REST demos, each alone, with the same {budget}", head, rows)
    kinds = list(dict.fromkeys(FAULTS[name][1] for name in names))
    tools = [("querious", ours), *([("Schemathesis", peer)] if options.peer else [])]
    table = [[tool, *(_share(found, names, kind) for kind in (*kinds, ""))] for tool, found in tools]
    show(f"By kind, with the same {budget}", ["tool", *kinds, "all"], table)
    found = [name for name in names if ours[name]["found"] != "no"]
    suspected = [name for name in names if ours[name]["found"] == "suspicion"]
    theirs_found = sum(peer[name]["found"] == "yes" for name in names) if options.peer else 0
    print(
        f"\nfound: {len(found)} of {len(names)}, {len(suspected)} of them as a suspicion; Schemathesis: {theirs_found}"
    )
    missed = [name for name in names if name not in found]
    if missed:
        print(f"missed: {', '.join(missed)}")
    return len(found) >= 0.95 * len(names) and len(found) >= 4 * theirs_found


def _share(found: dict[str, Row], names: list[str], kind: str) -> str:
    wanted = [name for name in names if kind in ("", FAULTS[name][1])]
    return f"{sum(found[name]['found'] != 'no' for name in wanted)}/{len(wanted)}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which faults of the REST demos are found")
    parser.add_argument("--only", default="", help="names of faults, separated by commas")
    parser.add_argument("--kinds", default="", help="kinds of faults, separated by commas")
    parser.add_argument("--requests", type=int, default=2_000, help="of each run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--healthy-seeds", type=int, default=20)
    parser.add_argument("--no-peer", dest="peer", action="store_false", help="leave Schemathesis out")
    parser.add_argument("--only-peer", action="store_true", help="measure Schemathesis, and save that")
    parser.add_argument("--saved", default="", help="a file that keeps what was measured")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
