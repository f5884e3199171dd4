"""Usage reports as clients send them to GraphQL Hive: documents in a map, and beside it one entry per call.

``{"size", "map": {key: {"operation", "operationName", "fields"}}, "operations": [{"operationMapKey", "timestamp",
"execution": {"ok", "duration", "errorsTotal"}}]}``; the timestamp in milliseconds, the duration in nanoseconds.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import IO, TYPE_CHECKING, Any

from querious.harvest.importers.facts import moment_of, seconds_of
from querious.harvest.importers.found import ImportedOperation, ImportEntry
from querious.harvest.importers.saved import LARGEST
from querious.model.recording import Latency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def read_usage(file: IO[bytes]) -> Iterator[ImportEntry]:
    """One entry per document; how often it was called tells the list beside it."""
    text = file.read(LARGEST + 1)
    try:
        content = json.loads(text) if len(text) <= LARGEST else {}
        documents = content["map"]
        calls: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for call in [*(content.get("operations") or ()), *(content.get("subscriptionOperations") or ())]:
            calls[call["operationMapKey"]].append(call)
        for number, (key, record) in enumerate(documents.items(), 1):
            yield _entry(number, record, calls.pop(key, []))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        yield ImportEntry(1, bad="not a usage report of Hive that can be read")
        return
    for number, key in enumerate(calls, len(documents) + 1):
        yield ImportEntry(number, bad=f"a call of {str(key)[:40]!r}, which is not in the map")


def _entry(number: int, record: Any, calls: list[Mapping[str, Any]]) -> ImportEntry:
    document = record.get("operation") if isinstance(record, dict) else None
    if not isinstance(document, str):
        return ImportEntry(number, bad="no operation in the map")
    name = record.get("operationName")
    moments = [moment for call in calls if (moment := moment_of(call.get("timestamp")))]
    executions = [call["execution"] for call in calls if isinstance(call.get("execution"), dict)]
    seconds = [second for one in executions if (second := seconds_of(one.get("duration"), 1e-9)) is not None]
    failed = sum(1 for one in executions if one.get("errorsTotal") or one.get("ok") is False)
    statuses = {"200": len(executions) - failed, "errors": failed}
    found = ImportedOperation(
        document,
        {},
        min(moments, default=None),
        max(moments, default=None),
        name if isinstance(name, str) else "",
        times_called=max(1, len(calls)),
        statuses={status: count for status, count in statuses.items() if count},
        latency=Latency(len(seconds), sum(seconds), max(seconds, default=0.0)),
    )
    return ImportEntry(number, [found])
