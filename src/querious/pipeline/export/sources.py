"""What ``querious export`` makes tests of: stores, files of recordings, saved runs."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.harvest.importers import read_any
from querious.harvest.named_headers import NO_HEADERS
from querious.model.recording import CALL
from querious.pipeline.export.examples import from_findings, from_recordings
from querious.pipeline.recorded import files_in, is_store
from querious.report import json_report
from querious.store import DEFAULT, open_store
from querious.store.places import read_place
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.export import Example, LeftOut
    from querious.harvest.named_headers import NamedHeaders
    from querious.model import Finding
    from querious.model.recording import Recording

_RUN: Final = re.compile(rb'\s*\{\s*"querious":\s*\d+,\s*"version":')
_PEEKED: Final = 4096
_LARGEST: Final = 256 * 1024 * 1024
"""Bytes of a saved run at most."""


class Gathered:
    """What the sources hold, read one after the other."""

    def __init__(
        self, *, failing: bool = False, findings: tuple[str, ...] = (), named: NamedHeaders = NO_HEADERS
    ) -> None:
        """``named`` are the headers of REST calls that are read in files."""
        self._named = named
        self._failing = failing
        self._findings = findings
        self.examples: list[Example] = []
        self.left_out: list[LeftOut] = []
        self.calls: list[Recording] = []
        """Recorded REST calls."""
        self.rest_findings: list[Finding] = []
        self.notes: list[str] = []
        self.schema = ""
        """The file that a saved run had its schema from."""
        self.url = ""
        """Or the API that it asked."""

    def read(self, name: str) -> None:
        """Add what is in a store, a file of recordings, a folder of documents or a saved run."""
        if is_store(name):
            self._read_store(name)
            return
        path = Path(name)
        try:
            if not path.exists():
                raise ConfigError(f"{name} does not exist; name a store, a file of recordings or a saved run")
            beginning = b"" if path.is_dir() else _beginning(path)
            if _RUN.match(beginning):
                self._read_run(path)
            else:
                self._read_recordings(path)
        except OSError as error:
            raise ConfigError(f"cannot read {name}: {error.strerror or error}") from None

    def _read_store(self, name: str) -> None:
        with open_store(name, create=False) as store:
            self._take(store.recordings())

    def _read_run(self, path: Path) -> None:
        if path.stat().st_size > _LARGEST:
            raise ConfigError(f"{path} is too large for a saved run")
        try:
            saved = json_report.load(path.read_text(encoding="utf-8"), str(path))
        except UnicodeDecodeError:
            raise ConfigError(f"{path} is not a saved run. Name a file that querious run --json wrote.") from None
        for start in self._findings:
            if not any(finding.fingerprint.startswith(start) for finding in saved.run.findings):
                raise ConfigError(f"--finding: {path} has no finding {start!r:.40}")
        wanted = self._findings or ("",)
        chosen = [finding for finding in saved.run.findings if finding.fingerprint.startswith(wanted)]
        self.rest_findings += [finding for finding in chosen if not finding.exchange.case.is_graphql]
        examples, left_out = from_findings(finding for finding in chosen if finding.exchange.case.is_graphql)
        self.examples += examples
        self.left_out += left_out
        self.schema = self.schema or saved.schema
        self.url = self.url or (saved.url if saved.whole else "")

    def _read_recordings(self, path: Path) -> None:
        if path.is_dir() and not any(path.rglob("*.graphql")):
            for name in files_in([str(path)]):
                self._read_recordings(Path(name))
            return
        try:
            reading = read_any(path, named=self._named)
        except ValueError as error:
            raise ConfigError(f"{error}; or import it first: querious harvest import") from None
        self._take(reading)
        if reading.bad_counted:
            number, reason = reading.bad[0]
            counted = plural(reading.bad_counted, "entry", "entries")
            self.notes.append(f"{path}: {counted} could not be read; the first, {number:,}: {reason}")

    def _take(self, recordings: Iterable[Recording]) -> None:
        every = list(recordings)
        self.calls += [recording for recording in every if recording.kind == CALL]
        operations = (recording for recording in every if recording.kind != CALL)
        examples, left_out = from_recordings(operations, failing=self._failing)
        self.examples += examples
        self.left_out += left_out


def usual_source() -> str:
    """The store that other commands write to; its URL may hold a password, and is not told."""
    place = os.environ.get("QUERIOUS_STORE")
    if not place and not Path(DEFAULT).exists():
        raise ConfigError("name what to export: a store, a file of recordings, a saved run, or --plan NAME")
    return place or DEFAULT


def shown_source(name: str) -> str:
    """What may be shown of a source: a URL without user and password."""
    return read_place(name).shown if "://" in name else name


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_PEEKED)
