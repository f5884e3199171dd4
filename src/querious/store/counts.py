"""Counting in the database, without reading recordings out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, func, select, true

from querious.model.recorded import Called, Stats, Tally
from querious.model.recording import Latency
from querious.store.damage import rows_as_written
from querious.store.rows import datetime_of
from querious.store.tables import ANSWER, DOCUMENT, RECORDING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection

_MOST_CALLED: Final = 10
_CALLS: Final = func.coalesce(func.sum(RECORDING.c.times_called), 0)


def tally(connection: Connection, said: Sequence[ColumnElement[bool]]) -> Tally:
    """How many fit."""
    with rows_as_written():
        row = connection.execute(select(func.count(), _CALLS).select_from(RECORDING).where(and_(true(), *said))).one()
        return Tally(int(row[0]), int(row[1]))


def stats(connection: Connection) -> Stats:
    """Of all there is."""
    with rows_as_written():
        return _stats(connection)


def _stats(connection: Connection) -> Stats:
    """PostgreSQL adds whole numbers up to decimal ones, hence the conversions."""
    total = connection.execute(
        select(
            func.count().label("recordings"),
            _CALLS.label("calls"),
            func.min(RECORDING.c.created_at).label("first"),
            func.max(RECORDING.c.updated_at).label("last"),
            func.coalesce(func.sum(RECORDING.c.measured), 0).label("measured"),
            func.coalesce(func.sum(RECORDING.c.seconds), 0.0).label("seconds"),
            func.coalesce(func.max(RECORDING.c.longest), 0.0).label("longest"),
        ).select_from(RECORDING)
    ).one()
    return Stats(
        recordings=int(total.recordings),
        documents=int(connection.execute(select(func.count()).select_from(DOCUMENT)).scalar_one()),
        calls=int(total.calls),
        first=None if total.first is None else datetime_of(total.first),
        last=None if total.last is None else datetime_of(total.last),
        kinds=_kinds(connection),
        statuses=_statuses(connection),
        latency=Latency(int(total.measured), float(total.seconds), float(total.longest)),
        most_called=_most_called(connection),
    )


def _kinds(connection: Connection) -> dict[str, Tally]:
    kind = func.coalesce(DOCUMENT.c.kind, "")
    rows = connection.execute(select(kind, func.count(), _CALLS).select_from(_with_documents()).group_by(kind))
    found = {str(row[0]): Tally(int(row[1]), int(row[2])) for row in rows}
    return dict(sorted(found.items(), key=lambda item: (-item[1].calls, item[0])))


def _statuses(connection: Connection) -> dict[str, int]:
    times = func.sum(ANSWER.c.times)
    rows = connection.execute(select(ANSWER.c.status, times).group_by(ANSWER.c.status))
    return dict(sorted(((str(row[0]), int(row[1])) for row in rows), key=lambda item: (-item[1], item[0])))


def _most_called(connection: Connection) -> tuple[Called, ...]:
    """Operations, however different their variables; those of unknown text by their hash."""
    unknown = func.coalesce(RECORDING.c.document, RECORDING.c.document_hash)
    columns = (RECORDING.c.operation_name, RECORDING.c.document, unknown)
    chosen = (
        select(
            *columns[:2], func.min(RECORDING.c.document_hash).label("document_hash"), func.count().label("recordings")
        )
        .add_columns(_CALLS.label("calls"), unknown.label("which"))
        .group_by(*columns)
        .order_by(_CALLS.desc(), RECORDING.c.operation_name, unknown)
        .limit(_MOST_CALLED)
        .subquery()
    )
    query = (
        select(chosen, DOCUMENT.c.text, DOCUMENT.c.kind)
        .select_from(chosen.outerjoin(DOCUMENT, DOCUMENT.c.digest == chosen.c.document))
        .order_by(chosen.c.calls.desc(), chosen.c.operation_name, chosen.c.which)
    )
    return tuple(
        Called(
            _text(row.operation_name),
            _text(row.kind),
            _text(row.text),
            _text(row.document_hash),
            row.recordings,
            int(row.calls),
        )
        for row in connection.execute(query)
    )


def _text(value: object) -> str:
    if value is not None and not isinstance(value, str):
        raise TypeError(f"a column holds {type(value).__name__}")
    return value or ""


def _with_documents() -> Any:
    return RECORDING.outerjoin(DOCUMENT, DOCUMENT.c.digest == RECORDING.c.document)
