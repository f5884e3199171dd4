"""From names to faults, and from faults to the table in the documentation."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from querious.demo.rest.faults.catalogue import REST_FAULTS
from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.rest.faults.fault import RestFault


def choose(names: Iterable[str]) -> tuple[RestFault, ...]:
    """The faults of these names, in the order of the catalogue."""
    wanted = set(names)
    known = [fault.name for fault in REST_FAULTS]
    for name in sorted(wanted.difference(known)):
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else "docs/demo.md lists them all."
        raise ConfigError(f"The REST demo has no fault named {name!r}: {hint}")
    return tuple(fault for fault in REST_FAULTS if fault.name in wanted)


def table() -> str:
    """All faults as a Markdown table."""
    rows = [
        f"| `{fault.name}` | {fault.kind} | {' '.join(f'`{place}`' for place in fault.places)} | {fault.about} |"
        for fault in REST_FAULTS
    ]
    return "\n".join(["| fault | kind | where | what is wrong |", "|---|---|---|---|", *rows]) + "\n"
