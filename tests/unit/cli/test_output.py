from __future__ import annotations

import io

import pytest

from querious.cli.output import Words
from querious.report.screen import LiveScreen, QuietScreen


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("quiet", "kind"), [(False, LiveScreen), (True, QuietScreen)])
def test_a_terminal_has_a_live_screen(monkeypatch: pytest.MonkeyPatch, quiet: bool, kind: type):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout", Terminal())
    assert isinstance(Words(quiet=quiet).observe(), kind)
