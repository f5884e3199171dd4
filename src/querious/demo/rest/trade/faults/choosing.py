"""From names to faults, and from faults to the table in the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.demo.choosing import chosen
from querious.demo.rest.trade.faults.catalogue import TRADE_FAULTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.demo.rest.trade.faults.fault import TradeFault


def choose_trade(names: Iterable[str]) -> tuple[TradeFault, ...]:
    """The faults of these names, in the order of the catalogue."""
    return chosen(names, TRADE_FAULTS, "The REST demo")


def trade_table() -> str:
    """All faults as a Markdown table."""
    rows = [
        f"| `{fault.name}` | {fault.kind} | {' '.join(f'`{place}`' for place in fault.places)} | {fault.about} |"
        for fault in TRADE_FAULTS
    ]
    return "\n".join(["| fault | kind | where | what is wrong |", "|---|---|---|---|", *rows]) + "\n"
