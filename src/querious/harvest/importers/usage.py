"""Usage reports as clients send them to GraphQL Hive: documents in a map, and beside it one entry per call.

``{"size", "map": {key: {"operation", "operationName", "fields"}}, "operations": [{"operationMapKey", "timestamp",
"execution": {"ok", "duration", "errorsTotal"}}]}``; the timestamp in milliseconds, the duration in nanoseconds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from querious.harvest.importers.facts import moment_of, seconds_of
from querious.harvest.importers.json_stream import read_whole
from querious.harvest.importers.operations import ImportedOperation
from querious.harvest.notes import ERRORS
from querious.harvest.request_operations import valid_name
from querious.model.recording import Latency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Used = tuple[str, Mapping[str, Any] | None, list[Mapping[str, Any]]]


def usage_documents(file: IO[bytes]) -> Iterator[Used]:
    """The key of each document, the document, and its calls; then the keys of calls whose document is missing."""
    report = read_whole(file)
    calls: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for call in chain(report.get("operations") or (), report.get("subscriptionOperations") or ()):
        calls[call["operationMapKey"]].append(call)
    for key, document in report["map"].items():
        yield key, document, calls.pop(key, [])
    for key, without in calls.items():
        yield key, None, without


def usage_operations(used: Used) -> list[ImportedOperation]:
    """One operation, with how often it was called and how that went."""
    key, record, calls = used
    if record is None:
        raise ValueError(f"a call of {str(key)[:40]!r}, which is not in the map")
    if not record.get("operation"):
        raise ValueError("no operation in the map")
    executions = [call["execution"] for call in calls if isinstance(call.get("execution"), dict)]
    moments = [moment for call in calls if (moment := moment_of(call.get("timestamp")))]
    seconds = [found for one in executions if (found := seconds_of(one.get("duration"), 1e-9)) is not None]
    failures = (bool(one.get("errorsTotal") or one.get("ok") is False) for one in executions)
    return [
        ImportedOperation(
            str(record["operation"]),
            operation_name=valid_name(record.get("operationName")),
            moment=min(moments, default=None),
            until=max(moments, default=None),
            times_called=max(1, len(calls)),
            statuses=Counter(ERRORS if failed else "200" for failed in failures),
            latency=Latency(len(seconds), sum(seconds), max(seconds, default=0.0)),
        )
    ]
