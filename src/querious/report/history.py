"""Runs of this folder in few words, one line of JSON each, the latest last: what a trend is made of."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.model.coverage import Level
from querious.model.json_text import read_json
from querious.report.curl import shown_target
from querious.report.files import append_file
from querious.report.records import MOMENT, SECONDS, TEXT, WHOLE, many, record

if TYPE_CHECKING:
    from datetime import datetime

    from querious.model.run import Run

HISTORY: Final = ".querious/history.jsonl"


@dataclass(frozen=True, slots=True)
class PastRun:
    """What stays of a run when its report is gone."""

    when: datetime
    target: str
    faults: int
    suspicions: int
    requests: int
    witnessed: float
    """The share of all that is described."""
    identifiers: tuple[str, ...]
    """Of its findings, without those that are folded."""


_PAST_RUN: Final = record(
    PastRun,
    called={"identifiers": "ids"},
    when=MOMENT,
    target=TEXT,
    faults=WHOLE,
    suspicions=WHOLE,
    requests=WHOLE,
    witnessed=SECONDS,
    identifiers=many(TEXT),
)


def note_run(run: Run, when: datetime, file: str = HISTORY) -> None:
    """Add a run to the history."""
    past = PastRun(
        when=when,
        target=shown_target(run.target),
        faults=len(run.faults),
        suspicions=len(run.findings) - len(run.faults),
        requests=run.requests,
        witnessed=round(run.coverage.share(Level.WITNESSED), 4),
        identifiers=tuple(sorted(finding.fingerprint for finding in run.findings)),
    )
    append_file(file, json.dumps(_PAST_RUN.write(past)) + "\n")


def past_runs(file: str = HISTORY) -> list[PastRun]:
    """All runs of the history; a line that was not written whole is left out."""
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise ConfigError(f"no history at {file}; run querious run TARGET first") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {file}: {error!s:.80}") from None
    runs = []
    for line in lines:
        try:
            runs.append(_PAST_RUN.read(read_json(line)))
        except (ValueError, TypeError, KeyError):
            continue
    return runs
