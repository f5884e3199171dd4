"""Input after input through door after door; what fails is made small and kept."""

from __future__ import annotations

import hashlib
import os
import resource
import signal
import time
import traceback
from collections import Counter, defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from querious.errors import QueriousError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from bench.fuzz.doors import Door

CPU_SECONDS: Final = 20.0
"""For one input. Of the processor, not of the clock: how busy the machine is does not matter."""
MEMORY: Final = 3 * 2**30
"""Bytes of address space beyond those at the start: whoever wants more gets a MemoryError."""
GROWTH: Final = 300 * 2**20
"""Bytes of resident memory that one input may add."""
_SMALLER_SECONDS: Final = 15.0


class TooSlow(BaseException):
    """One input took longer than ``CPU_SECONDS``. No Exception, so that nothing of ours catches it."""


class Failure(NamedTuple):
    """What happened, and the smallest input that makes it happen."""

    door: str
    what: str
    """The same for the same cause: kind of exception and where it was raised."""
    data: bytes


class Fuzzing:
    """Round after round over all doors, so that a short time is fair to all of them."""

    def __init__(self, doors: Sequence[Door], random: Random, kept: Path) -> None:
        self.failures: dict[tuple[str, str], Failure] = {}
        self.inputs: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._doors = doors
        self._random = random
        self._kept = kept
        self._memory = 0

    def run(self, seconds: float) -> None:
        """As long as it is told, and the last input to its end."""
        _limit_memory()
        self._memory = _resident()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            # Doors differ a hundredfold in what an input costs: the one with the least time so far comes next.
            door = min(self._doors, key=lambda each: self.seconds[each.name] / each.weight)
            began = time.monotonic()
            self._try(door, door.make(self._random))
            self.seconds[door.name] += time.monotonic() - began

    def _try(self, door: Door, data: bytes) -> None:
        self.inputs[door.name] += 1
        what = failure_of(door, data)
        grown = _resident() - self._memory
        if not what and grown > GROWTH:
            what = f"memory grew by {grown // 2**20} MiB"
        self._memory = max(self._memory, _resident())
        if what and (door.name, what) not in self.failures:
            smallest = smaller(door, data, what) if door.seeds else data
            self.failures[door.name, what] = Failure(door.name, what, smallest)
            self._keep(self.failures[door.name, what])

    def _keep(self, failure: Failure) -> None:
        self._kept.mkdir(parents=True, exist_ok=True)
        name = f"{failure.door}-{hashlib.sha256(failure.what.encode()).hexdigest()[:8]}"
        (self._kept / name).write_bytes(failure.data)
        print(
            f"FAILED {failure.door}: {failure.what}\n  {failure.data[:200]!r}\n  kept as {self._kept / name}",
            flush=True,
        )

    def tell(self) -> None:
        """How much was tried, and what came of it."""
        for door in self._doors:
            failed = sum(name == door.name for name, _ in self.failures)
            tried = f"{self.inputs[door.name]:>8,} inputs {self.seconds[door.name]:>8.1f} s"
            print(f"  {door.name:24} {tried} {failed:>4} failures")
        distinct = f"{len(self.failures)} distinct failures"
        print(f"{self.inputs.total():,} inputs, {distinct}, {self._memory // 2**20} MiB at most")


def failure_of(door: Door, data: bytes) -> str:
    """What went wrong with an input; empty if it was taken, or refused in one line."""
    try:
        with _cpu_limit():
            door.call(data)
    except QueriousError as error:
        return "" if str(error).strip() else "a QueriousError without words"
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # noqa: BLE001 - that is what is looked for
        return _cause(error)
    return ""


def smaller(door: Door, data: bytes, what: str) -> bytes:
    """Greedy: leave out pieces, large ones first, as long as the same happens."""
    end = time.monotonic() + _SMALLER_SECONDS
    size = len(data) // 2
    while size:
        place = 0
        while place < len(data):
            if time.monotonic() > end:
                return data
            shorter = data[:place] + data[place + size :]
            if failure_of(door, shorter) == what:
                data = shorter
            else:
                place += size
        size //= 2
    return data


def _cause(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/querious/" in frame.filename.replace(os.sep, "/")] or frames
    where = f"{ours[-1].filename.rpartition('querious/')[2]}:{ours[-1].name}" if ours else "nowhere"
    # In a recursion every frame may be the last one: where it began says more.
    if isinstance(error, RecursionError) and ours:
        files = Counter(frame.filename.rpartition("querious/")[2] for frame in ours)
        where = files.most_common(1)[0][0]
    told = f": {error}" if type(error).__name__ == "PartRaisedError" else ""
    return f"{type(error).__name__} in {where}{told}"


@contextmanager
def _cpu_limit() -> Iterator[None]:
    def end(*_: object) -> NoReturn:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _limit_memory() -> None:
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))


def _resident() -> int:
    """The most that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
