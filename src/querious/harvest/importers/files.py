"""Reading a file of any known format: entries are normalised, redacted and counted."""

from __future__ import annotations

import contextlib
import gzip
import json
import zlib
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any, Final, Self, cast

from querious.harvest.importers.documents import documents_in, folder_documents
from querious.harvest.importers.file_format import FORMATS, GRAPHQL, format_of
from querious.harvest.named_headers import NO_HEADERS
from querious.harvest.notes import RedactedOperation, redacted
from querious.harvest.request_operations import RequestedOperation
from querious.harvest.rest_calls import redacted_call
from querious.model.recording import CALL, Recording
from querious.text.memo import Remembered
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from querious.harvest.importers.operations import ImportedOperation
    from querious.harvest.named_headers import NamedHeaders

_PEEKED: Final = 256 * 1024
_PIECE: Final = 8 * 1024
_GZIP: Final = b"\x1f\x8b"
_BAD_KEPT: Final = 100
_REMEMBERED: Final = 16_000_000
"""Characters of requests, and of what became of them, that are remembered: logs hold the same ones again and again."""
_CUT: Final = (EOFError, gzip.BadGzipFile, zlib.error)
"""What a compressed file raises that is broken."""
_MALFORMED: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What content raises that is not what its format says."""


def read_any(
    path: Path,
    *,
    format: str = "",  # noqa: A002 - the option's name
    redaction: Redaction | None = None,
    named: NamedHeaders = NO_HEADERS,
) -> Importing:
    """Read a file, compressed by gzip or not, or a folder of documents. Of REST calls the named headers are kept.

    ValueError, in one line, if the format is not known or cannot be told; OSError if the file cannot be read.
    """
    if format and format not in FORMATS:
        raise ValueError(f"unknown format {format!r:.40}; available: {', '.join(FORMATS)}")
    moment = _changed_at(path)
    if path.is_dir():
        documents_in(path)  # a folder without any is an error now, not when it is read
        return Importing(folder_documents(path), GRAPHQL, moment, redaction or Redaction())
    kind = format or format_of(_beginning(path))
    if not kind:
        raise ValueError(f"cannot tell the format of {path}; name it with --format {'|'.join(FORMATS)}")
    return Importing(_entries(path, kind), kind, moment, redaction or Redaction(), named)


def format_of_file(path: Path) -> str:
    """The format of a file; empty if it cannot be told, or the file cannot be read."""
    try:
        return format_of(_beginning(path))
    except OSError:
        return ""


def _changed_at(path: Path) -> datetime:
    """When the file was changed; now, where the file system tells a time that no calendar has."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OverflowError, ValueError):
        return datetime.now(UTC)


def _entries(path: Path, kind: str) -> Iterator[Any]:
    with _open(path) as file:
        yield from FORMATS[kind].entries(file)


def _open(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    return cast("IO[bytes]", gzip.open(path)) if packed else path.open("rb")


def _beginning(path: Path) -> bytes:
    """As much as there is of it, also where a compressed file breaks off."""
    pieces = [b""]
    with _open(path) as file, contextlib.suppress(*_CUT):
        while sum(map(len, pieces)) < _PEEKED and (piece := file.read(_PIECE)):
            pieces.append(piece)
    return b"".join(pieces)


class Importing:
    """The recordings of a file, one after another; the counts are right when it is at its end."""

    def __init__(
        self,
        entries: Iterator[Any],
        format: str,  # noqa: A002 - the option's name
        moment: datetime,
        redaction: Redaction,
        named: NamedHeaders = NO_HEADERS,
    ) -> None:
        self._named = named
        self.format = format
        self.counted = 0
        """Entries read: lines, requests, documents or files."""
        self.given = 0
        """Recordings given so far."""
        self.other = 0
        """Entries that are neither GraphQL nor REST calls."""
        self.bad: list[tuple[int, str]] = []
        """The first hundred entries that could not be read, each with its number and the reason."""
        self.bad_counted = 0
        """All of them."""
        self._moment = moment
        self._redaction = redaction
        self._remembered = Remembered[RedactedOperation](_REMEMBERED)
        self._recordings = self._read(entries)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Recording:
        return next(self._recordings)

    def _read(self, entries: Iterator[Any]) -> Iterator[Recording]:
        number = 0
        try:
            for number, entry in enumerate(entries, 1):
                if entry is not None:
                    self.counted += 1
                    yield from self._recordings_of(number, entry)
        except (*_CUT, *_MALFORMED) as error:
            self.counted += 1
            self._note(number + 1, f"the file is broken here: {_reason(error)}")

    def _recordings_of(self, number: int, entry: Any) -> Iterator[Recording]:
        try:
            operations = [*FORMATS[self.format].operations(entry)]
        except _MALFORMED as error:
            self._note(number, _reason(error))
            return
        self.other += not operations
        for operation in operations:
            try:
                recording = self._recording(operation)
            except (ValueError, RecursionError) as error:
                self._note(number, _reason(error))
            else:
                self.given += 1
                yield recording

    def _note(self, number: int, reason: str) -> None:
        self.bad_counted += 1
        if len(self.bad) < _BAD_KEPT:
            self.bad.append((number, reason))

    def _recording(self, found: ImportedOperation) -> Recording:
        document, variables, name, kind, hashed = self._redacted(found)
        moment = found.moment or self._moment
        last = max(moment, found.until or moment)
        statuses = dict(found.statuses)
        return Recording(
            *(document, variables, moment, last, name, kind, hashed, found.times_called, statuses, found.latency),
            shapes=dict(found.shapes),
        )

    def _redacted(self, found: ImportedOperation) -> RedactedOperation:
        if found.call is not None:
            call = found.call._replace(headers=self._named.chosen(found.call.headers.items()))
            operation_name, told = redacted_call(call, self._redaction)
            return RedactedOperation(operation_name, told, operation_name, CALL, "")
        operation = RequestedOperation(*found[:4])
        document, hashed, name, variables = operation
        key = f"{name}\n{hashed}\n{json.dumps(variables)}\n{document}"
        known = self._remembered.get(key)
        if known is None:
            known = redacted(operation, self._redaction)
            self._remembered.put(key, known, len(known.document) + len(key))
        return known


def _reason(error: BaseException) -> str:
    """Why something cannot be read, in one line."""
    said = " ".join(str(error).split())[:200]
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return said if isinstance(error, ValueError | EOFError | OSError) else f"not of this format ({said})"
