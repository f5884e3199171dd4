from __future__ import annotations

import socket
import ssl

import pytest

from querious.harvest.proxy_upstream import unreachable

pytestmark = pytest.mark.any_graphql_core


@pytest.mark.parametrize(
    ("error", "status", "reason"),
    [
        (TimeoutError(), 504, "did not take the call in time"),
        (ConnectionRefusedError(111, "Connection refused"), 502, "refused the connection"),
        (socket.gaierror(-2, "Name or service not known"), 502, "cannot be resolved"),
        (UnicodeError("label too long"), 502, "cannot be resolved"),
        (OSError(113, "No route to host"), 502, "cannot be reached (No route to host)"),
        (ConnectionResetError(), 502, "cannot be reached (ConnectionResetError)"),
        (ssl.SSLError(1, "wrong version number"), 502, "cannot be reached (wrong version number)"),
    ],
)
def test_why_there_is_no_upstream_is_said_in_one_line(error, status, reason):
    given, told = unreachable(error)
    assert given == status
    assert reason in told
    assert "\n" not in told
