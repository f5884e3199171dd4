"""From names to faults, and from faults to the table in the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.demo.choosing import chosen
from querious.demo.rest.faults.catalogue import REST_FAULTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.rest.faults.fault import RestFault


def choose(names: Iterable[str]) -> tuple[RestFault, ...]:
    """The faults of these names, in the order of the catalogue."""
    return chosen(names, REST_FAULTS, "The REST demo")


def table() -> str:
    """All faults as a Markdown table."""
    rows = [
        f"| `{fault.name}` | {fault.kind} | {' '.join(f'`{place}`' for place in fault.places)} | {fault.about} |"
        for fault in REST_FAULTS
    ]
    return "\n".join(["| fault | kind | where | what is wrong |", "|---|---|---|---|", *rows]) + "\n"
