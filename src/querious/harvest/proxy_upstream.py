"""The upstream's side of a connection, and why there may be none."""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import Any, Protocol


class Listener(Protocol):
    """Who is told what the upstream does."""

    def connected(self, transport: Any) -> None:
        """It answers the call."""

    def answered(self, data: bytes) -> None:
        """It sent something."""

    def upstream_ended(self) -> bool:
        """It sends nothing more. True if it may still be sent something."""

    def upstream_lost(self, error: Exception | None) -> None:
        """It is gone, with an error if it broke the connection off."""

    def upstream_full(self) -> None:
        """It reads slower than it is sent something."""

    def upstream_free(self) -> None:
        """It has caught up."""


class UpstreamSide(asyncio.Protocol):
    """Passes everything to the client's side, which decides."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The call was taken."""
        self._listener.connected(transport)

    def data_received(self, data: bytes) -> None:
        """A piece of an answer."""
        self._listener.answered(data)

    def eof_received(self) -> bool:
        """Nothing more comes."""
        return self._listener.upstream_ended()

    def connection_lost(self, exc: Exception | None) -> None:
        """Closed or broken."""
        self._listener.upstream_lost(exc)

    def pause_writing(self) -> None:
        """Too much waits to be sent."""
        self._listener.upstream_full()

    def resume_writing(self) -> None:
        """Most of it was sent."""
        self._listener.upstream_free()


def unreachable(error: Exception) -> tuple[int, str]:
    """Which status to answer if the upstream cannot be called, and why; the client is not told where it is."""
    if isinstance(error, TimeoutError):
        return 504, "the upstream did not take the call in time"
    if isinstance(error, ConnectionRefusedError):
        return 502, "the upstream refused the connection"
    if isinstance(error, ssl.SSLCertVerificationError):
        return 502, f"the upstream's certificate is not trusted ({error.verify_message})"
    if isinstance(error, socket.gaierror | UnicodeError):
        return 502, "the name of the upstream cannot be resolved"
    return 502, f"the upstream cannot be reached ({getattr(error, 'strerror', '') or type(error).__name__})"
