"""From names to faults, and from faults to the table in the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.demo.choosing import chosen
from querious.demo.doors.faults.catalogue import DOOR_FAULTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.doors.faults.fault import DoorFault


def choose_doors(names: Iterable[str]) -> tuple[DoorFault, ...]:
    """The faults of these names, in the order of the catalogue."""
    return chosen(names, DOOR_FAULTS, "The workspace")


def doors_table() -> str:
    """All faults as a Markdown table."""
    rows = [
        f"| `{fault.name}` | {fault.kind} | {' '.join(f'`{place}`' for place in fault.places)} | {fault.about} |"
        for fault in DOOR_FAULTS
    ]
    return "\n".join(["| fault | kind | where | what is wrong |", "|---|---|---|---|", *rows]) + "\n"
