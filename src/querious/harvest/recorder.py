"""From a server's requests to the store, without the server noticing.

The server's threads only put raw bytes on a bounded queue. One daemon thread reads, normalises, redacts, adds equal
recordings up, and writes them in batches. While it works it holds Python's lock, which the server wants too: so it
works in short spells, and rests after each, so that it takes no more than its share of the time. Where it falls behind
it takes a larger share, and while nobody asks anything it does not rest: what waits in memory is lost if the process is
killed.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
import weakref
from typing import TYPE_CHECKING, Any, Final

from querious.harvest.limits import RecordingLimits
from querious.harvest.named_headers import NO_HEADERS
from querious.harvest.notes import ObservedRequest, noted
from querious.harvest.write_queue import PendingRecordings
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.harvest.named_headers import NamedHeaders
    from querious.harvest.notes import ReceivedRequest
    from querious.harvest.write_queue import RecordingSink

_log: Final = logging.getLogger("querious.harvest")
_LOOKS: Final = 0.25
"""Seconds between two looks at the queue: to be woken by every request would cost the server more."""
_BREATH: Final = 0.000_2
"""Seconds of rest between two recordings that are made ready to be written."""
_FEW: Final = 100
"""Recordings written at once: with more the server waits longer, with fewer the cost of a transaction is too high."""
_MANY: Final = 500
"""The same, if somebody waits for it."""
_LATE: Final = 1.0
"""Seconds after which what still waits is late."""
_REPORTS: Final = 60.0
"""Seconds between two lines in the log, at least."""
_NOTING: Final = 0.6
"""Of the time that closing may take; the rest is for writing what was noted."""
_CALM: Final = 2.0
"""Seconds that a fork waits for the thread to be between two spells."""


class Recorder:
    """Records to a store, which a function opens; ``querious.recorder.record_to`` is for those that are named.

    Nothing here raises or waits but ``flush`` and ``close``, which wait no longer than they are told. A forked process
    has a recorder of its own, with an empty queue and counts of its own.
    """

    def __init__(
        self,
        open_store: Callable[[], RecordingSink],
        *,
        redaction: Redaction | None = None,
        limits: RecordingLimits | None = None,
        rest: bool = True,
        named: NamedHeaders = NO_HEADERS,
    ) -> None:
        """``rest``: whether REST calls are recorded too, or GraphQL alone; ``named``: which of their headers are."""
        self.rest: Final = rest
        self.named: Final = named
        self._opening = open_store
        self._redaction = redaction or Redaction()
        self.limits: Final = limits or RecordingLimits()
        self.harmless: Final = HarmlessBlock(self)
        self._begin()
        _end_with_the_process(self)
        _survive_forks(self)

    def _begin(self) -> None:
        """As new: at first, and in a process that was forked off, where there is no thread and locks may be held."""
        self._lock = threading.Lock()
        self._calm = threading.Lock()
        """Held while the thread works: a fork in between would leave locks of libraries held for ever."""
        self._wake = threading.Event()
        self._queue: list[ObservedRequest] = []
        self._waiting = 0
        self._weight = 0
        self._flushes: list[threading.Event] = []
        self._thread: threading.Thread | None = None
        self._hurry = False
        """Whether somebody waits for what the thread is doing."""
        self._closed = False
        self._looked_at = time.monotonic()
        """When the queue was last emptied: nothing that is being worked on came before the look before that."""
        self._waiting_since = self._looked_at
        self._noting_until = 0.0
        self._reported = (0, 0)
        self._reported_at = -_REPORTS
        self.seen = 0
        """Requests handed over."""
        self.ignored = 0
        """Requests that held neither GraphQL nor a REST call, or none that can be read."""
        self.skipped = 0
        """Requests too large to inspect."""
        self.dropped = 0
        """Requests that found the queue full."""
        self.failed = 0
        """Requests and operations lost because something of ours, or the store, failed."""
        self.written = 0
        """Operations written, however often each was asked."""

    def record(
        self,
        request: ReceivedRequest,
        status: int | str,
        seconds: float,
        moment: float,
        answer: bytes = b"",
        answer_type: str = "",
    ) -> None:
        """Note what was asked and how it went; never blocks, never raises.

        ``moment`` is in seconds since 1970; ``answer`` is the body of the answer if it is at hand and small: it is
        looked at for errors and for the types of its members, and not kept.
        """
        with self.harmless:
            observed = ObservedRequest(request, status, seconds, moment, answer, answer_type)
            weight = observed.weight
            with self._lock:
                self.seen += 1
                if self._closed or self._waiting >= self.limits.requests or self._weight + weight > self.limits.memory:
                    self.dropped += 1
                    return
                self._queue.append(observed)
                self._waiting += 1
                self._weight += weight
            if self._thread is None:
                self.start()

    def count(self, what: str, times: int = 1) -> None:
        """Add to one of the counts, from any thread."""
        with self._lock:
            setattr(self, what, getattr(self, what) + times)

    def start(self) -> None:
        """Start the thread, if it does not run yet. The first request does so too."""
        try:
            with self._lock:
                if self._thread is None and not self._closed:
                    self._thread = threading.Thread(target=self._run, name="querious-harvest", daemon=True)
                    self._thread.start()
        except RuntimeError:  # no new threads: the interpreter is going down, or the system is full
            self._thread = None
            self.count("failed")

    def flush(self, timeout: float = 10.0) -> bool:
        """Wait until all that was recorded so far is written, or was tried to be; False if it takes longer."""
        done = threading.Event()
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                return not self._queue
            self._flushes.append(done)
        self._wake.set()
        return done.wait(timeout)

    def close(self, timeout: float | None = None) -> bool:
        """Write what is left and stop; False if it takes longer. Later requests are dropped, and counted."""
        patience = self.limits.shutdown if timeout is None else timeout
        with self._lock:
            self._closed = True
            self._noting_until = time.monotonic() + patience * _NOTING
            thread = self._thread
        self._wake.set()
        if thread is None or thread is threading.current_thread():
            return True
        thread.join(patience)
        return not thread.is_alive()

    def _run(self) -> None:
        pending = PendingRecordings(self._opening, self.limits.memory)
        while not self._cycle(pending):
            self._wake.wait(_LOOKS)
            self._wake.clear()

    def _cycle(self, pending: PendingRecordings) -> bool:
        """Do what there is to do; True if that was the last time."""
        with self._lock:
            closed = self._closed
            queue, self._queue = self._queue, []
            flushes, self._flushes = self._flushes, []
            self._waiting_since, self._looked_at = self._looked_at, time.monotonic()
        self._hurry = bool(flushes)
        with self.harmless:
            self._note(queue, pending)
            if closed or flushes or pending.is_due(self.limits.interval):
                self._write(pending)
            with self._calm:
                if closed:
                    self.count("failed", pending.give_up())
                    pending.close()
                self._report(pending)
        for done in flushes:
            done.set()
        return closed

    def _note(self, queue: list[ObservedRequest], pending: PendingRecordings) -> None:
        """Turn what happened into recordings, with a rest after each; without rests if somebody waits."""
        queue.reverse()  # so that each is let go as soon as it is done
        while queue:
            if self._closed and time.monotonic() > self._noting_until:
                self._give_up(queue)
                return
            began = time.thread_time()
            with self._calm:
                self._note_one(queue.pop(), pending)
            self._rest(began)
            if pending.is_due(self.limits.interval):
                self._write(pending)

    def _note_one(self, observed: ObservedRequest, pending: PendingRecordings) -> None:
        with self.harmless:
            recordings = noted(observed, self._redaction)
            for recording in recordings:
                pending.add(recording)
            if not recordings:
                self.count("ignored")
        with self._lock:
            self._waiting -= 1
            self._weight -= observed.weight

    def _give_up(self, queue: list[ObservedRequest]) -> None:
        with self._lock:
            self.dropped += len(queue)
            self._waiting -= len(queue)
            self._weight -= sum(observed.weight for observed in queue)

    def _write(self, pending: PendingRecordings) -> None:
        """Write all that waits, a little at a time, until the store fails."""
        while pending:
            began = time.thread_time()
            with self._calm:
                written, lost = pending.write(_MANY if self._is_hurried() else _FEW, self._breathe)
            with self._lock:
                self.written += written
                self.failed += lost
            if pending.trouble:
                return
            self._rest(began)

    def _rest(self, began: float) -> None:
        """Leave the processor to the server, for as long as makes the work since then the agreed share."""
        if not self._is_hurried():
            share = self.limits.late_share if self._is_late() else self.limits.share
            self._wake.wait((time.thread_time() - began) * (1 / share - 1))

    def _breathe(self) -> None:
        """Let go of Python's lock for a moment in the middle of a spell."""
        if not self._is_hurried():
            time.sleep(_BREATH)

    def _is_hurried(self) -> bool:
        """Whether to work without a rest: somebody waits for it, or nobody is in need of the processor."""
        if self._hurry or self._closed or self._flushes:
            return True
        return self._is_idle() or (self.limits.late_share >= 1 and self._is_late())

    def _is_late(self) -> bool:
        return time.monotonic() - self._waiting_since > _LATE

    def _is_idle(self) -> bool:
        """Whether nothing was asked for a while."""
        return not self._queue and time.monotonic() - self._looked_at > _LATE

    def _report(self, pending: PendingRecordings) -> None:
        """Say in the host's log what was lost, once in a while."""
        lost = (self.dropped, self.failed)
        if (lost == self._reported and not pending.trouble) or time.monotonic() - self._reported_at < _REPORTS:
            return
        self._reported, self._reported_at = lost, time.monotonic()
        trouble = f"; the store says: {pending.trouble}" if pending.trouble else ""
        _log.warning("recording lost %d requests to a full queue and %d to failures so far%s", *lost, trouble)


class HarmlessBlock:
    """What fails inside is counted and goes no further: it must never hurt the host."""

    __slots__ = ("_recorder",)

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        is_ours = isinstance(error, Exception)
        if is_ours:
            self._recorder.count("failed")
        return is_ours


def _end_with_the_process(recorder: Recorder) -> None:
    found = weakref.ref(recorder)

    def close() -> None:
        alive = found()
        if alive is not None:
            alive.close()

    atexit.register(close)


def _survive_forks(recorder: Recorder) -> None:
    if not hasattr(os, "register_at_fork"):
        return
    found = weakref.ref(recorder)
    calmed: list[Any] = []

    def before() -> None:
        alive = found()
        if alive is not None and alive._calm.acquire(timeout=_CALM):  # noqa: SLF001 - one thing in two functions
            calmed.append(alive._calm)  # noqa: SLF001

    def in_parent() -> None:
        while calmed:
            calmed.pop().release()

    def in_child() -> None:
        calmed.clear()
        alive = found()
        if alive is not None:
            alive._begin()  # noqa: SLF001

    os.register_at_fork(before=before, after_in_parent=in_parent, after_in_child=in_child)
