"""A file of kept exchanges: written line by line while a run goes on, read line by line afterwards.

Every line is on the disk before the next exchange is kept, also where the file is compressed. So a process that is
killed leaves a file that can be read up to the line it was writing.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Self

from querious.errors import ConfigError
from querious.report.files import make_folder
from querious.report.kept_json import (
    FORMAT,
    UNREADABLE,
    Origin,
    first_line,
    kept_line,
    origin_of,
    read_first,
    read_kept,
)
from querious.report.kept_phrases import size
from querious.text.display import plural

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator
    from types import TracebackType

    from querious.model.kept import Kept

WHICH: Final = ("none", "failing", "all")
"""Which exchanges can be kept."""
_LIMIT: Final = 256 * 1024 * 1024
_LONGEST_LINE: Final = 16 * 1024 * 1024
_LEVEL: Final = 3
"""Of compression: 6 would save a sixth of the bytes and cost as much time again."""
_MAGIC: Final = b"\x1f\x8b"
_OWNER_ONLY: Final = 0o600
"""Answers may hold personal data."""


class KeptFile:
    """Keeps exchanges in a file that only its owner may read; compressed if its name ends in ``.gz``.

    A file that is there already is replaced. What happens while it is written never disturbs the run: once the file
    has reached ``limit`` bytes, or cannot be written any more, nothing is added; ``dropped`` counts and ``note`` tells.
    """

    def __init__(self, path: str | Path, which: str = "failing", limit: int = _LIMIT, url: str | Origin = "") -> None:
        if which not in WHICH:
            raise ConfigError(f"exchanges to keep must be {', '.join(WHICH[:-1])} or {WHICH[-1]}, not {which!r:.40}")
        self.path = Path(path)
        self.which = which
        self.limit = limit
        self.written = 0
        """Exchanges in the file."""
        self.dropped = 0
        """Exchanges that should be in the file and are not."""
        self._origin = url if isinstance(url, Origin) else origin_of(url)
        self._bytes = 0
        self._ended = ""
        self._stream: IO[bytes] | None = None
        self._packer = zlib.compressobj(_LEVEL, wbits=31) if self.path.name.endswith(".gz") else None

    def __enter__(self) -> Self:
        if self.which != "none":
            try:
                self._stream = _created(self.path)
                self._put(first_line(self._origin).encode("ascii"))
            except OSError as error:
                self._give_up(error)
                raise ConfigError(
                    f"cannot write {self.path}: {error.strerror or error}. Choose another place."
                ) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def keep(self, kept: Kept) -> None:
        """Add one exchange, if it is one of those that are kept."""
        if self.which == "none" or (self.which == "failing" and not kept.failing):
            return
        if self._stream is None or not self._added(kept):
            self.dropped += 1
        else:
            self.written += 1

    @property
    def note(self) -> str:
        """What the user should know, in words; empty if everything is there."""
        if not self.dropped:
            return ""
        dropped = plural(self.dropped, "exchange was", "exchanges were")
        return f"{dropped} not kept: {self._ended or 'too long for a line'} ({self.path})"

    def close(self) -> None:
        """End the file. Nothing can be kept afterwards."""
        if self._stream is None:
            return
        try:
            if self._packer:
                self._stream.write(self._packer.flush())
            self._stream.close()
        except OSError as error:
            self._give_up(error)
        self._stream = None

    def _added(self, kept: Kept) -> bool:
        try:
            data = kept_line(kept).encode("ascii")
        except RecursionError:
            return False
        if len(data) > _LONGEST_LINE:
            return False
        if self._bytes + _most(data, packed=self._packer is not None) > self.limit:
            self._ended = f"the file has reached its limit of {size(self.limit)}"
            self.close()
            return False
        try:
            self._put(data)
        except OSError as error:
            self._give_up(error)
            return False
        return True

    def _put(self, data: bytes) -> None:
        if self._stream is None:
            return
        if self._packer:
            data = self._packer.compress(data) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        self._stream.write(data)
        self._stream.flush()
        self._bytes += len(data)

    def _give_up(self, error: OSError) -> None:
        self._ended = f"it could not be written: {error.strerror or error}"
        if self._stream is not None:
            with contextlib.suppress(OSError):
                self._stream.close()
        self._stream = None


def _created(path: Path) -> IO[bytes]:
    """A new file in place of the one that may be there, so that nobody who could read that one can read this one.

    What is no regular file (a pipe, a device) is written to directly.
    """
    target = Path(os.path.realpath(path))
    make_folder(target.parent)
    if target.is_file():
        target.unlink()
    mode = "wb" if target.exists() else "xb"
    return open(target, mode, opener=lambda name, flags: os.open(name, flags, _OWNER_ONLY))


def _most(data: bytes, *, packed: bool) -> int:
    """Bytes that a line takes at most, with what ends a compressed file; data that do not compress grow a little."""
    return len(data) + (len(data) // 1000 + 64 if packed else 0)


def read(path: str | Path) -> KeptFileReading:
    """The exchanges that a ``KeptFile`` holds, one after the other."""
    return KeptFileReading(path)


class KeptFileReading:
    """Gives kept exchanges; afterwards ``note`` tells what could not be read. A bad line is left out and counted."""

    def __init__(self, path: str | Path) -> None:
        self.bad = 0
        """Lines that are no kept exchange."""
        self.unfinished = False
        """Whether the file ends in the middle of something."""
        self._open = contextlib.ExitStack()
        try:
            self._stream = self._opened(Path(path))
            first = read_first(self._stream.readline(_LONGEST_LINE))
        except FileNotFoundError:
            raise ConfigError(
                f"no kept exchanges at {path}; run querious run TARGET --keep all first, or name a FILE"
            ) from None
        except (EOFError, zlib.error, gzip.BadGzipFile):
            first = None
        except OSError as error:
            self.close()
            raise ConfigError(f"cannot read {path}: {error.strerror or error}") from None
        if first is None or first[0] != FORMAT:
            self.close()
            if first is None:
                raise ConfigError(f"{path} holds no kept exchanges. Name a file that querious run --keep wrote.")
            raise ConfigError(f"{path} has format {first[0]!r:.40}, but this querious reads format {FORMAT}; run again")
        self.origin = first[1]
        self._kept = self._read()

    def _opened(self, path: Path) -> io.BufferedIOBase:
        """The file, unpacked if it is packed, whatever it is called."""
        stream = self._open.enter_context(path.open("rb"))
        if stream.peek(len(_MAGIC)).startswith(_MAGIC):
            return self._open.enter_context(gzip.GzipFile(fileobj=stream))
        return stream

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Kept]:
        return self._kept

    def __next__(self) -> Kept:
        return next(self._kept)

    def close(self) -> None:
        """Let go of the file."""
        self._open.close()

    @property
    def note(self) -> str:
        """What could not be read, in words; empty if nothing."""
        notes = []
        if self.bad:
            notes.append(
                f"{plural(self.bad, 'line')} could not be read and {'is' if self.bad == 1 else 'are'} left out"
            )
        if self.unfinished:
            notes.append("the file is incomplete: its last exchanges may be missing")
        return "; ".join(notes)

    def _read(self) -> Iterator[Kept]:
        for line in self._lines():
            try:
                kept = read_kept(line)
            except UNREADABLE:
                if line.endswith(b"\n"):
                    self.bad += 1
                else:
                    self.unfinished = True
            else:
                yield kept
        self.close()

    def _lines(self) -> Iterator[bytes]:
        """Lines that are neither empty nor longer than any that is written."""
        try:
            while line := self._stream.readline(_LONGEST_LINE + 1):
                if len(line) > _LONGEST_LINE:
                    self.bad += 1
                    while line and not line.endswith(b"\n"):
                        line = self._stream.readline(_LONGEST_LINE)
                elif not line.isspace():
                    yield line
        except (EOFError, zlib.error, OSError):  # what is broken off, damaged or has gone away
            self.unfinished = True
