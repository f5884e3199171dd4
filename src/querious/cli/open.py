"""``querious open``."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from querious.cli.output import Words
from querious.errors import ConfigError
from querious.report.last_run import LAST_PAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Without any of these a Unix has at best a browser for the terminal, which runs no scripts."""


@click.command(epilog="Examples:\n\n\b\n  querious run http://localhost:4000/graphql\n  querious open")
def command() -> int:
    """Open the page of the last run in the browser.

    Its path is printed, which is all where there is no browser. A run writes it unless --no-save is given.
    """
    page = Path(LAST_PAGE).resolve()
    if not page.is_file():
        raise ConfigError(f"There is no {LAST_PAGE}: no run was saved here. Start one with querious run TARGET.")
    opened = has_screen(sys.platform, os.environ) and webbrowser.open(page.as_uri())
    Words().say([Text(f"Opened {page}" if opened else f"No browser was found. The page is {page}")])
    return 0


def has_screen(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether there may be a browser with a window."""
    return platform in {"darwin", "win32"} or any(environ.get(name) for name in _SCREENS)
