"""A journal for branches at the same time: line by line, and each key with the entry that it was given to."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from querious.state.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.state import Key
    from querious.model.values import JSON


class _Pending(NamedTuple):
    thread: int
    collection: str
    given: Mapping[str, Sequence[Key]]
    entry: JSON


class ParallelJournal(Journal):
    """Around another one, which reads a key as that of the entry whose posting was written down last.

    If others were written down since, they are taken back, and written down again after the key.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._pending: list[_Pending] = []

    def posting(self, collection: str, given: Mapping[str, Sequence[Key]], entry: JSON) -> None:
        """See ``Journal``."""
        with self._lock:
            self._journal.posting(collection, given, entry)
            self._pending.append(_Pending(threading.get_ident(), collection, given, entry))

    def posted(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key) -> None:
        """See ``Journal``."""
        with self._lock:
            place = self._own(collection)
            later = [one for one in self._pending[place + 1 :] if one.collection == collection]
            for one in later:
                self._journal.posted(collection, one.given, "")
            self._journal.posted(collection, given, key)
            for one in later:
                self._journal.posting(collection, one.given, one.entry)
            del self._pending[place]

    def removed(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key) -> None:
        """See ``Journal``."""
        with self._lock:
            self._journal.removed(collection, given, key)

    def _own(self, collection: str) -> int:
        """Where the last posting of this thread stands."""
        mine = threading.get_ident(), collection
        return max(place for place, one in enumerate(self._pending) if one[:2] == mine)
