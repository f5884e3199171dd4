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
from contextlib import contextmanager, suppress
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
from querious.rest.openapi.validity import strict_validators
from querious.values import Chance, Pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.rest.openapi import Description
    from querious.rest.openapi.json_schema import JsonSchema

_DOCUMENTS = 5
_OPERATIONS = 16
"""Of each description, spread over it, of which both make calls."""
_OURS = 500
_SECONDS = 0.5
"""For the peer's calls of one operation."""
_SET_UP = 5
"""Calls of each operation that are not counted."""
_BODIES = 400
_TURNS = 4
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
        ours, theirs = _calls_each_second(description)
        ratios.append(ours / theirs if theirs else 0.0)
        operations = f"{len(description.operations):,}"
        rows.append([path.name[:40], operations, f"{ours:,.0f}", f"{theirs:,.1f}", f"{ratios[-1]:,.0f}"])
    show("Calls generated each second, on one core", ["description", "operations", "ours", "peer", "ratio"], rows)
    return all(ratio >= _WANTED["generation"] for ratio in ratios)


def _calls_each_second(description: Description) -> tuple[float, float]:
    """Ours and the peer's, on the same operations, in turn: what else the machine does slows both alike."""
    schema = import_module("schemathesis").openapi.from_dict(description.document)
    known = {operation.label: operation for operation in map(_usable, schema.get_all_operations()) if operation}
    calls = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    both = [name for name in calls.plans if name in known]
    chosen = both[:: max(1, len(both) // _OPERATIONS)][:_OPERATIONS]
    generator = RestGenerator(calls, [calls.plans[name] for name in chosen], 1, "", 0.0)
    for number in range(_SET_UP * len(chosen)):  # everything is compiled when it is first drawn
        generator.case(number)
    ours = theirs = 0.0
    compared = 0
    for turn, name in enumerate(chosen):
        times = _driven(known[name], _SECONDS)
        if len(times) > 1:
            compared += 1
            theirs += (times[-1] - times[0]) / (len(times) - 1)
            ours += _seconds_of_call(generator, turn)
    return compared / max(ours, 1e-9), compared / max(theirs, 1e-9)


def _usable(result: Any) -> Any:
    """What the peer can read of an operation; None where it cannot."""
    return result.ok() if hasattr(result, "ok") else None


def _seconds_of_call(generator: RestGenerator, turn: int) -> float:
    """Of random calls of all chosen operations, as in a run; texts and lists get longer from turn to turn."""
    began = process_time()
    for number in range(turn * _OURS, (turn + 1) * _OURS):
        generator.case(number)
    return (process_time() - began) / _OURS


class _Enough(Exception):  # noqa: N818 (it ends the peer's run, it is no error)
    """The time for the peer is over."""


def _driven(operation: Any, seconds: float) -> list[float]:
    """When each call of an operation was made; the first ones count as set-up."""
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
        if len(times) > _SET_UP + 1 and times[-1] - times[_SET_UP] > seconds:
            raise _Enough

    try:
        collect()
    except BaseException as error:  # noqa: BLE001 - whatever ends the peer, what it made counts
        if not times:
            print(f"the peer made no call of {operation.label}: {type(error).__name__}")
    return times[_SET_UP:] if len(times) > _SET_UP + 1 else times


def _bodies(descriptions: list[tuple[Path, Description]]) -> bool:
    rows, ratios = [], []
    for path, description in descriptions:
        bodies = list(_valid_bodies(description))
        ours = theirs = 0.0
        for _ in range(_TURNS):  # in turn: what else the machine does slows both alike
            ours += _judged(bodies, lambda one: one[0].is_valid(one[2])) / _TURNS
            theirs += _judged(bodies, lambda one: not list(one[1].iter_errors(one[2]))) / _TURNS
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
    chosen: dict[str, JsonSchema] = {}
    for operation in description.operations[::step]:
        if operation.success.json_schema is not None:
            with suppress(UnusableError):
                chosen[str(operation)] = schemas.shown(operation.success.json_schema)
    compiled = strict_validators(chosen)
    for name, schema in chosen.items():
        ours, theirs = compiled[name], Draft202012Validator(schema.whole, format_checker=FormatChecker())
        make, chance = makers.maker(schema, name), Chance(random)
        chance.size = 6
        for _ in range(4):
            body = make(chance)
            if ours.is_valid(body) and theirs.is_valid(body):
                yield ours, theirs, body


def _judged(bodies: list[tuple[Any, Any, Any]], judge: Callable[[tuple[Any, Any, Any]], bool]) -> float:
    began = process_time()
    rounds = 0
    while process_time() - began < 0.5:
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
