from __future__ import annotations

import pytest

from querious.execute.http import is_loopback


@pytest.mark.parametrize("host", ["localhost", "api.localhost", "127.0.0.1", "127.1.2.3", "::1"])
def test_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["example.test", "localhost.example.test", "10.0.0.1", "128.0.0.1", "::2", ""])
def test_other_machines(host: str) -> None:
    assert not is_loopback(host)
