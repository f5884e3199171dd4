"""The facts that a record of a log tells beside its request: when, how often, how it was answered, how long it took.

Loggers agree on no names, so many are known. A duration counts only if its unit is known: none is better than a
wrong one.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from querious.harvest.importers.facts import count_of, moment_of, seconds_of, status_of
from querious.harvest.importers.operations import NO_LATENCY
from querious.model.recording import Latency
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from querious.harvest.importers.operations import ImportedOperation

_DEEP: Final = 3
_WIDE: Final = 200
"""Members of one object that are looked at."""
_LEFT_OUT: Final = frozenset(("variables", "headers", "extensions", "latency", "statuses"))
_UNIT_ENDS: Final = (
    (re.compile(r"(ms|msecs?|millis|milliseconds?)$"), 1e-3),
    (re.compile(r"(ns|nsecs?|nanos|nanoseconds?)$"), 1e-9),
    (re.compile(r"(us|usecs?|micros|microseconds?)$"), 1e-6),
    (re.compile(r"(seconds?|secs?)$"), 1.0),
)
_DURATIONS: Final = re.compile(r"duration|latency|elapsed|responsetime|requesttime|took|runtime")
_KNOWN_UNITS: Final = {"requesttime": 1.0, "upstreamresponsetime": 1.0, "responsetime": 1e-3}
"""nginx's variables, in seconds, and what loggers of Node write, in milliseconds. Others must name their unit."""
_FACTS: Final[tuple[tuple[str, Callable[[object], Any], tuple[str, ...]], ...]] = (
    ("moment", moment_of, (
        "createdat", "timestamp", "time", "ts", "date", "datetime", "startedat", "starteddatetime", "starttime",
        "eventtime", "timelocal", "timeiso8601", "asctime", "loggedat", "receivedat", "calledat", "firstseen",
    )),
    ("until", moment_of, ("updatedat", "lastseen", "lastcalled", "lastcalledat", "lastseenat")),
    ("times", count_of, ("timescalled", "callcount", "calls")),
    ("status", status_of, (
        "status", "statuscode", "httpstatus", "httpstatuscode", "responsestatus", "responsecode", "httpcode",
    )),
)  # fmt: skip
"""What is told, how it is read, and under which names."""


def with_facts(record: Mapping[str, Any], requests: list[ImportedOperation]) -> list[ImportedOperation]:
    """The requests of a record with the facts that it tells; the outermost word counts."""
    told: dict[str, Any] = {}
    for fact, value in _facts(record):
        told.setdefault(fact, value)
    times = told.get("times", 1)
    measured = Latency(times, told["seconds"] * times, told["seconds"]) if "seconds" in told else NO_LATENCY
    latency = _latency(record.get("latency")) or measured
    counted = {str(told["status"]): times} if "status" in told else {}
    statuses = _statuses(record["statuses"]) if isinstance(record.get("statuses"), dict) else counted
    known = {"moment": told.get("moment"), "until": told.get("until"), "times_called": times}
    return [request._replace(**known, statuses=statuses, latency=latency) for request in requests]


def _facts(record: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[str, Any]]:
    inner = []
    for key, value in islice(record.items(), _WIDE):
        if isinstance(value, dict):
            inner.append((key, value))
            continue
        fact, read = _meaning(key)
        if fact:
            found = read(value)
            if found is not None:
                yield fact, found
    for key, value in inner:
        if depth < _DEEP and key not in _LEFT_OUT:
            yield from _facts(value, depth + 1)


@lru_cache(maxsize=1_000)
def _meaning(key: str) -> tuple[str, Callable[[object], Any]]:
    """Which fact a name tells, and how to read it; an empty one for a name that tells none."""
    name = folded(key[:60])
    for fact, read, names in _FACTS:
        if name in names:
            return fact, read
    ends = (unit for ending, unit in _UNIT_ENDS if ending.search(name))
    unit = _KNOWN_UNITS.get(name) or next(ends, None)
    return "seconds" if _DURATIONS.search(name) else "", partial(seconds_of, unit=unit)


def _statuses(told: Mapping[str, object]) -> dict[str, int]:
    counts = {str(status)[:20]: count_of(number) for status, number in islice(told.items(), 50)}
    return {status: count for status, count in counts.items() if count}


def _latency(told: object) -> Latency | None:
    """As our own recordings are written."""
    if not isinstance(told, dict):
        return None
    count = count_of(told.get("count"))
    total, longest = (seconds_of(told.get(name), 1.0) for name in ("total", "longest"))
    return None if count is None or total is None or longest is None else Latency(count, total, longest)
