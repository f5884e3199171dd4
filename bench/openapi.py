"""How much of real OpenAPI descriptions can be asked, and how fast calls are made.

    python -m bench.openapi FOLDER [--calls N]

Of every description in the folder: whether it is read, how many of its operations are planned, whether the calls that
are meant to be valid are valid by its schemas, and how many calls are made each second once every operation has been
drawn. What cannot be read is named with the reason.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.table import show
from querious.errors import QueriousError
from querious.rest.cases.calls import OperationCalls
from querious.rest.cases.generator import RestGenerator
from querious.rest.openapi import read_openapi
from querious.rest.openapi.schemas import Schemas
from querious.values import Pool

_SUFFIXES = {".json", ".yaml", ".yml"}
_CHECKED = 40
"""Calls of each description that are held against its schemas."""
_PLANNED = 0.98


class Measured(NamedTuple):
    """One description."""

    operations: int
    planned: int
    valid: int
    checked: int
    per_second: float


def main() -> int:
    """Print the table; 1 if what must hold does not."""
    options = _options()
    rows, unread, measured = [], [], []
    for path in sorted(Path(options.folder).rglob("*")):
        if path.suffix not in _SUFFIXES:
            continue
        try:
            found = _measure(path, options.calls)
        except QueriousError as error:
            unread.append(f"{path.name}: {error}")
            continue
        measured.append(found)
        if options.all or found.planned < found.operations or found.valid < found.checked:
            rows.append([path.name[:50], *(f"{number:,.0f}" for number in found)])
    show("Descriptions", ["description", "operations", "planned", "valid", "of", "calls/s"], rows)
    print("\n".join(unread))
    operations, planned = sum(one.operations for one in measured), sum(one.planned for one in measured)
    valid, checked = sum(one.valid for one in measured), sum(one.checked for one in measured)
    share = planned / operations if operations else 0.0
    print(f"{len(measured)} descriptions read, {len(unread)} not")
    print(f"operations planned: {planned:,} of {operations:,} ({share:.1%})")
    print(f"calls that are valid by their schemas: {valid:,} of {checked:,} ({valid / max(1, checked):.1%})")
    return int(share < _PLANNED)


def _measure(path: Path, calls: int) -> Measured:
    description = read_openapi(path.read_text(encoding="utf-8", errors="replace"), path.name)
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
    operations = len(description.operations) + len(description.unusable)
    return Measured(operations, len(plans), valid, len(made) if plans else 0, calls / max(seconds, 1e-9))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How much of OpenAPI descriptions can be asked")
    parser.add_argument("folder")
    parser.add_argument("--calls", type=int, default=200, help="made of each description, to measure speed")
    parser.add_argument("--all", action="store_true", help="show every description, not only those that fall short")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
