"""Recordings out of the database, one after the other: memory does not grow with their number."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, func, or_, select

from querious.store.choice import RecordingOrder
from querious.store.rows import moment_of, read_recording
from querious.store.tables import ANSWER, DOCUMENT, RECORDING, SHAPE

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from sqlalchemy import ColumnElement, Connection, Select

    from querious.model.recording import Recording
    from querious.store.choice import RecordingFilter

_ROWS_AT_ONCE: Final = 500


def conditions(choice: RecordingFilter, dialect: str) -> list[ColumnElement[bool]]:
    """What the database can decide: everything but coordinates."""
    said: list[ColumnElement[bool]] = []
    if choice.names:
        said.append(or_(*(_named(name, dialect) for name in choice.names)))
    if choice.kinds:
        said.append(or_(*(_of_kind(kind) for kind in choice.kinds)))
    if choice.keys:
        said.append(or_(*(func.substr(RECORDING.c.key, 1, len(start)) == start for start in choice.keys)))
    if choice.min_calls:
        said.append(RECORDING.c.times_called >= choice.min_calls)
    if choice.fewer_calls is not None:
        said.append(RECORDING.c.times_called < choice.fewer_calls)
    if choice.since:
        said.append(RECORDING.c.updated_at >= moment_of(choice.since))
    if choice.before:
        said.append(RECORDING.c.updated_at < moment_of(choice.before))
    return said


def _named(pattern: str, dialect: str) -> ColumnElement[bool]:
    """Upper and lower case differ, as they do in GraphQL: LIKE of SQLite would not tell them apart."""
    name = RECORDING.c.operation_name
    if "*" not in pattern:
        return name == pattern
    if dialect == "sqlite":
        return name.op("GLOB", is_comparison=True)(pattern.replace("[", "[[]").replace("?", "[?]"))
    escaped = pattern.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return name.like(escaped.replace("*", "%"), escape="\\")


def _of_kind(kind: str) -> ColumnElement[bool]:
    if not kind:
        return RECORDING.c.document.is_(None)
    return RECORDING.c.document.in_(select(DOCUMENT.c.digest).where(DOCUMENT.c.kind == kind))


def stream(
    connection: Connection,
    said: Sequence[ColumnElement[bool]],
    order: RecordingOrder = RecordingOrder.KEY,
    limit: int | None = None,
) -> Generator[tuple[str, Recording], None, None]:
    """Key and recording of those that fit."""
    result = connection.execute(_query(said, order, limit).execution_options(yield_per=_ROWS_AT_ONCE))
    for key, rows in groupby(result, attrgetter("key")):
        yield key, read_recording(rows)


def _query(said: Sequence[ColumnElement[bool]], order: RecordingOrder, limit: int | None) -> Select[Any]:
    """The recordings are chosen before their answers are joined, so that a limit counts recordings."""
    chosen = select(RECORDING).where(and_(True, *said)).order_by(*_ordering(RECORDING, order)).limit(limit).subquery()
    return (
        select(chosen, DOCUMENT.c.text, DOCUMENT.c.kind, ANSWER.c.status, ANSWER.c.times)
        .add_columns(SHAPE.c.media, SHAPE.c.schema)
        .select_from(chosen)
        .outerjoin(DOCUMENT, DOCUMENT.c.digest == chosen.c.document)
        .outerjoin(ANSWER, ANSWER.c.key == chosen.c.key)
        .outerjoin(SHAPE, and_(SHAPE.c.key == chosen.c.key, SHAPE.c.status == ANSWER.c.status))
        .order_by(*_ordering(chosen, order), ANSWER.c.status)
    )


def _ordering(rows: Any, order: RecordingOrder) -> list[Any]:
    first = {RecordingOrder.CALLS: [rows.c.times_called.desc()], RecordingOrder.RECENT: [rows.c.updated_at.desc()]}.get(
        order, []
    )
    return [*first, rows.c.key]
