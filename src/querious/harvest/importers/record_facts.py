"""The facts that a record of a log tells beside its request: when, how often, how it was answered, how long it took.

Loggers agree on no names, so many are known. A duration counts only if its unit is known: none is better than a
wrong one.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from querious.harvest.importers.facts import count_of, moment_of, seconds_of, status_of
from querious.harvest.importers.found import NO_LATENCY
from querious.model.recording import Latency
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from querious.harvest.importers.found import ImportedOperation

_DEEP: Final = 3
_WIDE: Final = 200
"""Members of one object that are looked at."""
_NAMES_KNOWN: Final = 1_000
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
_FACTS: Final = {
    "moment": (
        "createdat", "timestamp", "time", "ts", "date", "datetime", "startedat", "starteddatetime", "starttime",
        "eventtime", "timelocal", "timeiso8601", "asctime", "loggedat", "receivedat", "calledat", "firstseen",
    ),
    "until": ("updatedat", "lastseen", "lastcalled", "lastcalledat", "lastseenat"),
    "times": ("timescalled", "callcount", "calls"),
    "status": ("status", "statuscode", "httpstatus", "httpstatuscode", "responsestatus", "responsecode", "httpcode"),
}  # fmt: skip


class Facts:
    """What records say of their requests; the outermost word counts. What names mean is worked out once."""

    def __init__(self) -> None:
        self._meanings: dict[str, tuple[str, float | None]] = {}

    def beside(self, record: Mapping[str, Any], requests: list[ImportedOperation]) -> list[ImportedOperation]:
        """The requests of a record with the facts that it tells."""
        told: dict[str, Any] = {}
        self._read(record, told, 0)
        times = told.get("times", 1)
        seconds: float | None = told.get("seconds")
        latency = _latency(record.get("latency"))
        if latency is None:
            latency = NO_LATENCY if seconds is None else Latency(times, seconds * times, seconds)
        statuses = _statuses(record.get("statuses"))
        if statuses is None:
            statuses = {str(told["status"]): times} if "status" in told else {}
        moment: datetime | None = told.get("moment")
        until: datetime | None = told.get("until")
        return [
            one._replace(moment=moment, until=until, times_called=times, statuses=statuses, latency=latency)
            for one in requests
        ]

    def _read(self, record: Mapping[str, Any], told: dict[str, Any], depth: int) -> None:
        inner = []
        meanings = self._meanings
        for key, value in islice(record.items(), _WIDE):
            if isinstance(value, dict):
                inner.append((key, value))
                continue
            meaning, unit = meanings.get(key) or self._learn(key)
            if meaning and meaning not in told:
                fact = seconds_of(value, unit) if meaning == "seconds" else _READERS[meaning](value)
                if fact is not None:
                    told[meaning] = fact
        if depth < _DEEP:
            for key, value in inner:
                if key not in _LEFT_OUT:
                    self._read(value, told, depth + 1)

    def _learn(self, key: str) -> tuple[str, float | None]:
        meaning = _meaning(key)
        if len(self._meanings) < _NAMES_KNOWN:
            self._meanings[key] = meaning
        return meaning


_READERS: Final = {"moment": moment_of, "until": moment_of, "times": count_of, "status": status_of}


def _meaning(key: str) -> tuple[str, float | None]:
    """Which fact a name tells, and in which unit."""
    name = folded(key[:60])
    for meaning, names in _FACTS.items():
        if name in names:
            return meaning, None
    if not _DURATIONS.search(name):
        return "", None
    if name in _KNOWN_UNITS:
        return "seconds", _KNOWN_UNITS[name]
    return "seconds", next((unit for ending, unit in _UNIT_ENDS if ending.search(name)), None)


def _statuses(value: object) -> dict[str, int] | None:
    if not isinstance(value, dict):
        return None
    return {str(key)[:20]: count for key, number in islice(value.items(), 50) if (count := count_of(number))}


def _latency(value: object) -> Latency | None:
    """As our own recordings are written."""
    if not isinstance(value, dict):
        return None
    count = count_of(value.get("count"))
    total, longest = seconds_of(value.get("total"), 1.0), seconds_of(value.get("longest"), 1.0)
    return None if count is None or total is None or longest is None else Latency(count, total, longest)
