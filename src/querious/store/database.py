"""One database behind a store: transactions for reading and for writing, and words for what goes wrong.

Reading sees one moment of the store however long it takes. Of those who write, in whatever process, one at a time is
let in: SQLite works so by nature, PostgreSQL by a lock. So both behave alike: nothing changes between a look and the
write that follows from it, and writers cannot wait for each other in a circle.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from querious.errors import ConfigError
from querious.store.damage import DamagedStoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection, Engine

_WRITING = "querious_writing"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the two databases say differently."""

    begin_reading: str
    begin_writing: str
    tables: str
    """Lists the names of the tables that are there."""
    prepare: Callable[[Connection], None]
    """Makes room for the first tables."""
    explain: Callable[[BaseException], str]
    """The rest of a line that began with the place; empty if the fault is ours."""


class Database:
    """Connections are opened as they are needed; a process that was forked opens its own."""

    def __init__(self, engine: Engine, shown: str, dialect: Dialect) -> None:
        self.shown = shown
        self.dialect = dialect
        self._engine = engine
        self._process = os.getpid()
        event.listen(engine, "begin", self._begin)

    @property
    def dialect_name(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment."""
        with self._told(), self._connected().connect() as connection, connection.begin():
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """The one transaction that may write; all of it happens or nothing."""
        with self._told(), self._connected().connect() as connection:
            connection.execution_options(**{_WRITING: True})
            with connection.begin():
                yield connection

    def tables(self, connection: Connection) -> set[str]:
        """Their names."""
        return set(connection.exec_driver_sql(self.dialect.tables).scalars())

    def close(self) -> None:
        """Close what is open."""
        self._connected().dispose()

    def _connected(self) -> Engine:
        """The engine. Connections of the process that this one was forked from are that one's to use and to close."""
        if self._process != os.getpid():
            self._engine.dispose(close=False)
            self._process = os.getpid()
        return self._engine

    def _begin(self, connection: Connection) -> None:
        writing = connection.get_execution_options().get(_WRITING)
        connection.exec_driver_sql(self.dialect.begin_writing if writing else self.dialect.begin_reading)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            told = self.dialect.explain(error.orig or error)
            if not told:
                raise
            raise ConfigError(f"{self.shown} {told}") from None
        except (
            DamagedStoreError,
            UnicodeDecodeError,
        ) as error:
            # A message of SQLite may quote a name that is no text any more.
            words = " ".join(str(error).split())
            raise ConfigError(f"{self.shown} is damaged ({words:.80}). Restore it from a backup.") from None
