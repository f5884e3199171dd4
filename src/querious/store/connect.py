"""Opening a store: it is made, or brought up to date, by whoever comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.store.migrations import VERSION, migrate, version_of
from querious.store.sqlite import open_sqlite

if TYPE_CHECKING:
    from querious.store.database import Database
    from querious.store.places import StorePlace


def open_database(place: StorePlace, *, create: bool, patience: float) -> Database:
    """The database of a place, with the tables of today."""
    if place.url:
        from querious.store.postgres import open_postgres  # noqa: PLC0415 - a file needs no psycopg

        database = open_postgres(place, create=create, patience=patience)
    else:
        database = open_sqlite(place, create=create, patience=patience)
    try:
        _bring_up_to_date(database, create=create)
    except BaseException:
        database.close()
        raise
    return database


def _bring_up_to_date(database: Database, *, create: bool) -> None:
    """Looks first without a lock: nearly always there is nothing to do, and one who may only read can do so.

    Looks again with it, since another process may have been quicker.
    """
    with database.reading() as connection:
        version = version_of(connection, database.tables(connection), database.shown)
    if version == VERSION:
        return
    if not version and not create:
        raise ConfigError(
            f"{database.shown} is not a store yet. Record with `querious proxy`, "
            "or run `querious harvest import FILES`."
        )
    with database.writing() as connection:
        version = version_of(connection, database.tables(connection), database.shown)
        if not version:
            database.dialect.prepare(connection)
        migrate(connection, version)
