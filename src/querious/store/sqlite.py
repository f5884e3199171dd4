"""A store in a file of SQLite."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import create_engine
from sqlalchemy.pool import QueuePool

from querious.errors import ConfigError
from querious.store.database import Database, Dialect
from querious.store.sqlite_look import APPLICATION, look

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from querious.store.places import StorePlace

_OWNER_ONLY: Final = 0o600
"""What users asked may hold personal data, also where secrets are redacted."""
_PAUSE: Final = 0.02
_PRAGMAS: Final = ("PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON")
"""With a write-ahead log NORMAL survives a killed process whole; a power cut may take the last transactions."""
_TOLD: Final = {
    "SQLITE_NOTADB": "is not an SQLite database. Choose another file.",
    "SQLITE_CORRUPT": "is damaged; take a copy from before, or try: sqlite3 FILE .recover",
    "SQLITE_FULL": "cannot grow: the disk is full",
    "SQLITE_READONLY": "may not be written to; look at the permissions of the file and its folder",
    "SQLITE_CANTOPEN": "cannot be opened; look at the permissions of the file and its folder",
    "SQLITE_PERM": "cannot be opened; look at the permissions of the file and its folder",
    "SQLITE_IOERR": "cannot be read or written: the disk or file system fails",
    "SQLITE_BUSY": "is kept locked by another process; try again when that has ended",
    "SQLITE_LOCKED": "is kept locked by another process; try again when that has ended",
    "SQLITE_PROTOCOL": "is kept locked by another process; try again when that has ended",
    "SQLITE_TOOBIG": "cannot hold a text that long",
}

_DAMAGED: Final = (
    "no such column",
    "no such table",
    "malformed database schema",
    "unsupported file format",
    "Could not",
)
"""How what SQLite has no code of its own for begins: tables that are not ours any more, text that is not UTF-8."""


def open_sqlite(place: StorePlace, *, create: bool, patience: float) -> Database:
    """The database in a file, which is made if it may be."""
    path = Path(place.path)
    if path.is_dir():
        raise ConfigError(f"{place.shown} is a folder. Name a file in it, such as {path / 'harvest.sqlite'}")
    if create:
        _make(path)
    elif not path.exists():
        raise ConfigError(
            f"there is no store {place.shown}. Record with `querious proxy`, or run `querious harvest import FILES`."
        )
    if path.is_file():
        look(path, place.shown, create=create)
    address = f"{path.absolute().as_uri()}?mode=rw"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)
        try:
            _log_ahead(connection, patience)
            for pragma in _PRAGMAS:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        return connection

    engine = create_engine(
        "sqlite+pysqlite://", creator=connect, poolclass=QueuePool, pool_size=1, max_overflow=9, hide_parameters=True
    )
    return Database(
        engine,
        place.shown,
        Dialect(
            begin_reading="BEGIN",
            begin_writing="BEGIN IMMEDIATE",
            tables="SELECT name FROM sqlite_master WHERE type = 'table'",
            prepare=_sign,
            explain=_explain,
        ),
    )


def _sign(connection: Connection) -> None:
    """Say in the header whose file it is."""
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")


def _make(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, _OWNER_ONLY))
    except OSError as error:
        raise ConfigError(f"cannot create the store {path}: {error.strerror or error}. Choose another place.") from None


def _log_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Switch the file to a write-ahead log, once: readers and a writer then do not wait for each other.

    The switch needs the file for itself, and SQLite does not wait for that by itself when others open it too.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _name(error) != "SQLITE_BUSY" or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _explain(error: BaseException) -> str:
    said = str(error)
    if any(said.startswith(start) for start in _DAMAGED):
        return _TOLD["SQLITE_CORRUPT"]
    return _TOLD.get(_name(error), "")


def _name(error: BaseException) -> str:
    """``SQLITE_IOERR`` for ``SQLITE_IOERR_SHORT_READ``: the primary code says enough."""
    return "_".join(str(getattr(error, "sqlite_errorname", "")).split("_")[:2])
