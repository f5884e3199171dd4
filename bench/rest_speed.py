"""Speed with REST, beside peers: calls generated, bodies judged, requests sent and judged, each second.

    python -m bench.rest_speed [FOLDER] [--only generation,bodies,throughput]

The first two are measured on the five descriptions of the folder with the most operations. Calls: ours are random calls
as in a run, written as whole requests; theirs come from the strategies of Schemathesis (that is, Hypothesis), driven as
its users drive them, on operations spread over the description. Bodies: valid ones, made by the schemas of the
responses; judged by what a run judges with, and by ``jsonschema``, both compiled before the clock starts. Requests:
both run as their users run them, from the command line, against a server that does next to nothing and counts.
The first two count the seconds of the processor, so that other work on the machine changes little; the third shows both
clocks.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import urllib.request
import warnings
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator, FormatChecker

from bench.table import show
from querious.pipeline.rest.description import read_described
from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.generator import RestGenerator
from querious.rest.cases.schema_values import SchemaMakers
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.schemas import Schemas
from querious.rest.openapi.validity import strict_validator
from querious.values import Chance, Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.rest.openapi import Description

_DOCUMENTS = 5
_OURS = 4_000
_SECONDS = 8.0
"""For the peer's generation, on each description."""
_OPERATIONS = 8
"""Of each description, of which the peer makes calls."""
_BODIES = 400
_RUN = 10
_WANTED = {"generation": 50, "bodies": 20, "throughput": 20}


def main() -> int:
    """Print the tables; 1 if a ratio is under what is wanted."""
    options = _options()
    chosen = options.only.split(",")
    descriptions = _largest(Path(options.folder)) if {"generation", "bodies"} & set(chosen) else []
    met = [
        _generation(descriptions) if "generation" in chosen else True,
        _bodies(descriptions) if "bodies" in chosen else True,
        _throughput() if "throughput" in chosen else True,
    ]
    return int(not all(met))


def _largest(folder: Path) -> list[tuple[Path, Description]]:
    """Those with the most operations."""
    files = sorted(folder.glob("*"), key=lambda path: -path.stat().st_size)
    files = [path for path in files if path.suffix in {".json", ".yaml", ".yml"}][: 3 * _DOCUMENTS]
    found = [(path, read_described(path)) for path in files]
    found.sort(key=lambda one: -len(one[1].operations))
    return found[:_DOCUMENTS]


def _generation(descriptions: list[tuple[Path, Description]]) -> bool:
    rows, ratios = [], []
    for path, description in descriptions:
        ours, theirs = _ours(description), _theirs(description)
        ratios.append(ours / theirs if theirs else 0.0)
        operations = f"{len(description.operations):,}"
        rows.append([path.name[:40], operations, f"{ours:,.0f}", f"{theirs:,.1f}", f"{ratios[-1]:,.0f}"])
    show("Calls generated each second, on one core", ["description", "operations", "ours", "peer", "ratio"], rows)
    return all(ratio >= _WANTED["generation"] for ratio in ratios)


def _ours(description: Description) -> float:
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    plans = list(calls.plans.values())
    generator = RestGenerator(calls, plans, 1, "", 0.0)
    for number in range(2 * len(plans)):  # everything is compiled when it is first drawn
        generator.case(number)
    began = process_time()
    for number in range(_OURS):
        generator.case(number)
    return _OURS / (process_time() - began)


class _Enough(Exception):  # noqa: N818 (it ends the peer's run, it is no error)
    """The time for the peer is over."""


def _theirs(description: Description) -> float:
    """The same for the peer, which is in the environment of the bench alone."""
    schema = import_module("schemathesis").openapi.from_dict(description.document)
    operations = [result.ok() for result in schema.get_all_operations() if hasattr(result, "ok")]
    step = max(1, len(operations) // _OPERATIONS)
    made, seconds = 0, 0.0
    for operation in operations[::step][:_OPERATIONS]:
        times = _driven(operation, _SECONDS / _OPERATIONS)
        if len(times) > 1:
            made += len(times) - 1
            seconds += times[-1] - times[0]
    return made / seconds if seconds else 0.0


def _driven(operation: Any, seconds: float) -> list[float]:
    """When each call of an operation was made; the first one counts as set-up."""
    from hypothesis import HealthCheck, Phase, given, settings  # noqa: PLC0415

    times: list[float] = []

    @settings(
        max_examples=2_000,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy())
    def collect(_case: Any) -> None:
        times.append(process_time())
        if len(times) > 2 and times[-1] - times[0] > seconds:
            raise _Enough

    try:
        collect()
    except BaseException as error:  # noqa: BLE001 - whatever ends the peer, what it made counts
        if not times:
            print(f"the peer made no call of {operation.label}: {type(error).__name__}")
    return times


def _bodies(descriptions: list[tuple[Path, Description]]) -> bool:
    rows, ratios = [], []
    for path, description in descriptions:
        bodies = list(_valid_bodies(description))
        ours = _judged(bodies, lambda one: one[0].is_valid(one[2]))
        theirs = _judged(bodies, lambda one: not list(one[1].iter_errors(one[2])))
        size = sum(len(json.dumps(body)) for *_, body in bodies) / max(1, len(bodies))
        ratios.append(ours / theirs)
        rows.append([path.name[:40], f"{len(bodies):,}", f"{size:,.0f}", f"{ours:,.0f}", f"{theirs:,.0f}",
                     f"{ratios[-1]:,.0f}"])  # fmt: skip
    show(
        "Bodies judged each second, on one core",
        ["description", "bodies", "bytes", "ours", "jsonschema", "ratio"],
        rows,
    )
    return all(ratio >= _WANTED["bodies"] for ratio in ratios)


def _valid_bodies(description: Description) -> Iterator[tuple[Any, Any, Any]]:
    """Our validator, the peer's, and a body that both take."""
    schemas, makers, random = Schemas(description.document, description.dialect), SchemaMakers(), Random(1)
    step = max(1, len(description.operations) // (_BODIES // 4))
    for operation in description.operations[::step]:
        try:
            schema = schemas.shown(operation.success.json_schema)
        except UnusableError:
            continue
        ours, theirs = strict_validator(schema), Draft202012Validator(schema.whole, format_checker=FormatChecker())
        make, chance = makers.maker(schema, str(operation)), Chance(random)
        chance.size = 6
        for _ in range(4):
            body = make(chance)
            if operation.success.json_schema is not None and ours.is_valid(body) and theirs.is_valid(body):
                yield ours, theirs, body


def _judged(bodies: list[tuple[Any, Any, Any]], judge: Callable[[tuple[Any, Any, Any]], bool]) -> float:
    began = process_time()
    rounds = 0
    while process_time() - began < 1.0:
        for one in bodies:
            judge(one)
        rounds += 1
    return rounds * len(bodies) / (process_time() - began)


def _throughput() -> bool:
    with _server() as url:
        ours = max(_counted(url, _querious(url, connections)) for connections in (16, 64))
        theirs = max(_counted(url, _schemathesis(url, workers)) for workers in (1, 2))
    rows = []
    for name, (each_second, each_cpu_second) in (("querious", ours), ("Schemathesis", theirs)):
        ratios = [f"{each_second / theirs[0]:,.1f}", f"{each_cpu_second / theirs[1]:,.1f}"]
        rows.append([name, f"{each_second:,.0f}", ratios[0], f"{each_cpu_second:,.0f}", ratios[1]])
    head = ["client", "requests/s", "ratio", "requests/s of processor", "ratio"]
    show("Requests generated, sent and judged", head, rows)
    return ours[0] >= _WANTED["throughput"] * theirs[0]


@contextmanager
def _server() -> Iterator[str]:
    command = [sys.executable, "-m", "bench.trivial_rest_server"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def _counted(url: str, command: list[str]) -> tuple[float, float]:
    """Requests per second by the server's count and clock, and per second of the processor that the client took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    urllib.request.urlopen(f"{url}/reset").close()
    result = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if result.returncode not in {0, 1}:
        print(f"exit status {result.returncode}: {(result.stdout + result.stderr)[-1500:]}")
    with urllib.request.urlopen(f"{url}/count") as answer:
        count, seconds = json.load(answer)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(count) / float(seconds), float(count) / spent


def _querious(url: str, connections: int) -> list[str]:
    command = [sys.executable, "-m", "querious", "run", url, "--quiet", "--no-save", "--seed", "1", "--invalid", "0"]
    return [*command, "--time", f"{_RUN}s", "--requests", "10000000", "--connections", str(connections)]


def _schemathesis(url: str, workers: int) -> list[str]:
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/openapi.json", "--max-time", str(_RUN)]
    return [*command, "--mode", "positive", "--workers", str(workers), "--seed", "1", "--max-examples", "1000"]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed with REST, beside peers")
    parser.add_argument("folder", nargs="?", default="../shared/openapi")
    parser.add_argument("--only", default="generation,bodies,throughput")
    return parser.parse_args()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main())
