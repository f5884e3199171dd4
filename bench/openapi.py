"""How much of real and of hostile OpenAPI descriptions can be asked, and what a whole run makes of them.

    python -m bench.openapi FOLDER [--requests N] [--hostile N]

Of every description in the folder: whether it is read, how many of its operations are planned, whether the calls that
are meant to be valid are valid by its schemas, and how many calls are made each second once every operation has been
drawn. Then a run is made on an API that answers by the description (``bench.described_api``), twice: with all
operations and full answers but without what holds answers against each other, since random answers contradict each
other; and as it is without ``--mutations``, on lists without rows. It must report no fault and no error of its own, and
nothing may be fetched. The same for generated hostile descriptions (``bench.hostile_documents``).
"""

from __future__ import annotations

import argparse
import resource
import socket
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import yaml  # type: ignore[import-untyped]

from bench.described_api import DescribedApi
from bench.hostile_documents import hostile_documents
from bench.table import show
from querious.errors import QueriousError
from querious.model import Settings, Severity
from querious.pipeline.rest.description import read_described
from querious.pipeline.run.use_case import run
from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.generator import RestGenerator
from querious.rest.openapi.schemas import Schemas
from querious.values import Pool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Run

_SUFFIXES = {".json", ".yaml", ".yml"}
_CHECKED = 40
"""Calls of each description that are held against its schemas."""
_PLANNED = 0.98


class MeasuredDescription(NamedTuple):
    """One description."""

    operations: int
    planned: int
    valid: int
    checked: int
    per_second: float
    reached: int
    """Operations that answered 2xx in the run, of those planned."""
    impossible: int
    """Operations of which no documented response can be made."""
    wrong: tuple[str, ...]
    """Faults and errors of querious: there should be none."""


class Fetched(Exception):  # noqa: N818 (it says what happened)
    """Something was asked of the network."""


def main() -> int:
    """Print the tables; 1 if what must hold does not."""
    options = _options()
    files = sorted(path for path in Path(options.folder).rglob("*") if path.suffix in _SUFFIXES)
    with _no_network():
        failed = _measure_all("Descriptions", files, options)
        with tempfile.TemporaryDirectory() as folder:
            failed |= _measure_all("Hostile descriptions", _written(Path(folder), options.hostile), options)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,} MB")
    return int(failed)


def _measure_all(title: str, files: list[Path], options: argparse.Namespace) -> bool:
    rows, unread, measured = [], [], []
    for path in files:
        try:
            found = measure(path, options.calls, options.requests)
        except QueriousError as error:
            unread.append(f"{path.name}: {str(error)[:160]}")
            continue
        measured.append(found)
        is_hostile = title.startswith("Hostile")
        falls_short = found.planned < found.operations or found.valid < found.checked
        if options.all or found.wrong or (falls_short and not is_hostile):
            rows.append([path.name[:50], *(f"{number:,.0f}" for number in found[:7]), "; ".join(found.wrong)[:200]])
    head = ["description", "operations", "planned", "valid", "of", "calls/s", "reached", "impossible", "wrong"]
    show(title, head, rows)
    print("\n".join(unread))
    return _summary(measured, unread)


def _summary(measured: list[MeasuredDescription], unread: list[str]) -> bool:
    operations, planned = sum(one.operations for one in measured), sum(one.planned for one in measured)
    valid, checked = sum(one.valid for one in measured), sum(one.checked for one in measured)
    wrong = sum(bool(one.wrong) for one in measured)
    share = planned / max(1, operations)
    print(f"{len(measured)} descriptions read, {len(unread)} refused in one line")
    print(f"operations planned: {planned:,} of {operations:,} ({share:.1%}); the others are named with the reason")
    print(f"calls that are valid by their schemas: {valid:,} of {checked:,} ({valid / max(1, checked):.1%})")
    print(f"operations without any response that can be made: {sum(one.impossible for one in measured):,}")
    print(f"descriptions of which a run reports something false: {wrong}")
    return bool(wrong)


def measure(path: Path, calls: int, requests: int) -> MeasuredDescription:
    """What one description gives; QueriousError where it is none."""
    description = read_described(path)
    known = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    plans = list(known.plans.values())
    generator = RestGenerator(known, plans, 1, "", 0.0)
    for number, plan in enumerate(plans):
        generator.proposed(plan, number, 1)
    made = [generator.case(number) for number in range(_CHECKED)]
    valid = sum(case is not None and known.is_valid(case.call) for case in made)
    began = perf_counter()
    for number in range(calls if plans else 0):
        generator.case(number)
    seconds = perf_counter() - began
    full, bare = DescribedApi(description), DescribedApi(description, rows=False)
    whole = _walked(full, path, requests, mutations=True, skip_oracles=("state", "relations")) if plans else None
    reading = _walked(bare, path, requests) if plans else None
    return MeasuredDescription(
        len(description.operations) + len(description.unusable),
        len(plans),
        valid,
        len(made) if plans else 0,
        calls / max(seconds, 1e-9),
        len(whole.coverage.reached) if whole is not None else 0,
        len(full.impossible),
        (*_wrong(whole), *_wrong(reading)),
    )


def _walked(api: DescribedApi, path: Path, requests: int, **more: object) -> Run | None:
    settings = Settings(schema=str(path), requests=requests, seconds=None, invalid=0.0, seed=1, shrink=0, **more)  # type: ignore[arg-type]
    try:
        return run(api, settings)
    except QueriousError as error:  # nothing may be asked without mutations, or nothing can be answered
        print(f"{path.name}: {error}")
        return None


def _wrong(found: Run | None) -> list[str]:
    if found is None:
        return []
    faults = [one for one in found.findings if one.severity is Severity.FAULT]
    return [f"{one.oracle} {one.coordinate} {one.message}" for one in faults] + [str(one) for one in found.errors]


def _written(folder: Path, count: int) -> list[Path]:
    """Hostile descriptions as files."""
    files = []
    for number, document in enumerate(hostile_documents(count)):
        path = folder / f"hostile-{number:03}.yaml"
        path.write_text(yaml.dump(document, sort_keys=False), encoding="utf-8")
        files.append(path)
    return files


@contextmanager
def _no_network() -> Iterator[None]:
    """Raise where anything is asked of the network."""

    def refuse(*_: object) -> NoReturn:
        raise Fetched("the network was asked")

    connect, look_up = socket.socket.connect, socket.getaddrinfo
    socket.socket.connect, socket.getaddrinfo = refuse, refuse  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        socket.socket.connect, socket.getaddrinfo = connect, look_up  # type: ignore[method-assign]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How much of OpenAPI descriptions can be asked")
    parser.add_argument("folder")
    parser.add_argument("--calls", type=int, default=200, help="made of each description, to measure speed")
    parser.add_argument("--requests", type=int, default=60, help="of each of the two runs on each description")
    parser.add_argument("--hostile", type=int, default=300, help="generated hostile descriptions")
    parser.add_argument("--all", action="store_true", help="show every description, not only those that fall short")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
