"""A text that one of several processes makes, and all have.

A file of SQLite is both the lock and the shelf: a lock ends with the process that holds it, on every system.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_PATIENCE: Final = 0.5
"""Seconds that SQLite waits at a time: Ctrl-C is noticed in between."""


def shared_text(file: Path, make: Callable[[], str]) -> str:
    """The text in the file; made by the first who asks, while the others wait."""
    with closing(sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)) as shelf:
        _lock(shelf)
        shelf.execute("CREATE TABLE IF NOT EXISTS made (text TEXT)")
        found = shelf.execute("SELECT text FROM made").fetchone()
        text = str(found[0]) if found else make()
        if not found:
            shelf.execute("INSERT INTO made VALUES (?)", (text,))
        shelf.execute("COMMIT")
        return text


def _lock(shelf: sqlite3.Connection) -> None:
    while True:
        try:
            shelf.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
        else:
            return
