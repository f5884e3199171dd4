"""Recordings as rows, and back."""

from __future__ import annotations

import hashlib
import json
import math
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from querious.model.json_text import read_json
from querious.model.recording import Latency, RecordedShape, Recording
from querious.store.damage import DamagedStoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Row

    from querious.model.values import JSON

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_EARLIEST: Final = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_LATEST: Final = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_MOST: Final = 10**15
"""Calls that one recording may bring; thousands of such still add up to what 64 bits hold."""
_UNKEEPABLE: Final = re.compile("[\x00\ud800-\udfff]")


def keepable(recording: Recording) -> Recording:
    """The recording as both databases can hold it; nearly always the same object.

    NULs and lone surrogates in names and texts become U+FFFD (variables are JSON in ASCII and keep theirs), numbers
    that no count or duration can be are cut, and a moment without a time zone is taken as UTC. It is done before the
    key is worked out: what is read is found under the key it has.
    """
    changes: dict[str, Any] = {}
    for name in ("document", "operation_name", "kind", "document_hash"):
        text = getattr(recording, name)
        if _unkeepable(text):
            changes[name] = _UNKEEPABLE.sub("\ufffd", text)
    for name in ("created_at", "updated_at"):
        if getattr(recording, name).tzinfo is None:
            changes[name] = getattr(recording, name).replace(tzinfo=UTC)
    if not 0 <= recording.times_called <= _MOST:
        changes["times_called"] = _count(recording.times_called)
    if any(_unkeepable(status) or not 0 <= count <= _MOST for status, count in recording.statuses.items()):
        statuses: dict[str, int] = {}
        for status, count in recording.statuses.items():
            name = _UNKEEPABLE.sub("\ufffd", status)
            statuses[name] = statuses.get(name, 0) + _count(count)
        changes["statuses"] = statuses
    latency = recording.latency
    if not (0 <= latency.count <= _MOST and 0 <= latency.total < math.inf and 0 <= latency.longest < math.inf):
        changes["latency"] = Latency()
    return replace(recording, **changes) if changes else recording


def _unkeepable(text: str) -> bool:
    return "\x00" in text if text.isascii() else bool(_UNKEEPABLE.search(text))


def _count(number: int) -> int:
    return max(0, min(number, _MOST))


def digest_of(document: str) -> str:
    """The key of a document."""
    return hashlib.sha256(document.encode("utf-8")).hexdigest()[:32]


def moment_of(when: datetime) -> int:
    """As it is kept."""
    return max(_EARLIEST, min((when - _EPOCH) // _MICROSECOND, _LATEST))


def datetime_of(moment: int) -> datetime:
    """In UTC."""
    return _EPOCH + moment * _MICROSECOND


def written(variables: dict[str, JSON]) -> str:
    """As they are kept."""
    return json.dumps(variables, sort_keys=True, ensure_ascii=True)


def recording_row(key: str, recording: Recording, document: str | None, variables: str | None = None) -> dict[str, Any]:
    """For the table of recordings; ``document`` is the digest of its text, if that is known."""
    return {
        "key": key,
        "document": document,
        "document_hash": recording.document_hash,
        "operation_name": recording.operation_name,
        "variables": written(recording.variables) if variables is None else variables,
        "created_at": moment_of(recording.created_at),
        "updated_at": moment_of(recording.updated_at),
        "times_called": recording.times_called,
        "measured": recording.latency.count,
        "seconds": recording.latency.total,
        "longest": recording.latency.longest,
    }


def read_recording(rows: Iterable[Row[Any]]) -> Recording:
    """From a row of recording with its document, once for each of its answers; DamagedStoreError if it is none."""
    try:
        return _recording(rows)
    except (ValueError, TypeError, OverflowError) as error:
        raise DamagedStoreError(f"a recording cannot be read: {error}") from error


def _recording(rows: Iterable[Row[Any]]) -> Recording:
    statuses: dict[str, int] = {}
    shapes: dict[str, RecordedShape] = {}
    for row in rows:
        if row.status is not None:
            _check(str, row.status)
            _check(int, row.times)
            statuses[row.status] = row.times
            if row.media is not None:
                shapes[row.status] = read_shape(row.media, row.schema)
    _check(str, row.key, row.text or "", row.operation_name, row.kind or "", row.document_hash, row.variables)
    _check(int, row.created_at, row.updated_at, row.times_called, row.measured)
    _check((int, float), row.seconds, row.longest)
    variables = read_json(row.variables)
    _check(dict, variables)
    return Recording(
        document=row.text or "",
        variables=variables,
        created_at=datetime_of(row.created_at),
        updated_at=datetime_of(row.updated_at),
        operation_name=row.operation_name,
        kind=row.kind or "",
        document_hash=row.document_hash,
        times_called=row.times_called,
        statuses=statuses,
        latency=Latency(row.measured, row.seconds, row.longest),
        shapes=shapes,
    )


def read_shape(media: object, schema: object) -> RecordedShape:
    """A shape as it is kept."""
    _check(str, media, schema or "")
    content = read_json(str(schema)) if schema else None
    _check(dict, content or {})
    return RecordedShape(str(media), content)


def shape_row(key: str, status: str, shape: RecordedShape) -> dict[str, Any]:
    """For the table of shapes."""
    schema = None if shape.schema is None else written(shape.schema)
    return {"key": key, "status": status, "media": _UNKEEPABLE.sub("\ufffd", shape.media), "schema": schema}


def _check(kind: type | tuple[type, ...], *values: object) -> None:
    """SQLite keeps whatever it is given, whatever type the column has."""
    for value in values:
        if not isinstance(value, kind):
            raise TypeError(f"a column holds {type(value).__name__}")
