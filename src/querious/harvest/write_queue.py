"""What waits to be written: equal recordings added up, written in batches, kept for a while if the store fails."""

from __future__ import annotations

import re
import time
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.model.recording import Recording

_MANY: Final = 2_000
"""Different recordings that are written before their time; twice as many are given up if the store keeps failing."""
_FIRST_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 60.0
"""Seconds until a store that failed is tried again, doubling from the first to the longest."""
_OVERHEAD: Final = 1_000
_CREDENTIALS: Final = re.compile(r"://[^@\s/]*@")


class RecordingSink(Protocol):
    """Where recordings go; ``querious.store.open_store`` makes one."""

    def add(self, recordings: Iterable[Recording]) -> object:
        """Merge them in, all or none."""

    def close(self) -> object:
        """Nothing more will be added."""


class PendingRecordings:
    """Used by the recorder's thread alone. The store is opened when there is something to write."""

    def __init__(self, opening: Callable[[], RecordingSink], memory: int) -> None:
        self._opening = opening
        self._memory = memory
        self._store: RecordingSink | None = None
        self._waiting: dict[str, tuple[Recording, int]] = {}
        self._size = 0
        self._written_at = time.monotonic()
        self._wait = 0.0
        self.trouble = ""
        """What the store said when it last failed; empty after it worked."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, recording: Recording) -> None:
        """Let it wait, added to its equal if one waits already."""
        key = recording.key
        known = self._waiting.get(key)
        if known is None:
            size = len(recording.document) + len(str(recording.variables)) + _OVERHEAD
            self._waiting[key] = (recording, size)
            self._size += size
        else:
            self._waiting[key] = (known[0] + recording, known[1])

    def is_due(self, interval: float) -> bool:
        """Whether it is time to write: after the interval, sooner if much waits, later if the store has failed."""
        if not self._waiting:
            return False
        passed = time.monotonic() - self._written_at
        if self._wait:
            return passed >= self._wait
        return passed >= interval or self._is_much(1)

    def write(self, most: int, rest: Callable[[], object]) -> tuple[int, int]:
        """Write what has waited longest: how many operations were written, and how many given up. Never raises.

        ``rest`` is called between two recordings, while the store gets them ready.
        """
        self._written_at = time.monotonic()
        chunk = dict(islice(self._waiting.items(), most))
        try:
            if self._store is None:
                self._store = self._opening()
            self._store.add(_with_rests((recording for recording, _ in chunk.values()), rest))
        except Exception as error:  # noqa: BLE001 - never hurt the host; the caller counts
            self.trouble = _told(error)
            self._wait = min(max(_FIRST_WAIT, self._wait * 2), _LONGEST_WAIT)
            return 0, self.give_up() if self._is_much(2) else 0
        self._wait, self.trouble = 0.0, ""
        for key, (_, size) in chunk.items():
            del self._waiting[key]
            self._size -= size
        return sum(recording.times_called for recording, _ in chunk.values()), 0

    def give_up(self) -> int:
        """Let all go that waits; how many operations it was."""
        count = sum(recording.times_called for recording, _ in self._waiting.values())
        self._waiting = {}
        self._size = 0
        return count

    def close(self) -> None:
        """Close the store, if it was opened. Never raises."""
        store, self._store = self._store, None
        if store is not None:
            try:
                store.close()
            except Exception as error:  # noqa: BLE001 - never hurt the host
                self.trouble = _told(error)

    def _is_much(self, times: int) -> bool:
        return len(self._waiting) >= times * _MANY or self._size >= times * self._memory // 2


def _with_rests(recordings: Iterable[Recording], rest: Callable[[], object]) -> Iterator[Recording]:
    for recording in recordings:
        yield recording
        rest()


def _told(error: Exception) -> str:
    """One line, without credentials."""
    line = next(iter(str(error).splitlines()), "")[:200]
    name = type(error).__name__
    return f"{name}: {_CREDENTIALS.sub('://', line)}" if line else name
