"""Recordings as JSON in ASCII, one a line; ``querious harvest import`` reads such lines again."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from querious.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.recorded import Stats
    from querious.model.recording import Recording

_OWNER_ONLY: Final = 0o600
"""What users asked may hold personal data."""


def recording_json(recording: Recording) -> dict[str, Any]:
    """Everything there is of it."""
    return {
        "id": recording.key,
        "query": recording.document,
        "variables": recording.variables,
        "operation_name": recording.operation_name,
        "kind": recording.kind,
        "document_hash": recording.document_hash,
        "created_at": recording.created_at.isoformat(),
        "updated_at": recording.updated_at.isoformat(),
        "times_called": recording.times_called,
        "statuses": recording.statuses,
        "latency": asdict(recording.latency),
    }


def recording_line(recording: Recording) -> str:
    """With its line feed."""
    return json.dumps(recording_json(recording)) + "\n"


def stats_json(stats: Stats) -> dict[str, Any]:
    """The numbers of a store."""
    return {
        "recordings": stats.recordings,
        "documents": stats.documents,
        "calls": stats.calls,
        "first": stats.first.isoformat() if stats.first else None,
        "last": stats.last.isoformat() if stats.last else None,
        "kinds": {kind: tally._asdict() for kind, tally in stats.kinds.items()},
        "statuses": stats.statuses,
        "latency": asdict(stats.latency),
        "most_called": [called._asdict() for called in stats.most_called],
    }


def write_recordings(path: str, recordings: Iterable[Recording]) -> None:
    """Write as they come, beside the file, then rename over it: no reader sees half of it."""
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(os.open(temporary, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, _OWNER_ONLY), "w") as stream:  # noqa: PTH123 - a descriptor
                stream.writelines(map(recording_line, recordings))
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror or error}; choose another place") from None
