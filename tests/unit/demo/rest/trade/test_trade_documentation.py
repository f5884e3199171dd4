from __future__ import annotations

from pathlib import Path

from querious.demo import TRADE_FAULTS
from querious.demo.rest.trade.faults import trade_table

PAGE = Path(__file__).parents[5] / "docs" / "demo.md"


def test_every_fault_of_the_shop_over_rest_is_documented():
    assert trade_table() in PAGE.read_text("utf-8")
    assert len(trade_table().splitlines()) == len(TRADE_FAULTS) + 2
