"""How much of somebody else's server recording may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecordingLimits:
    """Beyond these, requests are dropped and counted."""

    requests: int = 10_000
    """That wait to be looked at."""
    memory: int = 32_000_000
    """Bytes of them, and of what waits to be written, each."""
    interval: float = 1.0
    """Seconds between two writes. With the second that requests may wait before that, what a killed process loses."""
    share: float = 0.1
    """Of one processor's time."""
    late_share: float = 0.5
    """The same, while requests wait for more than a second: what waits in memory is lost with a killed process."""
    shutdown: float = 3.0
    """Seconds by which the end of the process may be delayed."""
