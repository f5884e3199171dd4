"""A store in a database of PostgreSQL, in a schema of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import create_engine, text

from querious.errors import ConfigError
from querious.store.database import Database, Dialect

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from querious.store.places import StorePlace

SCHEMA: Final = "querious"
_LOCK: Final = 8_388_353_411_070
"""The number of the lock that writers of this schema take in turn."""
_CONNECT: Final = 10
"""Seconds, unless the URL says otherwise."""
_REASONS: Final = (
    (("password authentication failed", "no password supplied"), "refuses the user or the password of the URL"),
    (("no pg_hba.conf entry", "authentication failed"), "does not let this user in from here"),
    (("does not exist",), "has no such database or user; create it first"),
    (("too many clients", "remaining connection slots"), "has no connection left; close others, or allow more"),
    (("certificate", "SSL", "TLS"), "and this side do not agree on TLS; look at sslmode in the URL"),
    (("starting up", "shutting down", "recovery"), "is starting or stopping; try again"),
    (("timeout", "timed out"), "does not answer; is it there, and is the port right?"),
)
"""Parts of libpq's messages, and what is said instead: a message may repeat a piece of a URL that was misread."""

_STATES: Final = {
    "55P03": "is kept locked by another process; try again when that has ended",
    "42501": f"does not let this user use the schema {SCHEMA}; let its owner grant that",
    "53100": "has no room left on its disk",
    "53200": "has no room left in its memory",
    "25006": "can only be read: it is a copy, or is set so",
}
"""What the database says by its codes."""


def open_postgres(place: StorePlace, *, create: bool, patience: float) -> Database:
    """The database behind a URL."""
    told = _parameters(place)

    def connect() -> psycopg.Connection[Any]:
        try:
            return psycopg.connect(**told)
        except psycopg.Error as error:
            raise ConfigError(f"{place.shown} {_reason(str(error))}") from None

    engine = create_engine(
        "postgresql+psycopg://",
        creator=connect,
        pool_size=1,
        max_overflow=9,
        pool_pre_ping=True,
        use_native_hstore=False,
        hide_parameters=True,
    )
    here = f"SET LOCAL search_path TO {SCHEMA}"
    return Database(
        engine,
        place.shown,
        Dialect(
            begin_reading=f"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; {here}",
            begin_writing="SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;"
            f" {here}; SET LOCAL lock_timeout TO {max(1, round(1000 * patience))};"
            f" SELECT pg_advisory_xact_lock({_LOCK})",
            tables=f"SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '{SCHEMA}'",  # noqa: S608 - ours
            prepare=_prepare if create else lambda _: None,
            explain=_explain,
        ),
    )


def _parameters(place: StorePlace) -> dict[str, Any]:
    try:
        said = conninfo_to_dict(place.url)
    except psycopg.Error:
        raise ConfigError(
            "the URL of the store cannot be read. Is a character such as @ / ? # of its password not"
            " percent-encoded? It should be postgresql://user:password@host:port/database"
        ) from None
    return {"connect_timeout": _CONNECT, "application_name": "querious", **said, "client_encoding": "utf8"}


def _prepare(connection: Connection) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise ConfigError(f"the database is encoded in {encoding}, which cannot hold every text. Create one in UTF8.")
    connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}"))


def _reason(message: str) -> str:
    for parts, told in _REASONS:
        if any(part in message for part in parts):
            return told
    return "cannot be reached; is it running, and are host and port right?"


def _explain(error: BaseException) -> str:
    state = getattr(error, "sqlstate", None) or ""
    is_lost = isinstance(error, psycopg.OperationalError) and (not state or state.startswith(("08", "57P")))
    return _STATES.get(state, "hung up; is it still running?" if is_lost else "")
