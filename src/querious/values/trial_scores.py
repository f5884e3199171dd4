"""How well options do: by the outcome of their trials and, before there are any, by how likely they seemed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Option = TypeVar("Option")

GOOD = 0.5
"""The score from which on a source of values counts as a good one."""
_PRIOR = 2.0
"""How many trials the first guess about an option counts for."""
_FROM_GENERAL = 0.9
"""How much of a score holds for the same argument where a certain type is looked for."""


class TrialScores(Generic[Option]):
    """Trials by option. An option is scored by its own trials alone, so that a late one is not at a disadvantage."""

    def __init__(self) -> None:
        self._counts: dict[Option, list[float]] = {}
        """How many of its trials worked, and how many failed."""

    def score(self, option: Option, likely: float, pending: float = 0.0) -> float:
        """From 0 to 1; ``likely`` is the first guess, ``pending`` counts as failed."""
        worked, failed = self._counts.get(option, (0.0, 0.0))
        return (worked + _PRIOR * likely) / (worked + (failed + pending) + _PRIOR)

    def count(self, options: Iterable[Option], *, worked: float = 0.0, failed: float = 0.0) -> None:
        """Count a trial of these options."""
        for option in options:
            counts = self._counts.setdefault(option, [0.0, 0.0])
            counts[0] += worked
            counts[1] += failed

    def is_proven(self, option: Option) -> bool:
        """Whether a trial of it has worked."""
        return self._counts.get(option, (0.0,))[0] > 0

    def proven(self) -> Iterator[Option]:
        """The options of which a trial has worked."""
        return (option for option, (worked, _) in self._counts.items() if worked)


class GeneralScores(NamedTuple):
    """The scores of the same argument where no certain object type is looked for: what works there may work here."""

    scores: TrialScores[str]
    barred: frozenset[str] = frozenset()
    """Object types other than the one that is looked for: their own values do not carry over."""

    def score(self, source: str) -> float:
        """What a source that is proven there may be worth here; 0 for any other."""
        if source.partition(".")[0] in self.barred or not self.scores.is_proven(source):
            return 0.0
        return _FROM_GENERAL * self.scores.score(source, GOOD)
