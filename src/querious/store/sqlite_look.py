"""Whose SQLite file this is, found out without touching it: no lock, no log beside it, not a byte changed.

Opening a file in the usual way makes a shared-memory file beside one that has a write-ahead log, and the switch to
such a log rewrites its header. So neither happens before the file is known to be a store, or to be empty.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.store.migrations import refuse_other_tables

if TYPE_CHECKING:
    from pathlib import Path

APPLICATION: Final = 0x51754572
"""``QuEr``: stands in the header of every store that is made, where SQLite has room for whose file it is."""
_MAGIC: Final = b"SQLite format 3\0"
_HEADER: Final = 100
_NAMES: Final = "SELECT name FROM sqlite_master"


def look(path: Path, shown: str, *, create: bool) -> None:
    """A ConfigError if the file is anything but a store of ours, or empty where one may be made."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        raise ConfigError(f"{shown} cannot be opened: {error.strerror or error}") from None
    if header and (not header.startswith(_MAGIC) or len(header) < _HEADER):
        raise ConfigError(f"{shown} is not an SQLite database. Choose another file.")
    application = _number(header, 68)
    if application == APPLICATION:
        return
    names = _names(path) if header else set()
    if names is None and not application:
        return  # damaged, or changing while we look: opening it will tell
    refuse_other_tables(names or (), shown)
    if not names and (application or _number(header, 60)):
        raise ConfigError(f"{shown} is the database of another program. Choose another file.")
    if not names and not create:
        raise ConfigError(
            f"{shown} is not a store yet. Record with `querious proxy`, or run `querious harvest import FILES`."
        )


def _number(header: bytes, at: int) -> int:
    """Of the four bytes there: 60 is where programs keep a version of their own, 68 whose file it is."""
    return int.from_bytes(header[at : at + 4], "big")


def _names(path: Path) -> set[str] | None:
    """What the file holds: as it is on the disk and, if that is nothing, with the log that others write beside it."""
    names = _read(path, "immutable=1")
    if not names and any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal")):
        return _read(path, "mode=ro")
    return names


def _read(path: Path, how: str) -> set[str] | None:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as connection:
            return {str(name) for (name,) in connection.execute(_NAMES)}
    except sqlite3.Error:
        return None
