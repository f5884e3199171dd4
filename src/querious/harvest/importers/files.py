"""Reading a file of any known format: entries are normalised, redacted and counted."""

from __future__ import annotations

import contextlib
import gzip
import json
import zlib
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Final, Self, cast

from querious.harvest.importers.documents import documents_in, read_document, read_folder
from querious.harvest.importers.file_format import FORMATS, GRAPHQL, format_of
from querious.harvest.importers.flows import read_flows
from querious.harvest.importers.found import ImportEntry
from querious.harvest.importers.har import read_har
from querious.harvest.importers.lines import read_array, read_lines
from querious.harvest.importers.manifests import read_manifest
from querious.harvest.importers.saved import read_saved
from querious.harvest.importers.usage import read_usage
from querious.harvest.normal_form import Normalised, normalise
from querious.model.recording import Recording
from querious.text.memo import Remembered
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from querious.harvest.importers.found import ImportedOperation
    from querious.model.values import JSON

_READERS: Final[dict[str, Callable[[IO[bytes]], Iterator[ImportEntry]]]] = {
    "har": read_har,
    "jsonl": read_lines,
    "json": read_array,
    "manifest": read_manifest,
    "collection": read_saved,
    "usage": read_usage,
    "mitmproxy": read_flows,
}
_PEEKED: Final = 256 * 1024
_PIECE: Final = 8 * 1024
_GZIP: Final = b"\x1f\x8b"
_BAD_KEPT: Final = 100
_REMEMBERED: Final = 16_000_000
"""Characters of requests, and of what became of them, that are remembered: logs hold the same ones again and again."""


def read_any(path: Path, *, format: str = "", redaction: Redaction | None = None) -> Importing:  # noqa: A002 - the option's name
    """Read a file, compressed by gzip or not, or a folder of documents.

    ValueError, in one line, if the format is not known or cannot be told; OSError if the file cannot be read.
    """
    if format and format not in FORMATS:
        raise ValueError(f"unknown format {format!r:.40}; available: {', '.join(FORMATS)}")
    moment = _changed_at(path)
    kind = GRAPHQL if path.is_dir() else format
    if path.is_dir():
        documents_in(path)  # a folder without any is an error now, not when it is read
    if not kind:
        with _open(path) as file:
            kind = format_of(_beginning(file))
    if not kind:
        raise ValueError(f"cannot tell the format of {path}; name it with --format {'|'.join(FORMATS)}")
    return Importing(_entries(path, kind), moment, redaction or Redaction(), kind)


def _changed_at(path: Path) -> datetime:
    """When the file was changed; now, where the file system tells a time that no calendar has."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OverflowError, ValueError):
        return datetime.now(UTC)


def _entries(path: Path, kind: str) -> Iterator[ImportEntry]:
    if path.is_dir():
        yield from read_folder(path)
        return
    number = 0
    try:
        with _open(path) as file:
            for entry in read_document(file) if kind == GRAPHQL else _READERS[kind](file):
                number = entry.number
                yield entry
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        yield ImportEntry(number + 1, bad=f"the compressed file is broken here: {error}")


def _open(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    return cast("IO[bytes]", gzip.open(path)) if packed else path.open("rb")


def _beginning(file: IO[bytes]) -> bytes:
    """As much as there is of it, also where a compressed file breaks off."""
    pieces = [b""]
    with contextlib.suppress(EOFError, gzip.BadGzipFile, zlib.error):
        while sum(map(len, pieces)) < _PEEKED and (piece := file.read(_PIECE)):
            pieces.append(piece)
    return b"".join(pieces)


class Importing:
    """The recordings of a file, one after another; the counts are right when it is at its end."""

    def __init__(self, entries: Iterator[ImportEntry], moment: datetime, redaction: Redaction, kind: str) -> None:
        self.format = kind
        self.counted = 0
        """Entries read: lines, requests, documents or files."""
        self.given = 0
        """Recordings given so far."""
        self.other = 0
        """Entries that are not about GraphQL."""
        self.bad: list[tuple[int, str]] = []
        """The first hundred entries that could not be read, each with its number and the reason."""
        self.bad_counted = 0
        """All of them."""
        self._moment = moment
        self._redaction = redaction
        self._remembered = Remembered[tuple[Normalised, dict[str, "JSON"], bool]](_REMEMBERED)
        self._recordings = self._read(entries)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Recording:
        return next(self._recordings)

    def _read(self, entries: Iterator[ImportEntry]) -> Iterator[Recording]:
        for entry in entries:
            self.counted += 1
            if entry.bad:
                self._note(entry.number, entry.bad)
            elif not entry.found:
                self.other += 1
            for found in entry.found:
                try:
                    recording = self._recording(found)
                except (ValueError, RecursionError) as error:
                    self._note(entry.number, str(error) or "nested too deeply")
                else:
                    self.given += 1
                    yield recording

    def _note(self, number: int, reason: str) -> None:
        self.bad_counted += 1
        if len(self.bad) < _BAD_KEPT:
            self.bad.append((number, " ".join(reason.split())))

    def _recording(self, found: ImportedOperation) -> Recording:
        safe, variables, changed = self._safe(found)
        moment = found.moment or self._moment
        return Recording(
            safe.document,
            variables,
            created_at=moment,
            updated_at=max(moment, found.until or moment),
            operation_name=safe.operation_name,
            kind=safe.kind,
            # The hash of a text with a secret in it would let anybody guess the secret and check the guess.
            document_hash="" if changed else found.document_hash,
            times_called=found.times_called,
            statuses=dict(found.statuses),
            latency=found.latency,
        )

    def _safe(self, found: ImportedOperation) -> tuple[Normalised, dict[str, JSON], bool]:
        """The operation and its variables normalised and without secrets, and whether the document held some."""
        key = f"{found.operation_name}\n{json.dumps(found.variables)}\n{found.document}"
        known = self._remembered.get(key)
        if known is None:
            plain = Normalised("", found.operation_name, "")
            if found.document:
                plain = normalise(found.document, found.operation_name)
            document, variables = self._redaction.both(plain.document, found.variables)
            known = plain._replace(document=document), variables, document != plain.document
            self._remembered.put(key, known, len(document) + len(key))
        return known
