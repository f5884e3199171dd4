"""Notes of every request that goes out how long its answer took and what it was. Nothing grows with the requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.execute.throttle import is_refused_for_pace
from querious.model import Failure, Severity
from querious.model.traffic import BINS, OperationTimes, TimeSlice, Traffic, bin_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model import Case, Exchange

_MOST_OPERATIONS: Final = 3_000
"""Further ones are told together, as requests that ask no operation are."""
_FIRST_WIDTH: Final = 0.25
"""Seconds of a slice, until there are too many."""
_MOST_SLICES: Final = 120
_REQUESTS, _FAULTS, _SUSPICIONS, _CLIENT_ERRORS, _SERVER_ERRORS, _ERRORS, _FAILED, _LIMITED = range(8)
"""The places in a slice, in the order of ``TimeSlice``."""
_CLIENT_ERROR: Final = 400
_SERVER_ERROR: Final = 500


class TrafficRecord:
    """One target's. ``operation_of`` tells what a case asks; until somebody says so, nothing does."""

    def __init__(self, most_slices: int = _MOST_SLICES) -> None:
        self.operation_of: Callable[[Case], str] = _no_operation
        self._bins: dict[str, list[int]] = {}
        self._longest: dict[str, float] = {}
        self._most_slices = most_slices
        self._begun: float | None = None
        self._width = _FIRST_WIDTH
        self._slices: list[list[int]] = []
        self._latest = [0] * (_LIMITED + 1)

    def note(self, exchange: Exchange) -> None:
        """Take in an answer, or that there was none."""
        self._latest = counts = self._slice_at(exchange.began, exchange.ended)
        counts[_REQUESTS] += 1
        kind = _kind_of(exchange)
        if kind:
            counts[kind] += 1
        if kind == _LIMITED or (not exchange.status and exchange.failure is not Failure.TIMEOUT):
            return  # how long it took says nothing of the operation
        name = self.operation_of(exchange.case)
        bins = self._bins.get(name)
        if bins is None:
            name = name if len(self._bins) < _MOST_OPERATIONS else ""
            bins = self._bins.setdefault(name, [0] * (BINS + 1))
            self._longest.setdefault(name, 0.0)
        bins[bin_of(exchange.elapsed)] += 1
        self._longest[name] = max(self._longest[name], exchange.elapsed)

    def note_finding(self, severity: Severity) -> None:
        """Take in that an answer which came just now shows something new."""
        self._latest[_FAULTS if severity is Severity.FAULT else _SUSPICIONS] += 1

    def traffic(self) -> Traffic:
        """What was noted, as a value."""
        operations = {}
        for name, bins in self._bins.items():
            counts = {number: count for number, count in enumerate(bins) if count}
            operations[name] = OperationTimes(self._longest[name], counts)
        return Traffic(operations, self._width, tuple(TimeSlice(*counts) for counts in self._slices))

    def _slice_at(self, began: float, moment: float) -> list[int]:
        """The counts of the time in which this moment is; where there are too many slices, two become one."""
        if self._begun is None:
            self._begun = began
        place = max(int((moment - self._begun) / self._width), 0)
        while place >= self._most_slices:
            place //= 2
            self._width *= 2
            halves = self._slices
            self._slices = [_together(halves[one : one + 2]) for one in range(0, len(halves), 2)]
        while place >= len(self._slices):
            self._slices.append([0] * (_LIMITED + 1))
        return self._slices[place]


def _no_operation(_: Case) -> str:
    return ""


def _together(slices: list[list[int]]) -> list[int]:
    return [sum(counts) for counts in zip(*slices, strict=True)]


def _kind_of(exchange: Exchange) -> int:
    """The place of what went wrong; 0 where nothing did."""
    if exchange.failure is not None:
        return _FAILED
    if exchange.status < _CLIENT_ERROR:
        payload = exchange.payload
        tells_errors = exchange.case.is_graphql and type(payload) is dict and payload.get("errors")
        return _ERRORS if tells_errors else 0
    if is_refused_for_pace(exchange):
        return _LIMITED
    return _SERVER_ERRORS if exchange.status >= _SERVER_ERROR else _CLIENT_ERRORS
