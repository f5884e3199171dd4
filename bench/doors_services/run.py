"""querious on small servers of six GraphQL libraries, each with two identities; prints every finding.

    python -m bench.doors_services.run --python PYTHON [--only NAME,…] [--requests N] [--seed N] [--saved FOLDER]

``--python`` is the interpreter of the environment that has the libraries; Node's are in ``node/node_modules``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from urllib.request import Request, urlopen

from bench.table import show

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE: Final = Path(__file__).parent
_SERVERS: Final = {
    "strawberry": "python/strawberry_server.py",
    "ariadne": "python/ariadne_server.py",
    "graphene": "python/graphene_server.py",
    "apollo": "node/apollo.mjs",
    "yoga": "node/yoga.mjs",
    "mercurius": "node/mercurius.mjs",
}
_FIRST_PORT: Final = 19_511
_LONGEST_START: Final = 60.0


def main() -> int:
    """Print what was found on each."""
    options = _options()
    rows = []
    for number, name in enumerate(_SERVERS):
        if options.only and name not in options.only.split(","):
            continue
        with served(name, options.python, _FIRST_PORT + number) as url:
            for words in _commands(url, options):
                report, told = _report(words, name, options)
                findings = report.get("findings", [])
                rows += [_row(name, words[0], finding) for finding in findings]
                rows += [] if findings else [[name, words[0], "-", "", "", told]]
                print(f"{name}: {words[0]}: {len(findings)} findings, {report.get('requests', 0)} requests", flush=True)
    show("Servers of others", ["server", "command", "severity", "rule", "where", "message"], rows)
    return 0


@contextmanager
def served(name: str, python: str, port: int) -> Iterator[str]:
    """A server in a process of its own, until the end of the block."""
    script = _HERE / _SERVERS[name]
    command = ["node" if script.suffix == ".mjs" else python, script.name, str(port)]
    with subprocess.Popen(command, cwd=script.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        url = f"http://127.0.0.1:{port}/graphql"
        try:
            _wait(url, process)
            yield url
        finally:
            process.terminate()


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    body = b'{"query": "{ __typename }"}'
    deadline = monotonic() + _LONGEST_START
    while process.poll() is None and monotonic() < deadline:
        try:
            with urlopen(Request(url, body, {"content-type": "application/json"}), timeout=5) as answer:
                answer.read()
        except OSError:
            try:
                process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue
        else:
            return
    raise SystemExit(f"the server at {url} did not start")


def _commands(url: str, options: argparse.Namespace) -> list[list[str]]:
    asked = ["--mutations", "--requests", str(options.requests), "--time", options.time, "--seed", str(options.seed)]
    commands = [["run", url, *asked]]
    if "audit" in _help("--help").split():
        commands.append(["audit", url])
    return commands


def _help(*words: str) -> str:
    command = [sys.executable, "-m", "querious", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout


def _report(words: list[str], name: str, options: argparse.Namespace) -> tuple[dict[str, Any], str]:
    """The JSON of a command, and the last line it said."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "querious.toml").write_text(configuration(), encoding="utf-8")
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "querious", *words]
        command += ["--json", str(report)] if "--json" in _help(words[0], "--help") else []
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)
        read = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    if options.saved:
        Path(options.saved).mkdir(parents=True, exist_ok=True)
        Path(options.saved, f"{name}-{words[0]}.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
        Path(options.saved, f"{name}-{words[0]}.json").write_text(json.dumps(read, indent=1), encoding="utf-8")
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return read, f"status {done.returncode}: {said[-1] if said else ''}"[:160]


def configuration() -> str:
    """Both people, where this version knows of identities; else Alice."""
    bearer = '[{}headers]\nAuthorization = "Bearer {}-token"\n'
    text = bearer.format("", "alice")
    if '"identities"' in _help("config", "--schema"):
        text += "".join(bearer.format(f"identities.{name}.", name) for name in ("alice", "bob"))
    return text


def _row(name: str, command: str, finding: dict[str, Any]) -> list[str]:
    message = str(finding.get("message", ""))[:120]
    told = [str(finding.get(field, "")) for field in ("severity", "oracle", "coordinate")]
    return [name, command, *told, message]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="querious on servers of others")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the libraries")
    parser.add_argument("--only", default="", help=f"of {', '.join(_SERVERS)}, separated by commas")
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--time", default="60s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--saved", default="", help="a folder for what was said and reported")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
