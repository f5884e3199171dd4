"""From names to faults, and from faults to the table in the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.demo.choosing import chosen
from querious.demo.faults.catalogue import FAULTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.faults.fault import Fault


def choose(names: Iterable[str]) -> tuple[Fault, ...]:
    """The faults of these names, in the order of the catalogue."""
    return chosen(names, FAULTS, "The demo")


def table() -> str:
    """All faults as a Markdown table."""
    rows = [
        f"| `{fault.name}` | {'study: ' if fault.study else ''}{fault.kind} "
        f"| {' '.join(f'`{place}`' for place in fault.places) or 'any'} | {fault.about} |"
        for fault in FAULTS
    ]
    return "\n".join(["| fault | kind | where | what is wrong |", "|---|---|---|---|", *rows]) + "\n"
