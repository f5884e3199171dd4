"""The faults of the shop's REST API: what they are, which there are, and how to choose among them."""

from querious.demo.rest.trade.faults.catalogue import TRADE_FAULTS, TRADE_SHOWCASE
from querious.demo.rest.trade.faults.choosing import choose_trade, trade_table
from querious.demo.rest.trade.faults.fault import TradeFault

__all__ = ["TRADE_FAULTS", "TRADE_SHOWCASE", "TradeFault", "choose_trade", "trade_table"]
