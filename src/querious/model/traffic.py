"""How long answers took, operation by operation, and what came when: no larger for a week than for a minute."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log2
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORTEST: Final = 1e-4
"""Seconds. What takes less is in the first bin."""
BINS_OF_A_DOUBLING: Final = 4
"""Each bin reaches 19% further than the one before, so that no quantile is told more than that too long."""
BINS: Final = 22 * BINS_OF_A_DOUBLING
"""The last one begins at some six minutes."""


@dataclass(frozen=True, slots=True)
class OperationTimes:
    """How long the answers to one operation took, in seconds."""

    longest: float
    bins: Mapping[int, int] = field(default_factory=dict)
    """How many answers took how long; bins without any are left out."""

    @property
    def count(self) -> int:
        """Of the answers."""
        return sum(self.bins.values())

    def quantile(self, share: float) -> float:
        """So many of the answers, such as 0.95 of them, took at most so long."""
        wanted = share * self.count
        seen = 0
        for number, count in sorted(self.bins.items()):
            seen += count
            if seen >= wanted:
                return min(end_of(number), self.longest)
        return self.longest


class TimeSlice(NamedTuple):
    """What came within one part of the run."""

    requests: int = 0
    """Answers, and requests that had none."""
    faults: int = 0
    suspicions: int = 0
    """Findings that showed here for the first time. Some of them are folded beneath others in the end."""
    client_errors: int = 0
    """Answers with a status of 400 to 499, but for those that ask for a slower pace."""
    server_errors: int = 0
    """Answers with a status of 500 and above, likewise."""
    errors: int = 0
    """Answers of GraphQL that tell errors under a status of 2xx."""
    failed: int = 0
    """Requests without a whole answer."""
    limited: int = 0
    """Answers that ask for a slower pace: 429, or 503 that says when to come back."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """All requests of a run."""

    operations: Mapping[str, OperationTimes] = field(default_factory=dict)
    """By the operation that was asked: ``GET /books/{id}``, ``Query.book``; the empty name is of what asks none."""
    width: float = 0.0
    """Seconds of each slice."""
    slices: tuple[TimeSlice, ...] = ()
    """From the first request on."""


def bin_of(seconds: float) -> int:
    """The bin of a time."""
    if seconds < SHORTEST:
        return 0
    return min(1 + int(BINS_OF_A_DOUBLING * log2(seconds / SHORTEST)), BINS)


def end_of(number: int) -> float:
    """Seconds at which a bin ends."""
    return float(SHORTEST * 2 ** (number / BINS_OF_A_DOUBLING))
