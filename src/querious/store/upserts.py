"""Rows into the tables: the same question asked again is added to what is there."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import case, delete, literal_column, select
from sqlalchemy.dialects import postgresql, sqlite

from querious.store.rows import digest_of, read_shape, recording_row, shape_row
from querious.store.tables import ANSWER, DOCUMENT, PERSISTED, RECORDING, SHAPE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import ColumnElement, Connection, Table

    from querious.model.recording import RecordedShape, Recording

_KEYS_AT_ONCE: Final = 500
"""A database takes only so many values in one statement."""
_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_EMPTY: Final[ColumnElement[str]] = literal_column("''")


def write(connection: Connection, recordings: Mapping[str, Recording], variables: Mapping[str, str] = _NONE) -> None:
    """Add recordings, by key, to those that are there; ``variables`` are theirs as they are kept, if they are ready."""
    kinds = {recording.document: recording.kind for recording in recordings.values() if recording.document}
    digests = {document: digest_of(document) for document in kinds}
    _execute(
        connection,
        _add_documents(connection.dialect.name),
        [{"digest": digests[text], "text": text, "kind": kind} for text, kind in kinds.items()],
    )
    _execute(
        connection,
        _add_recordings(connection.dialect.name),
        [
            recording_row(key, recording, digests.get(recording.document), variables.get(key))
            for key, recording in recordings.items()
        ],
    )
    _execute(
        connection,
        _add_answers(connection.dialect.name),
        [
            {"key": key, "status": status, "times": count}
            for key, recording in recordings.items()
            for status, count in recording.statuses.items()
            if count
        ],
    )
    _write_shapes(connection, recordings)


def _write_shapes(connection: Connection, recordings: Mapping[str, Recording]) -> None:
    """What answers looked like, joined with what is known: the caller holds the one transaction that may write."""
    shaped = {key: recording.shapes for key, recording in recordings.items() if recording.shapes}
    known: dict[tuple[str, str], RecordedShape] = {}
    keys = list(shaped)
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        some = SHAPE.c.key.in_(keys[start : start + _KEYS_AT_ONCE])
        for row in connection.execute(select(SHAPE).where(some)):
            known[row.key, row.status] = read_shape(row.media, row.schema)
    rows = []
    for key, shapes in shaped.items():
        for status, shape in shapes.items():
            there = known.get((key, status))
            new = shape if there is None else there.joined(shape)
            if new != there:
                rows.append(shape_row(key, status, new))
    _execute(connection, _put_shapes(connection.dialect.name), rows)


def write_texts(connection: Connection, texts: Iterable[tuple[str, str, str]]) -> None:
    """Add hash, name of operation and document; what a hash stands for does not change any more."""
    rows = [
        {"document_hash": hashed, "operation_name": name, "document": digest_of(document)}
        for hashed, name, document in texts
    ]
    _execute(connection, _add_texts(connection.dialect.name), rows)


def remove(connection: Connection, keys: Iterable[str]) -> None:
    """Recordings with their answers; documents stay."""
    connection.execute(delete(RECORDING).where(RECORDING.c.key.in_(list(keys))))


def _execute(connection: Connection, statement: str, rows: list[dict[str, Any]]) -> None:
    """With the driver's own words for parameters: a recorder writes in somebody else's server, and must be quick."""
    if rows:
        connection.exec_driver_sql(statement, rows)


def _compiled(statement: Any, dialect: str) -> str:
    """With parameters by name, as both drivers take them."""
    spoken: Any = sqlite.dialect if dialect == "sqlite" else postgresql.psycopg.dialect
    return str(statement.compile(dialect=spoken(paramstyle="named" if dialect == "sqlite" else "pyformat")))


def _insert(table: Table, dialect: str) -> Any:
    """Both dialects have the same words for what to do with a row that is there already, but not in common."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


@cache
def _add_texts(dialect: str) -> str:
    return _compiled(_insert(PERSISTED, dialect).on_conflict_do_nothing(), dialect)


@cache
def _add_documents(dialect: str) -> str:
    insert = _insert(DOCUMENT, dialect)
    adding = insert.on_conflict_do_update(
        index_elements=[DOCUMENT.c.digest], set_={"kind": insert.excluded.kind}, where=DOCUMENT.c.kind == _EMPTY
    )
    return _compiled(adding, dialect)


@cache
def _add_recordings(dialect: str) -> str:
    insert = _insert(RECORDING, dialect)
    there, new = RECORDING.c, insert.excluded
    adding = insert.on_conflict_do_update(
        index_elements=[there.key],
        set_={
            "document_hash": case((there.document_hash == _EMPTY, new.document_hash), else_=there.document_hash),
            "created_at": case((new.created_at < there.created_at, new.created_at), else_=there.created_at),
            "updated_at": case((new.updated_at > there.updated_at, new.updated_at), else_=there.updated_at),
            "times_called": there.times_called + new.times_called,
            "measured": there.measured + new.measured,
            "seconds": there.seconds + new.seconds,
            "longest": case((new.longest > there.longest, new.longest), else_=there.longest),
        },
    )
    return _compiled(adding, dialect)


@cache
def _put_shapes(dialect: str) -> str:
    insert = _insert(SHAPE, dialect)
    putting = insert.on_conflict_do_update(
        index_elements=[SHAPE.c.key, SHAPE.c.status],
        set_={"media": insert.excluded.media, "schema": insert.excluded.schema},
    )
    return _compiled(putting, dialect)


@cache
def _add_answers(dialect: str) -> str:
    insert = _insert(ANSWER, dialect)
    adding = insert.on_conflict_do_update(
        index_elements=[ANSWER.c.key, ANSWER.c.status], set_={"times": ANSWER.c.times + insert.excluded.times}
    )
    return _compiled(adding, dialect)
