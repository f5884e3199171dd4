"""Which faults of the workspace with every door are found, each switched on alone: querious beside Schemathesis.

    python -m bench.doors [--only NAME,…] [--kinds KIND,…] [--requests N] [--healthy-seeds N] [--jobs N]
                          [--no-peer] [--saved FILE] [--list]

Each fault is on a server in a process of its own (uvicorn, with sockets). querious is told who there is (Alice, Bob,
the privileged Carol, and Alice with a token that has ended), may change data, and runs as a user does: as a command,
with every part that this version of it has, over the description that leads to the fault (GraphQL or REST). Nothing is
asked of commands and options that it does not have; the table names the part that is expected to show a fault.

Found means: a finding on the server with the fault that no run on the healthy one has, over all its seeds. On the
healthy one nothing may be reported, of any severity, over 20 seeds and both descriptions. Schemathesis is told Alice's
token, and looks for what it looks for, by REST and by GraphQL: for it found means a kind of failure on an operation
that its runs on the healthy workspace did not report, and that a second seed reports again.

What was measured is kept in ``--saved``; what is in there is not measured again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from bench.table import show
from querious.demo import DOOR_FAULTS, EXPIRED_TOKEN, TOKENS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.demo import DoorFault

Row = dict[str, Any]
_TARGETS: Final = {"GraphQL": "/graphql", "REST": "/openapi.json"}
_ENOUGH: Final = 0.95
_LONGEST: Final = 600
_TRIES: Final = 3
_PHASES: Final = {"resources": ("--resources",), "audit": ("--audit",)}
"""Parts of a run that have to be asked for, and how."""


def main() -> int:
    """Print the tables; 1 if the healthy workspace is blamed or too few faults are found."""
    options = _options()
    wanted = [fault for fault in DOOR_FAULTS if _is_wanted(fault, options)]
    if options.list:
        rows = [[fault.name, fault.kind, fault.protocol, fault.phase] for fault in wanted]
        show("Faults of the workspace", ["fault", "kind", "description", "shown by"], rows)
        return 0
    bench = Bench(options)
    print(f"this querious has: {', '.join(sorted(bench.has)) or 'none of the new parts'}", flush=True)
    seeds = range(options.healthy_seeds)
    with ThreadPoolExecutor(options.jobs) as pool:
        for protocol in _TARGETS:
            list(pool.map(lambda seed, protocol=protocol: bench.healthy(protocol, seed), seeds))
        list(pool.map(bench.faulty, wanted))
        if options.peer:
            for protocol in _TARGETS:
                bench.peer_healthy(protocol)
            list(pool.map(bench.peer_faulty, wanted))
    return _tell(wanted, bench)


class Bench:
    """What is measured, and kept in a file."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self._file = Path(options.saved) if options.saved else None
        kept = self._file.read_text(encoding="utf-8") if self._file and self._file.exists() else "{}"
        self.rows: dict[str, Row] = json.loads(kept)
        self._lock = Lock()
        self.has = _parts()

    def keep(self, name: str, measure: Callable[[], Row]) -> Row:
        """Measure what is not known yet."""
        with self._lock:
            if name in self.rows:
                return self.rows[name]
        row = measure()
        with self._lock:
            self.rows[name] = row
            print(f"{name}: {json.dumps(row)}"[:240], flush=True)
            if self._file:
                self._file.write_text(json.dumps(self.rows, indent=1), encoding="utf-8")
        return row

    def healthy(self, protocol: str, seed: int) -> Row:
        """Where nothing is to be found."""
        return self.keep(f"healthy {protocol} {seed}", lambda: self._run("", protocol, seed, ""))

    def faulty(self, fault: DoorFault) -> Row:
        """Where something is."""
        return self.keep(
            f"fault {fault.name}", lambda: self._run(fault.name, fault.protocol, self.options.seed, fault.phase)
        )

    def alarms(self) -> list[Row]:
        """Everything that was reported on the healthy workspace."""
        return [found for name, row in self.rows.items() if name.startswith("healthy ") for found in row["findings"]]

    def found(self, fault: DoorFault) -> list[Row]:
        """What was reported, and never was on the healthy one."""
        known = {_cause(finding) for finding in self.alarms()}
        return [one for one in self.rows[f"fault {fault.name}"]["findings"] if _cause(one) not in known]

    def _run(self, fault: str, protocol: str, seed: int, phase: str) -> Row:
        """A run as a user does it; with ``audit`` on the server where that is a command of its own."""
        with served(fault) as url, tempfile.TemporaryDirectory() as folder:
            Path(folder, "querious.toml").write_text(configuration(self.has), encoding="utf-8")
            began = monotonic()
            options = ["--mutations", "--requests", str(self.options.requests), "--time", self.options.time]
            for part, flags in _PHASES.items():
                if flags[0] in self.has and part in {phase, "audit" if not fault else ""}:
                    options += flags
            report = _command(folder, "run", url + _TARGETS[protocol], *options, "--seed", str(seed))
            findings = _findings(report)
            if "audit" in self.has and protocol == "GraphQL" and phase in {"audit", ""}:
                findings += _findings(_command(folder, "audit", url + _TARGETS[protocol]))
            if "--resources" in self.has and not fault:
                findings += _findings(
                    _command(folder, "run", url + _TARGETS[protocol], "--resources", "--requests", "300")
                )
        seconds = round(monotonic() - began, 1)
        return {"findings": findings, "seconds": seconds, "requests": report["requests"]}

    def peer_healthy(self, protocol: str) -> Row:
        """Over three seeds."""

        def measure() -> Row:
            reported = set().union(*(_schemathesis("", protocol, seed, self.options.examples) for seed in (1, 2, 3)))
            return {"reported": sorted(reported)}

        return self.keep(f"peer healthy {protocol}", measure)

    def peer_faulty(self, fault: DoorFault) -> Row:
        """What two seeds report, and the healthy workspace does not."""

        def measure() -> Row:
            known = {tuple(pair) for pair in self.peer_healthy(fault.protocol)["reported"]}
            new = _schemathesis(fault.name, fault.protocol, 1, self.options.examples) - known
            if new:
                new &= _schemathesis(fault.name, fault.protocol, 2, self.options.examples)
            return {"reported": sorted(new)}

        return self.keep(f"peer {fault.name}", measure)


@contextmanager
def served(fault: str) -> Iterator[str]:
    """The workspace in a process of its own; gives its URL."""
    command = [sys.executable, "-m", "bench.doors_server", *([fault] if fault else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def configuration(has: frozenset[str]) -> str:
    """Who there is, as far as this version knows of identities; else Alice alone."""
    bearer = 'headers = {{ Authorization = "Bearer {}" }}\n'
    lines = [bearer.format(TOKENS["alice"])]
    if "identities" in has:
        lines += [f"\n[identities.{name}]\n" + bearer.format(TOKENS[name]) for name in ("alice", "bob", "carol")]
        lines[-1] += "privileged = true\n"
    if "expired" in has:
        lines += [f"\n[identities.alice_before]\nexpired = true\n{bearer.format(EXPIRED_TOKEN)}"]
    return "".join(lines)


def _parts() -> frozenset[str]:
    """The commands, options and keys of this version that the issue of every door brings."""
    told = _help("--help") + _help("run", "--help")
    schema = _help("config", "--schema")
    parts = {name for name in ("audit",) if re.search(rf"^\s+{name}\b", told, re.MULTILINE)}
    parts |= {name for name in ("--audit", "--resources") if name in told}
    parts |= {name for name in ("identities", "expired") if f'"{name}"' in schema}
    return frozenset(parts)


def _help(*words: str) -> str:
    command = [sys.executable, "-m", "querious", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout


def _command(folder: str, *words: str) -> Row:
    """The JSON report of one command, which is tried again where it could not begin, as on a machine that is busy."""
    report = Path(folder, "report.json")
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "querious", *words, *_accepted(words[0], str(report))]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUERIOUS_")}
    told = ""
    for _ in range(_TRIES):
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_LONGEST,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        if report.exists():
            read: Row = json.loads(report.read_text(encoding="utf-8"))
            return read
        told = f"status {done.returncode}: {done.stderr[-400:]}"
    raise SystemExit(f"no report of querious {' '.join(words)}: {told}")


@cache
def _accepted(command: str, report: str) -> tuple[str, ...]:
    """Of the flags that every command should have, those that this one has."""
    told = _help(command, "--help")
    flags = {"--json": (report,), "--quiet": (), "--wait": ("60s",)}
    return tuple(word for flag, values in flags.items() if flag in told for word in (flag, *values))


def _findings(report: Row) -> list[Row]:
    return [
        {name: finding.get(name, "") for name in ("severity", "oracle", "coordinate", "message")}
        for finding in report.get("findings", ())
    ]


def _cause(finding: Row) -> tuple[str, str]:
    return finding["oracle"], finding["coordinate"]


def _schemathesis(fault: str, protocol: str, seed: int, examples: int) -> set[tuple[str, str]]:
    """(kind of failure, operation) pairs of one run, which remembers nothing of earlier ones."""
    with served(fault) as url, tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [
            sys.executable,
            "-m",
            "schemathesis.cli",
            "run",
            url + _TARGETS[protocol],
            "--max-examples",
            str(examples),
        ]
        command += ["--seed", str(seed), "--continue-on-failure", "--report-json-path", str(report)]
        command += ["--header", f"Authorization: Bearer {TOKENS['alice']}", "--request-timeout", "5", "--no-shrink"]
        try:
            subprocess.run(
                command, cwd=folder, capture_output=True, timeout=_LONGEST, check=False, stdin=subprocess.DEVNULL
            )
            failures = json.loads(report.read_text(encoding="utf-8"))["failures"]
        except (subprocess.TimeoutExpired, OSError):
            return set()
    return {(failure["type"], str(operation)) for failure in failures for operation in failure["operations"]}


def _tell(wanted: list[DoorFault], bench: Bench) -> int:
    rows, found, by_kind = [], Counter[str](), Counter[str]()
    peer_found = 0
    for fault in wanted:
        new = sorted(bench.found(fault), key=lambda one: one["severity"] != "fault")
        told = f"{new[0]['oracle']} ({new[0]['coordinate']})" if new else ""
        verdict = new[0]["severity"] if new else "no"
        found[fault.kind] += bool(new)
        by_kind[fault.kind] += 1
        peer = bench.rows.get(f"peer {fault.name}")
        peer_found += bool(peer and peer["reported"])
        told_peer = "-" if peer is None else "yes" if peer["reported"] else "no"
        rows.append([fault.name, fault.kind, fault.protocol, fault.phase, verdict, told_peer, told])
    show(
        "Faults of the workspace, each alone",
        ["fault", "kind", "description", "shown by", "found", "Schemathesis", "first finding"],
        rows,
    )
    kinds = [[kind, str(found[kind]), str(number), f"{found[kind] / number:.0%}"] for kind, number in by_kind.items()]
    show("By kind", ["kind", "found", "of", "share"], kinds)
    for fault in wanted:
        if not bench.found(fault):
            print(f"missed: {fault.name} ({fault.kind}): {fault.about}")
    alarms = bench.alarms()
    for alarm in alarms:
        print(f"  healthy: {alarm['severity']} {alarm['oracle']} {alarm['coordinate']}: {alarm['message']:.200}")
    share = sum(found.values()) / max(1, len(wanted))
    print(f"\nfound: {sum(found.values())} of {len(wanted)} ({share:.1%}); Schemathesis: {peer_found}")
    unmeasured = [name for name, row in bench.rows.items() if row.get("status")]
    for name in unmeasured:
        print(f"  not measured: {name}: {bench.rows[name]['status']}")
    print(
        f"the healthy workspace: {len(alarms)} findings over {bench.options.healthy_seeds} seeds of both descriptions"
    )
    return int(bool(alarms or unmeasured) or share < _ENOUGH)


def _is_wanted(fault: DoorFault, options: argparse.Namespace) -> bool:
    if options.only and fault.name not in options.only.split(","):
        return False
    return not options.kinds or fault.kind in options.kinds.split(",")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which faults of the workspace with every door are found")
    parser.add_argument("--only", default="", help="names of faults, separated by commas")
    parser.add_argument("--kinds", default="", help="kinds of faults, separated by commas")
    parser.add_argument("--list", action="store_true", help="list the faults and what is expected to show them")
    parser.add_argument("--requests", type=int, default=3_000)
    parser.add_argument("--time", default="120s", help="of one run at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--healthy-seeds", type=int, default=20)
    parser.add_argument("--examples", type=int, default=10, help="of Schemathesis, for each operation")
    parser.add_argument("--no-peer", dest="peer", action="store_false", help="leave Schemathesis out")
    parser.add_argument("--jobs", type=int, default=1, help="servers at a time")
    parser.add_argument("--saved", default="", help="a file of what was measured")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
