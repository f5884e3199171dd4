"""Measured points of one question at growing sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Point(NamedTuple):
    """The cost at one size, measured several times."""

    size: int
    seconds: float
    """The median."""
    bytes: int
    fastest: float
    slowest: float


@dataclass(frozen=True, slots=True)
class Series:
    """All that was measured of one question."""

    points: tuple[Point, ...] = ()
    refused_at: int | None = None
    """The size that was refused: there is a limit."""
    harm: str = ""
    """What came of the last size that did harm, in words: a time-out, a status of 500 and above."""
    harmed_at: int | None = None
    stopped: str = ""
    """Why no larger size was asked for, in words; empty where all were."""
    waited: float = 0.0
    """Seconds until the harm showed."""

    def table(self) -> str:
        """The curve, for people."""
        lines = [f"{'size':>8}  {'seconds':>9}  {'bytes':>10}"]
        lines += [f"{one.size:>8,}  {one.seconds:>9.4f}  {one.bytes:>10,}" for one in self.points]
        if self.harmed_at is not None:
            lines.append(f"{self.harmed_at:>8,}  {self.harm}")
        if self.refused_at is not None:
            lines.append(f"{self.refused_at:>8,}  refused")
        return "\n".join(lines)
