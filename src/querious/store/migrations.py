"""From each version of the tables to the next. A migration that was released is never changed: add another one.

The statements are written in the SQL that both databases speak.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import text

from querious.errors import ConfigError
from querious.store.damage import DamagedStoreError, rows_as_written
from querious.store.persisted import resolve_all

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sqlalchemy import Connection


def _first_tables(connection: Connection) -> None:
    _execute(
        connection,
        """CREATE TABLE schema_version (version INTEGER NOT NULL)""",
        """INSERT INTO schema_version (version) VALUES (0)""",
        """CREATE TABLE document (digest TEXT PRIMARY KEY, text TEXT NOT NULL, kind TEXT NOT NULL)""",
        """CREATE TABLE recording (
             key TEXT PRIMARY KEY,
             document TEXT REFERENCES document (digest),
             document_hash TEXT NOT NULL,
             operation_name TEXT NOT NULL,
             variables TEXT NOT NULL,
             created_at BIGINT NOT NULL,
             updated_at BIGINT NOT NULL,
             times_called BIGINT NOT NULL,
             measured BIGINT NOT NULL,
             seconds DOUBLE PRECISION NOT NULL,
             longest DOUBLE PRECISION NOT NULL)""",
        """CREATE INDEX recording_document ON recording (document)""",
        """CREATE TABLE answer (
             key TEXT NOT NULL REFERENCES recording (key) ON DELETE CASCADE,
             status TEXT NOT NULL,
             times BIGINT NOT NULL,
             PRIMARY KEY (key, status))""",
    )


def _texts_of_hashes(connection: Connection) -> None:
    """Which text a hash stands for. Version 1 left recordings of a hash without text for ever, though it came later."""
    _execute(
        connection,
        """CREATE TABLE persisted (
             document_hash TEXT NOT NULL,
             operation_name TEXT NOT NULL,
             document TEXT NOT NULL REFERENCES document (digest) ON DELETE CASCADE,
             PRIMARY KEY (document_hash, operation_name))""",
        """CREATE INDEX persisted_document ON persisted (document)""",
        """CREATE INDEX recording_without_text ON recording (document_hash) WHERE document IS NULL""",
        """INSERT INTO persisted (document_hash, operation_name, document)
             SELECT document_hash, operation_name, min(document) FROM recording
             WHERE document IS NOT NULL AND document_hash <> '' GROUP BY document_hash, operation_name""",
    )


def _shapes_of_answers(connection: Connection) -> None:
    """What answers to REST calls looked like. Before version 3 there were no REST calls."""
    _execute(
        connection,
        """CREATE TABLE shape (
             key TEXT NOT NULL REFERENCES recording (key) ON DELETE CASCADE,
             status TEXT NOT NULL,
             media TEXT NOT NULL,
             schema TEXT,
             PRIMARY KEY (key, status))""",
    )


def _execute(connection: Connection, *statements: str) -> None:
    for statement in statements:
        connection.execute(text(statement))


MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (_first_tables, _texts_of_hashes, _shapes_of_answers)
"""In order; the first makes version 1 of nothing."""
VERSION: Final = len(MIGRATIONS)
_HASHES_KNOWN: Final = 2
"""Since when hashes are resolved; older stores catch up once their tables are those of today."""
_OURS: Final = frozenset({"schema_version", "recording", "answer", "document"})


def version_of(connection: Connection, tables: Collection[str], shown: str) -> int:
    """The version of the tables that are there; 0 if there are none."""
    if not tables:
        return 0
    refuse_other_tables(tables, shown)
    with rows_as_written():
        version = int(connection.execute(text("SELECT version FROM schema_version")).scalar_one())
    if version < 1:
        raise DamagedStoreError(f"it has no version {version}")
    if version > VERSION:
        raise ConfigError(
            f"{shown} was written by a newer querious (store version {version}, this one knows {VERSION}):"
            " pip install --upgrade querious"
        )
    return version


def refuse_other_tables(names: Collection[str], shown: str) -> None:
    """A ConfigError unless there is nothing yet, or all the tables of a store are there."""
    if names and not set(names) >= _OURS:
        raise ConfigError(f"{shown} holds tables that are not recordings. Choose another file or database.")


def migrate(connection: Connection, version: int) -> None:
    """Bring tables of this version up to date, in the transaction that is open; those of today stay as they are."""
    for step in MIGRATIONS[version:]:
        step(connection)
    connection.execute(text("UPDATE schema_version SET version = :version"), {"version": VERSION})
    if 0 < version < _HASHES_KNOWN:
        resolve_all(connection)
