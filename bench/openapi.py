"""How much of real and of hostile OpenAPI descriptions can be asked, and what a whole run makes of them.

    python -m bench.openapi FOLDER [--requests N] [--each N] [--hostile N]

Of every description in the folder: whether it is read, how many of its operations are planned, whether the calls that
are meant to be valid are valid by its schemas, and how many calls are made each second once every operation has been
drawn. Then a run is made on an API that answers by the description (``bench.described_api``), twice: with all
operations and full answers but without what holds answers against each other, since random answers contradict each
other; and as it is without ``--mutations``, on lists without rows. Each run has requests by the number of operations,
so that every operation is asked. It must report no fault and no error of its own, and nothing may be fetched. The same
for generated hostile descriptions (``bench.hostile_documents``). The last line of each says whether all of it holds.
"""

from __future__ import annotations

import argparse
import resource
import socket
import sys
import tempfile
import traceback
from contextlib import contextmanager
from pathlib import Path
from time import process_time
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
_MEMORY = 1_024
"""Megabytes that all of it may take."""


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


class Network:
    """In place of the network while the bench runs: counts what is asked of it, and refuses."""

    asked = 0

    def refuse(self, *_: object) -> NoReturn:
        """For ``socket.connect`` and ``socket.getaddrinfo``."""
        self.asked += 1
        raise OSError("there is no network")


def main() -> int:
    """Print the tables; 1 if what must hold does not."""
    options = _options()
    files = sorted(path for path in Path(options.folder).rglob("*") if path.suffix in _SUFFIXES)
    with _no_network() as network, tempfile.TemporaryDirectory() as folder:
        holds = _measure_all("Descriptions", files, options, network)
        hostile = _written(Path(folder), options.hostile)
        holds &= _measure_all("Hostile descriptions", hostile, options, network)
    return int(not holds)


def _measure_all(title: str, files: list[Path], options: argparse.Namespace, network: Network) -> bool:
    rows, unread, measured = [], [], []
    tracebacks, is_hostile = 0, title.startswith("Hostile")
    for path in files:
        try:
            found = measure(path, options)
        except QueriousError as error:
            unread.append(f"{path.name}: {str(error)[:160]}")
            continue
        except Exception:  # noqa: BLE001 - there should be none, and one must not hide the others
            print(f"{path.name}: {traceback.format_exc()}", flush=True)
            tracebacks += 1
            continue
        measured.append(found)
        falls_short = found.planned < found.operations or found.valid < found.checked
        if options.all or found.wrong or (falls_short and not is_hostile):
            rows.append([path.name[:50], *(f"{number:,.0f}" for number in found[:7]), "; ".join(found.wrong)[:200]])
    head = ["description", "operations", "planned", "valid", "of", "calls/s", "reached", "impossible", "wrong"]
    show(title, head, rows)
    print("\n".join(unread))
    return _summary(title, measured, len(unread), tracebacks, network)


def _summary(title: str, measured: list[MeasuredDescription], unread: int, tracebacks: int, network: Network) -> bool:
    is_hostile = title.startswith("Hostile")
    operations, planned = sum(one.operations for one in measured), sum(one.planned for one in measured)
    valid, checked = sum(one.valid for one in measured), sum(one.checked for one in measured)
    wrong = sum(bool(one.wrong) for one in measured)
    share = planned / max(1, operations)
    reached = sum(one.reached for one in measured)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"operations planned: {planned:,} of {operations:,} ({share:.1%}); the others are named with the reason")
    print(f"operations that answered 2xx in a run: {reached:,} of {planned:,}")
    print(f"calls that are valid by their schemas: {valid:,} of {checked:,} ({valid / max(1, checked):.1%})")
    print(f"operations without any response that can be made: {sum(one.impossible for one in measured):,}")
    is_planned = share >= _PLANNED or is_hostile  # a hostile description describes few operations well enough
    holds = not wrong and not tracebacks and not network.asked and is_planned and memory <= _MEMORY
    print(
        f"{title}: {'HOLDS' if holds else 'FALLS SHORT'}: {len(measured)} read, {unread} refused in one line, "
        f"{tracebacks} tracebacks; {share:.1%} of operations planned; {wrong} with something false reported; "
        f"network asked {network.asked} times; at most {memory:,} MB"
    )
    return holds


def measure(path: Path, options: argparse.Namespace) -> MeasuredDescription:
    """What one description gives; QueriousError where it is none."""
    description = read_described(path)
    known = OperationCalls(description.operations, Schemas(description.document, description.dialect), Pool())
    plans = list(known.plans.values())
    generator = RestGenerator(known, plans, 1, "", 0.0)
    for number, plan in enumerate(plans):
        generator.proposed(plan, number, 1)
    made = [generator.case(number) for number in range(_CHECKED)]
    valid = sum(case is not None and known.is_valid(case.call) for case in made)
    began = process_time()
    for number in range(options.calls if plans else 0):
        generator.case(number)
    seconds = process_time() - began
    requests = options.requests + options.each * len(plans)
    full, bare = DescribedApi(description), DescribedApi(description, rows=False)
    whole = _walked(full, path, requests, mutations=True, skip_oracles=("state", "relations")) if plans else None
    reading = _walked(bare, path, requests) if plans else None
    return MeasuredDescription(
        len(description.operations) + len(description.unusable),
        len(plans),
        valid,
        len(made) if plans else 0,
        options.calls / max(seconds, 1e-9),
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
def _no_network() -> Iterator[Network]:
    """Refuse and count whatever is asked of the network."""
    network = Network()
    connect, look_up = socket.socket.connect, socket.getaddrinfo
    socket.socket.connect, socket.getaddrinfo = network.refuse, network.refuse  # type: ignore[assignment,method-assign]
    try:
        yield network
    finally:
        socket.socket.connect, socket.getaddrinfo = connect, look_up  # type: ignore[method-assign]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How much of OpenAPI descriptions can be asked")
    parser.add_argument("folder")
    parser.add_argument("--calls", type=int, default=200, help="made of each description, to measure speed")
    parser.add_argument(
        "--requests", type=int, default=60, help="of each of the two runs on each description, at least"
    )
    parser.add_argument("--each", type=int, default=3, help="further requests of each run for every operation")
    parser.add_argument("--hostile", type=int, default=300, help="generated hostile descriptions")
    parser.add_argument("--all", action="store_true", help="show every description, not only those that fall short")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
