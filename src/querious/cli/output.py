"""Where the words of a command go: the screen, or standard error where a file is written to standard output."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from typing import TYPE_CHECKING

from querious.report import github
from querious.report.files import write_file
from querious.report.screen import LiveScreen, QuietScreen, is_plain, open_console, quiet_seconds, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console
    from rich.text import Text

STANDARD_OUTPUT = "-"


class Words:
    """The screen of one command."""

    def __init__(self, files: Iterable[str] = (), *, quiet: bool = False) -> None:
        self._stream = sys.stderr if STANDARD_OUTPUT in files else sys.stdout
        self._plain = is_plain(self._stream, os.environ, quiet=quiet)
        self._seconds = quiet_seconds(os.environ, quiet=quiet)
        self._token = ""
        """What lets GitHub obey again; empty while it does."""
        self.console: Console = open_console(self._stream, plain=self._plain)

    def say(self, lines: Iterable[Text]) -> None:
        """Write lines."""
        show(self.console, lines)

    def observe(self) -> LiveScreen | QuietScreen:
        """What shows a run while it goes on."""
        return QuietScreen(self.console, self._seconds) if self._plain else LiveScreen(self.console)

    @contextlib.contextmanager
    def unobeyed(self) -> Iterator[None]:
        """Inside, GitHub takes no commands from what is printed: it may hold text of the API."""
        if not on_github():
            yield
            return
        self._pause()
        try:
            yield
        finally:
            self._resume()

    @contextlib.contextmanager
    def grouped(self, title: str) -> Iterator[None]:
        """Inside ``unobeyed``: what is said here can be folded in GitHub's log."""
        if not self._token:
            yield
            return
        self._resume()
        self.command(f"::group::{title}")
        self._pause()
        try:
            yield
        finally:
            self._resume()
            self.command("::endgroup::")
            self._pause()

    def _pause(self) -> None:
        self._token = secrets.token_hex(16)
        self.command(github.pause(self._token))

    def _resume(self) -> None:
        token, self._token = self._token, ""
        self.command(github.resume(token))

    def command(self, line: str) -> None:
        """A line for the machine that reads the log; never folded."""
        self._stream.write(f"{line}\n")
        self._stream.flush()


def on_github() -> bool:
    """Whether GitHub reads what is printed."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def write(name: str, text: str) -> None:
    """Write a result to a file or, for ``-``, to standard output."""
    if name == STANDARD_OUTPUT:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_file(name, text)
