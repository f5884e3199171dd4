"""The catalogue of the faults of the shop's REST API.

Ordered as the table in the documentation is read: from what one answer shows to what only several do. Where several are
woven in at one operation, the later one is the outer one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.demo.rest.trade.faults import actions, contract, filters, limits, lookups, orders, pages, parity, protocol

if TYPE_CHECKING:
    from querious.demo.rest.trade.faults.fault import TradeFault

TRADE_FAULTS: Final[tuple[TradeFault, ...]] = (
    *contract.FAULTS,
    *filters.FAULTS,
    *orders.FAULTS,
    *pages.FAULTS,
    *lookups.FAULTS,
    *actions.FAULTS,
    *limits.FAULTS,
    *protocol.FAULTS,
    *parity.FAULTS,
)

TRADE_SHOWCASE: Final = (
    "null-left-out",
    "early-day-crash",
    "sort-as-text",
    "filter-stars-and-more",
    "slug-by-ending",
    "total-of-first-line",
)
"""What ``querious demo`` switches on: few, each of another kind, and none that hides another."""
