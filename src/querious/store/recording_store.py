"""The store: recordings go in in batches and come out one by one."""

from __future__ import annotations

from contextlib import closing
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, Self

from sqlalchemy import delete, exists, select

from querious.errors import ConfigError
from querious.model.recorded import Tally
from querious.store.batches import batches
from querious.store.choice import RecordingFilter, RecordingOrder
from querious.store.counts import stats, tally
from querious.store.migrations import VERSION
from querious.store.persisted import merge
from querious.store.recordings import conditions, stream
from querious.store.selected_fields import FieldSelection
from querious.store.tables import DOCUMENT, RECORDING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

    from sqlalchemy import ColumnElement, Connection

    from querious.model.recorded import Stats
    from querious.model.recording import Recording
    from querious.store.database import Database

_ALL: Final = RecordingFilter()
_DOCUMENTS_REMEMBERED: Final = 4096
_DIGESTS_AT_ONCE: Final = 500


class Store:
    """Safe to use from several threads and processes at once; as a context manager it is closed at the end."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def shown(self) -> str:
        """Where it is, without user and password."""
        return self._database.shown

    def add(self, recordings: Iterable[Recording]) -> int:
        """Merge recordings into those that are there; gives how many were taken.

        Up to 20,000 recordings are one transaction. A longer stream is cut, so that memory stays bounded and others get
        their turn: what was committed stays, whatever happens to the rest.
        """
        taken = 0
        for batch in batches(recordings):
            with self._database.writing() as connection:
                self._check(connection)
                merge(connection, batch.recordings, batch.variables)
            taken += batch.taken
        return taken

    def recordings(
        self, choice: RecordingFilter = _ALL, order: RecordingOrder = RecordingOrder.KEY, limit: int | None = None
    ) -> Iterator[Recording]:
        """Those that fit, streamed, as they were at the moment of the first."""
        with self._database.reading() as connection:
            said = conditions(choice, self._database.dialect_name)
            if not choice.coordinates:
                with closing(stream(connection, said, order, limit)) as rows:
                    yield from (recording for _, recording in rows)
                return
            fits = lru_cache(_DOCUMENTS_REMEMBERED)(FieldSelection(choice.coordinates, choice.schema).fits)
            with closing(stream(connection, said, order)) as rows:
                yield from islice((found for _, found in rows if found.document and fits(found.document)), limit)

    def count(self, choice: RecordingFilter = _ALL) -> int:
        """How many fit."""
        return self.tally(choice).recordings

    def tally(self, choice: RecordingFilter = _ALL) -> Tally:
        """How many fit, and their calls together."""
        with self._database.reading() as connection:
            return _sum(tally(connection, said) for said in self._parts(connection, choice))

    def stats(self) -> Stats:
        """What there is, in numbers."""
        with self._database.reading() as connection:
            return stats(connection)

    def prune(self, choice: RecordingFilter) -> Tally:
        """Remove those that fit, with documents that nobody asks any more; gives what was removed."""
        with self._database.writing() as connection:
            self._check(connection)
            removed = []
            for said in self._parts(connection, choice):
                removed.append(tally(connection, said))
                connection.execute(delete(RECORDING).where(*said))
            unused = ~exists(select(RECORDING.c.key).where(RECORDING.c.document == DOCUMENT.c.digest))
            connection.execute(delete(DOCUMENT).where(unused))
            return _sum(removed)

    def close(self) -> None:
        """Let go of the database; to close twice does no harm."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _parts(self, connection: Connection, choice: RecordingFilter) -> Iterator[list[ColumnElement[bool]]]:
        """Conditions that the database decides; by coordinates, each for a part of the documents that fit."""
        said = conditions(choice, self._database.dialect_name)
        if not choice.coordinates:
            yield said
            return
        selecting = FieldSelection(choice.coordinates, choice.schema)
        documents = connection.execute(select(DOCUMENT).execution_options(yield_per=_DIGESTS_AT_ONCE))
        digests = iter([row.digest for row in documents if isinstance(row.text, str) and selecting.fits(row.text)])
        while some := list(islice(digests, _DIGESTS_AT_ONCE)):
            yield [*said, RECORDING.c.document.in_(some)]

    def _check(self, connection: Connection) -> None:
        """Refuse to write into tables that another version of querious changed since this one opened them."""
        version = connection.exec_driver_sql("SELECT version FROM schema_version").scalar_one()
        if version != VERSION:
            raise ConfigError(
                f"{self.shown} was changed by a newer querious in the meantime. Upgrade this one and start it again."
            )


def _sum(tallies: Iterable[Tally]) -> Tally:
    recordings = calls = 0
    for one in tallies:
        recordings += one.recordings
        calls += one.calls
    return Tally(recordings, calls)
