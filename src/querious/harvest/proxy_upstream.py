"""Why there may be no connection to the upstream."""

from __future__ import annotations

import socket
import ssl
from typing import Final

_REASONS: Final = (
    (TimeoutError, 504, "the upstream did not take the call in time"),
    (ConnectionRefusedError, 502, "the upstream refused the connection"),
    (ssl.SSLCertVerificationError, 502, "the upstream's certificate is not trusted ({0.verify_message})"),
    ((socket.gaierror, UnicodeError), 502, "the name of the upstream cannot be resolved"),
    (OSError, 502, "the upstream cannot be reached ({1})"),
)
"""The first that fits counts."""


def unreachable(error: Exception) -> tuple[int, str]:
    """Which status to answer if the upstream cannot be called, and why; the client is not told where it is."""
    said = getattr(error, "strerror", None) or type(error).__name__
    return next((status, told.format(error, said)) for kind, status, told in _REASONS if isinstance(error, kind))
