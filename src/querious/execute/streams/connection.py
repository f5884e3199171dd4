"""What streams are made of: a socket, or a body that comes bit by bit. aiohttp has both, so has an ASGI application."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_FRAME = 4 * 1024 * 1024
"""Bytes of one message at most, where answers may not be even smaller."""


class Frame(NamedTuple):
    """What came over a socket."""

    text: str | None = None
    """None where it is no text."""
    pong: bool = False
    """The answer to a ping of WebSocket itself."""
    flaw: str = ""
    """Why it cannot be read."""
    closed: bool = False
    code: int = 0
    reason: str = ""


class HandshakeError(Exception):
    """No socket, and no body that streams: what was answered instead."""

    def __init__(self, detail: str, status: int = 0, *, timed_out: bool = False) -> None:
        super().__init__(detail)
        self.detail = detail
        self.status = status
        self.timed_out = timed_out


class Socket(Protocol):
    """A WebSocket."""

    subprotocol: str
    """The one that the server chose; empty: none."""

    async def send(self, text: str) -> None:
        """Send a text; nothing where the socket is closed."""

    async def ping(self) -> bool:
        """Send a ping of WebSocket itself; says whether there is anybody to answer it."""

    async def receive(self, seconds: float) -> Frame | None:
        """What came next; None where nothing did in this time."""

    async def close(self) -> None:
        """Close it, in a moment at most."""


class StreamBody(Protocol):
    """The body of an answer, as it comes."""

    status: int
    headers: Mapping[str, str]

    async def read(self, seconds: float) -> bytes | None:
        """The next bytes; none at its end, None where nothing came in this time. Raises HandshakeError if it breaks."""

    async def close(self) -> None:
        """Ask for no more of it."""


class Dialer(Protocol):
    """Connects to one API with its credentials, by its proxy and its TLS."""

    async def socket(self, url: str, subprotocol: str, seconds: float) -> Socket:
        """A socket at an address below the target's; a HandshakeError where there is none."""

    async def body(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes, seconds: float
    ) -> StreamBody:
        """The answer to a request, once its head is there; a HandshakeError likewise."""

    async def close(self) -> None:
        """Let go of what is open."""
