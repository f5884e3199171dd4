"""A store that keeps recordings in memory, and fails when it is told to; requests as clients send them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from querious.harvest import Recorder
from querious.harvest.limits import RecordingLimits
from querious.harvest.notes import ReceivedRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.recording import Recording


class Kept:
    """Stands in for a store; ``opened``, ``added`` and ``closed`` count the calls."""

    def __init__(self) -> None:
        self.recordings: dict[str, Recording] = {}
        self.opened = self.added = self.closed = 0
        self.failure: Exception | None = None

    def open(self) -> Kept:
        self.opened += 1
        return self

    def add(self, recordings: Iterable[Recording]) -> None:
        if self.failure:
            raise self.failure
        self.added += 1
        for recording in recordings:
            known = self.recordings.get(recording.key)
            self.recordings[recording.key] = known + recording if known else recording

    def close(self) -> None:
        self.closed += 1

    @property
    def all(self) -> list[Recording]:
        return list(self.recordings.values())

    @property
    def only(self) -> Recording:
        (recording,) = self.recordings.values()
        return recording


def recorder_to(kept: Kept, **limits: Any) -> Recorder:
    """Works without rests, so that tests need not wait."""
    return Recorder(kept.open, limits=RecordingLimits(**{"share": 1.0, "interval": 60.0, **limits}))


def posted(document: str, **variables: Any) -> ReceivedRequest:
    return ReceivedRequest(
        "POST", "", "application/json", json.dumps({"query": document, "variables": variables}).encode()
    )
