"""How sources of values compare: by what came of their values, and before that by how likely they seemed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GOOD = 0.5
"""The score from which on a source is in good standing."""
_KIN = 0.9
"""How much of what is known where no certain type is looked for holds where one is."""
_PRIOR = 2.0
"""How many trials the first guess about a source counts for."""


class SourceScores:
    """Trials by source, for one argument. A source is scored by its own trials alone: late ones are not behind."""

    def __init__(self) -> None:
        self._counts: dict[str, list[float]] = {}
        """How many of its values worked, and how many did not."""

    def score(self, source: str, likely: float) -> float:
        """From 0 to 1; ``likely`` is what was thought of it at first."""
        worked, failed = self._counts.get(source, (0.0, 0.0))
        return (worked + _PRIOR * likely) / (worked + failed + _PRIOR)

    def count(self, sources: Iterable[str], *, worked: float = 0.0, failed: float = 0.0) -> None:
        """Put a trial down to these sources."""
        for source in sources:
            counts = self._counts.setdefault(source, [0.0, 0.0])
            counts[0] += worked
            counts[1] += failed

    def is_proven(self, source: str) -> bool:
        """Whether a value of it has worked."""
        return self._counts.get(source, (0.0,))[0] > 0

    def proven(self) -> Iterator[str]:
        """The sources of which a value has worked."""
        return (source for source, (worked, _) in self._counts.items() if worked)


class GeneralScores(NamedTuple):
    """The standing of the same argument where no certain type is looked for: what it takes there, it takes here."""

    standing: SourceScores
    barred: frozenset[str] = frozenset()
    """Object types that are not looked for: their own values are theirs."""

    def score(self, source: str) -> float:
        """What a source that has proved itself there may be worth here; 0 for any other."""
        if source.partition(".")[0] in self.barred or not self.standing.is_proven(source):
            return 0.0
        return _KIN * self.standing.score(source, GOOD)
