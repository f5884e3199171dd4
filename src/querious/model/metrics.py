"""The ten numbers by which the harvesting study (Zetterlund et al. 2022) measures a suite of recorded operations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Metrics:
    """One replay of recordings."""

    types: int = 0
    """Object types, but for those whose names begin with an underscore."""
    entry_points: int = 0
    """Fields of the query type that are not deprecated."""
    unique_queries: int = 0
    """Recordings that were asked: one test each."""
    assertions: int = 0
    """Properties of answers that were checked."""
    passing: int = 0
    failing: int = 0
    faults: int = 0
    """Causes of failures, after grouping."""
    tuples: int = 0
    """(object, field) tuples of the schema as the study counts them: every object and interface, nothing deprecated."""
    covered: int = 0
    """Those that queries asked for."""

    @property
    def coverage(self) -> float:
        """From 0 to 1."""
        return self.covered / self.tuples if self.tuples else 0.0

    def rows(self) -> list[tuple[str, str]]:
        """All ten, in the study's order, as words and numbers."""
        return [
            ("types", f"{self.types:,}"),
            ("entry points", f"{self.entry_points:,}"),
            ("unique queries", f"{self.unique_queries:,}"),
            ("assertions evaluated", f"{self.assertions:,}"),
            ("passing", f"{self.passing:,}"),
            ("failing", f"{self.failing:,}"),
            ("faults after grouping", f"{self.faults:,}"),
            ("tuples", f"{self.tuples:,}"),
            ("covered", f"{self.covered:,}"),
            ("coverage", f"{self.coverage:.1%}"),
        ]
