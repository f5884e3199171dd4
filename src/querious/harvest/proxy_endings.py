"""How a connection ends: when everything is sent, with a reset, or given up because nobody takes the rest."""

from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import asyncio

_STALL_SECONDS: Final = 60.0
"""How long the last bytes may wait for somebody who takes none of them."""
_RESET: Final = struct.pack("ii", 1, 0)
"""Linger for no time: the system then tells the other side that the connection broke."""


def end(loop: asyncio.AbstractEventLoop, transport: Any, *, reset: bool = False) -> None:
    """Close when everything is sent; with a reset if the other side is to see the connection break."""
    if transport.is_closing():
        return
    connected = transport.get_extra_info("socket") if reset else None
    if connected is not None:
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    left = _waiting(transport)
    transport.close()
    if left:
        loop.call_later(_STALL_SECONDS, _look_again, loop, transport, left)


def _look_again(loop: asyncio.AbstractEventLoop, transport: Any, left: int) -> None:
    """End at once what still waits to be sent, unless some of it went out meanwhile: then wait again."""
    now = _waiting(transport)
    if now == left:
        transport.abort()
    elif now:
        loop.call_later(_STALL_SECONDS, _look_again, loop, transport, now)


def _waiting(transport: Any) -> int:
    """Bytes that are not sent yet. A transport that is gone knows nothing of that any more."""
    try:
        return int(transport.get_write_buffer_size())
    except (AttributeError, RuntimeError):
        return 0
