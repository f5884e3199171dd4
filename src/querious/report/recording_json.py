"""Recordings as JSON in ASCII, one a line; ``querious harvest import`` reads such lines again."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from querious.report.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.recorded import Stats
    from querious.model.recording import Recording


def recording_json(recording: Recording) -> dict[str, Any]:
    """Everything there is of it."""
    written = asdict(recording)
    moments = {name: written[name].isoformat() for name in ("created_at", "updated_at")}
    return {"id": recording.key, "query": written.pop("document"), **written, **moments}


def recording_line(recording: Recording) -> str:
    """With its line feed."""
    return json.dumps(recording_json(recording)) + "\n"


def stats_json(stats: Stats) -> dict[str, Any]:
    """The numbers of a store."""
    return {
        **asdict(stats),
        "first": stats.first and stats.first.isoformat(),
        "last": stats.last and stats.last.isoformat(),
        "kinds": {kind: tally._asdict() for kind, tally in stats.kinds.items()},
        "most_called": [called._asdict() for called in stats.most_called],
    }


def write_recordings(path: str, recordings: Iterable[Recording]) -> None:
    """Write as they come, a line each."""
    with replacing(path) as stream:
        stream.writelines(map(recording_line, recordings))
