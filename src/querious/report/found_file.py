"""Findings on disk as they are found, so that a run that is killed loses none.

A JSON line each, below a line for the run. The file is there only while the run is: one that ends in order is saved
whole, and this file removed.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Self

from querious.report import json_report
from querious.report.files import make_folder

if TYPE_CHECKING:
    from types import TracebackType

    from querious.model.finding import Finding
    from querious.model.run import Run

_OWNER_ONLY: Final = 0o600


class FoundFile:
    """Written line by line. A courtesy: where it cannot be written, the run is none the worse."""

    def __init__(self, path: str | Path | None, run: Run, url: str = "", schema: str = "") -> None:
        """None: nothing is written."""
        self._path = None if path is None else Path(path)
        self._head = json.loads(json_report.dump(run, url, schema))
        self._stream: IO[str] | None = None
        self._is_empty = True

    def __enter__(self) -> Self:
        if self._path is None:
            return self
        with suppress(OSError):
            make_folder(self._path.parent)
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER_ONLY)
            self._stream = open(descriptor, "w", encoding="ascii")  # noqa: PTH123 - it stays open for the run
            self._write(self._head)
        return self

    def add(self, finding: Finding) -> None:
        """Write a finding down, at once."""
        self._is_empty = False
        self._write(json_report.finding_to_json(finding))

    def remove(self) -> None:
        """Nothing is needed of it any more: the whole run is saved."""
        self._close()
        if self._path is None:
            return
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _write(self, content: object) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(json.dumps(content, allow_nan=False) + "\n")
            self._stream.flush()
        except OSError:
            self._close()

    def _close(self) -> None:
        if self._stream is not None:
            with suppress(OSError):
                self._stream.close()
            self._stream = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """One that could not run has found nothing: the run before it stays the last."""
        if kind is not None and self._is_empty:
            self.remove()
        self._close()
