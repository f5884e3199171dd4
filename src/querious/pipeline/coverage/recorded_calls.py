"""What recorded REST calls cover of a description; nothing is sent."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from querious.harvest.named_headers import named_by
from querious.model.patterns import Patterns
from querious.model.recording import CALL
from querious.pipeline.recorded import read_recordings
from querious.pipeline.rest.description import read_file
from querious.rest.cases.calls import OperationCalls
from querious.rest.coverage import RestCoverage
from querious.rest.openapi import read_openapi
from querious.rest.openapi.schemas import Schemas
from querious.rest.operation_paths import OperationPaths
from querious.rest.recorded_calls import RecordedExchanges, read_calls
from querious.values import Pool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import Coverage, Settings


class CoveredCalls(NamedTuple):
    """What recordings cover."""

    coverage: Coverage
    recordings: int
    """Those that the description knows."""
    calls: int
    """How often these were made."""
    unknown: dict[str, int]
    """Operations that the description does not know, and how often they were called."""
    others: int
    """Recordings that are no REST calls."""


def measure_calls(names: Iterable[str], settings: Settings) -> CoveredCalls:
    """What the recordings of these stores, files and folders cover of the description of the settings."""
    description = read_openapi(read_file(Path(settings.schema)), settings.schema)
    schemas = Schemas(description.document, description.dialect)
    plans = OperationCalls(description.operations, schemas, Pool()).plans
    wanted = Patterns(settings.include, settings.exclude).match
    recorder = RestCoverage([plan for name, plan in plans.items() if wanted(name)], schemas, recorded=True)
    named = named_by(description.document)
    recordings = calls = others = 0
    unknown: dict[str, int] = {}
    for found in read_calls(
        chain.from_iterable(read_recordings(name, named) for name in names),
        OperationPaths(description.operations, description.base_path),
    ):
        if isinstance(found, RecordedExchanges):
            recordings, calls = recordings + 1, calls + found.recording.times_called
            for exchange in found.exchanges:
                recorder.note(exchange)
        elif found.kind == CALL:
            unknown[found.document] = unknown.get(found.document, 0) + found.times_called
        else:
            others += 1
    return CoveredCalls(recorder.coverage(), recordings, calls, unknown, others)
