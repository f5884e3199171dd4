"""Real little APIs of GraphQL and REST, with faults that can be switched on, one by one.

Importing this package is cheap: Ariadne and uvicorn, which come with ``querious[demo]``, are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from querious.extras import explained

if TYPE_CHECKING:
    from querious.demo.app import create_app
    from querious.demo.doors.app import create_doors_app
    from querious.demo.doors.faults import DOOR_FAULTS, DOOR_SHOWCASE, DoorFault
    from querious.demo.doors.tokens import EXPIRED_TOKEN, TOKENS
    from querious.demo.faults import FAULTS, SHOWCASE, Fault
    from querious.demo.rest.app import create_rest_app
    from querious.demo.rest.faults import REST_FAULTS, REST_SHOWCASE, RestFault
    from querious.demo.rest.trade.app import create_trade_app
    from querious.demo.rest.trade.faults import TRADE_FAULTS, TRADE_SHOWCASE, TradeFault
    from querious.demo.serving import RunningDemo, start, start_doors, start_rest, start_shop

__all__ = [
    "DOOR_FAULTS",
    "DOOR_SHOWCASE",
    "EXPIRED_TOKEN",
    "FAULTS",
    "REST_FAULTS",
    "REST_SHOWCASE",
    "SHOWCASE",
    "TOKENS",
    "TRADE_FAULTS",
    "TRADE_SHOWCASE",
    "DoorFault",
    "Fault",
    "RestFault",
    "RunningDemo",
    "TradeFault",
    "create_app",
    "create_doors_app",
    "create_rest_app",
    "create_trade_app",
    "start",
    "start_doors",
    "start_rest",
    "start_shop",
]

_WHERE = {
    "FAULTS": "querious.demo.faults",
    "SHOWCASE": "querious.demo.faults",
    "Fault": "querious.demo.faults",
    "create_app": "querious.demo.app",
    "REST_FAULTS": "querious.demo.rest.faults",
    "REST_SHOWCASE": "querious.demo.rest.faults",
    "RestFault": "querious.demo.rest.faults",
    "create_rest_app": "querious.demo.rest.app",
    "TRADE_FAULTS": "querious.demo.rest.trade.faults",
    "TRADE_SHOWCASE": "querious.demo.rest.trade.faults",
    "TradeFault": "querious.demo.rest.trade.faults",
    "create_trade_app": "querious.demo.rest.trade.app",
    "DOOR_FAULTS": "querious.demo.doors.faults",
    "DOOR_SHOWCASE": "querious.demo.doors.faults",
    "DoorFault": "querious.demo.doors.faults",
    "create_doors_app": "querious.demo.doors.app",
    "TOKENS": "querious.demo.doors.tokens",
    "EXPIRED_TOKEN": "querious.demo.doors.tokens",
    "RunningDemo": "querious.demo.serving",
    "start": "querious.demo.serving",
    "start_doors": "querious.demo.serving",
    "start_rest": "querious.demo.serving",
    "start_shop": "querious.demo.serving",
}


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(_WHERE[name]), name)
    except ModuleNotFoundError as error:
        raise explained(error, "the demo") from None
