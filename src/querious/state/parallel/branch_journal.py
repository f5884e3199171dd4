"""A journal for branches at the same time: line by line, and each key with the entry that it was given to."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from querious.state.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from querious.model.state import Key
    from querious.model.values import JSON


class _Pending(NamedTuple):
    thread: int
    collection: str
    entry: JSON


class ParallelJournal(Journal):
    """Around another one. A key is written down with the entry that it was given to, as several may be on their way.

    While branches run, removals are held back: what one branch deletes, another may make again at the same time.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._pending: list[_Pending] = []
        self._is_holding = False
        self._held: list[tuple[str, Mapping[str, Sequence[Key]], Key]] = []

    def posting(self, collection: str, given: Mapping[str, Sequence[Key]], entry: JSON) -> None:
        """See ``Journal``."""
        with self._lock:
            self._journal.posting(collection, given, entry)
            self._pending.append(_Pending(threading.get_ident(), collection, entry))

    def posted(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key, entry: JSON = None) -> None:
        """See ``Journal``."""
        del entry
        with self._lock:
            place = self._own(collection)
            self._journal.posted(collection, given, key, self._pending[place].entry)
            del self._pending[place]

    def removed(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key) -> None:
        """See ``Journal``."""
        with self._lock:
            if self._is_holding:
                self._held.append((collection, given, key))
            else:
                self._journal.removed(collection, given, key)

    def hold(self) -> None:
        """Write down no removal until ``release``."""
        self._is_holding = True

    def release(self, is_gone: Callable[[Key], bool]) -> None:
        """Write down the removal of what is gone now."""
        held, self._held, self._is_holding = self._held, [], False
        for collection, given, key in held:
            if is_gone(key):
                self._journal.removed(collection, given, key)

    def _own(self, collection: str) -> int:
        """Where the last posting of this thread stands."""
        mine = threading.get_ident(), collection
        return max(place for place, one in enumerate(self._pending) if one[:2] == mine)
