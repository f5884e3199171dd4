"""How often each oracle and relation passed, failed or did not apply."""

from __future__ import annotations

from collections import Counter, defaultdict


class VerdictTallies:
    """Counts verdicts by rule."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, rule: str, verdict: str, times: int = 1) -> None:
        """Count a verdict: ``passed``, ``failed`` or ``not applicable``."""
        self._counts[rule][verdict] += times

    def as_dict(self) -> dict[str, dict[str, int]]:
        """For the report."""
        return {rule: dict(counts) for rule, counts in self._counts.items()}
