"""A store of recordings: what is in it, what goes, and what others recorded that is added to it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.errors import ConfigError
from querious.harvest.importers import read_any
from querious.harvest.named_headers import NO_HEADERS
from querious.pipeline.recorded import files_in
from querious.store import DEFAULT, RecordingFilter, RecordingOrder, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.harvest.importers import Importing
    from querious.harvest.named_headers import NamedHeaders
    from querious.model.recorded import Stats, Tally
    from querious.model.recording import Recording

__all__ = [
    "ORDERS",
    "STORE",
    "Imported",
    "Matching",
    "RecordingFilter",
    "check_files",
    "find",
    "import_files",
    "list_matching",
    "matching",
    "place_of",
    "prune",
    "shown_store",
    "stats",
]

STORE: Final = DEFAULT
"""The store where none is named."""
ORDERS: Final = (str(RecordingOrder.CALLS), str(RecordingOrder.RECENT))
"""What can come first: the most called, or the last asked."""
_SEVERAL: Final = 5
"""Recordings that are named where the beginning of an id means several."""


class Matching(NamedTuple):
    """The first recordings that match, and how many there are."""

    first: tuple[Recording, ...]
    tally: Tally
    """Of all that match."""
    total: int
    """Recordings in the store."""


class Imported(NamedTuple):
    """What one file brought."""

    name: str
    added: int
    reading: Importing


def place_of(store: str | None) -> str:
    """Where the store is: as said, else by the environment, which keeps a password off the command line."""
    return store or os.environ.get("QUERIOUS_STORE") or STORE


def matching(place: str, choice: RecordingFilter, order: str = ORDERS[0]) -> Iterator[Recording]:
    """All recordings that match, one after the other."""
    with open_store(place, create=False) as store:
        yield from store.recordings(choice, RecordingOrder(order))


def list_matching(place: str, choice: RecordingFilter, limit: int, order: str = ORDERS[0]) -> Matching:
    """The first recordings that match, and how many there are."""
    with open_store(place, create=False) as store:
        first = tuple(store.recordings(choice, RecordingOrder(order), limit))
        return Matching(first, store.tally(choice), store.count())


def find(place: str, start: str, id_length: int) -> Recording:
    """The one recording whose id begins so; ids are told with at least ``id_length`` characters."""
    with open_store(place, create=False) as store:
        found = list(store.recordings(RecordingFilter(keys=(start,)), limit=_SEVERAL + 1))
        shown = store.shown
    if len(found) == 1:
        return found[0]
    if not found:
        raise ConfigError(f"no recording {start!r:.40} in {shown}; querious harvest list shows all")
    ids = ", ".join(recording.key[: max(id_length, len(start) + 2)] for recording in found[:_SEVERAL])
    more = " and others" if len(found) > _SEVERAL else ""
    raise ConfigError(f"{start!r:.40} matches several recordings: {ids}{more}; give more characters of the id")


def stats(place: str) -> tuple[Stats, str]:
    """How much was recorded, of what, when, and how it went; and what the store is called."""
    with open_store(place, create=False) as store:
        return store.stats(), store.shown


def prune(place: str, choice: RecordingFilter) -> tuple[Tally, int]:
    """Remove what matches: how much that was, and how many recordings stay."""
    with open_store(place, create=False) as store:
        return store.prune(choice), store.count()


def check_files(files: Sequence[str], format: str) -> None:  # noqa: A002 - the option's name
    """A file that cannot be read is an error before anything is written."""
    for name in files_in(files):
        _read(name, format)


def import_files(
    files: Sequence[str],
    place: str,
    format: str,  # noqa: A002 - likewise
    named: NamedHeaders = NO_HEADERS,
) -> Iterator[Imported]:
    """Add what others recorded, file by file. A file imported twice counts twice."""
    with open_store(place) as store:
        for name in files_in(files):
            reading = _read(name, format, named)
            try:
                added = store.add(reading)
            except OSError as error:
                raise ConfigError(f"cannot read {name} to its end: {error.strerror or error}") from None
            yield Imported(name, added, reading)


def shown_store(place: str) -> str:
    """What a store may be called; it is made where it is not there yet, and an error where it cannot be opened."""
    with open_store(place) as store:
        return store.shown


def _read(name: str, format: str, named: NamedHeaders = NO_HEADERS) -> Importing:  # noqa: A002 - likewise
    try:
        return read_any(Path(name), format=format, named=named)
    except ValueError as error:
        raise ConfigError(f"{error}; nothing was imported") from None
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror or error}; nothing was imported") from None
