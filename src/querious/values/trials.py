"""The outcome of trials: how well options do, how soon a value is tried again, which of a few options is taken next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Option = TypeVar("Option")

GOOD: Final = 0.5
"""The score from which on a source of values counts as a good one."""
_PRIOR: Final = 2.0
"""How many trials the first guess about an option counts for."""
_PENDING: Final = 0.3
"""How much of a failure a trial counts that was made in this round and has no outcome yet."""
_FROM_GENERAL: Final = 0.9
"""How much of a score holds for the same argument where a certain type is looked for."""
_CHANCES: Final = 5
"""Trials of a value, before it counts as tried, where it may work in another combination."""
_UNTRIED: Final = (0.0, 0.0)


class TrialScores(Generic[Option]):
    """Trials by option. An option is scored by its own trials alone, so that a late one is not at a disadvantage."""

    def __init__(self) -> None:
        self._counts: dict[Option, tuple[float, float]] = {}
        """How many of its trials worked, and how many failed."""

    def score(self, option: Option, likely: float, pending: float = 0.0) -> float:
        """From 0 to 1; ``likely`` is the first guess, ``pending`` counts as failed."""
        worked, failed = self._counts.get(option, _UNTRIED)
        return (worked + _PRIOR * likely) / (worked + (failed + pending) + _PRIOR)

    def count(self, options: Iterable[Option], *, worked: float = 0.0, failed: float = 0.0) -> None:
        """Count a trial of these options."""
        for option in options:
            before = self._counts.get(option, _UNTRIED)
            self._counts[option] = before[0] + worked, before[1] + failed

    def is_proven(self, option: Option) -> bool:
        """Whether a trial of it has worked."""
        return self._counts.get(option, _UNTRIED)[0] > 0

    def proven(self) -> Iterator[Option]:
        """The options of which a trial has worked."""
        return filter(self.is_proven, self._counts)


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


NOTHING_GENERAL: Final = GeneralScores(TrialScores())


class DrawContext(NamedTuple):
    """What a value is drawn for."""

    round: int = 0
    """A value that was drawn in an earlier round and has no outcome was never sent."""
    elsewhere: bool = False
    """Whether a value that failed may work in another combination: beside other arguments, for another object."""
    provided: int = 0
    """What the values drawn so far have brought, see ``ArgumentTrial.found``: something else is welcome."""


class ValueTrials:
    """The trials of one value of one argument."""

    __slots__ = ("blame", "drawn", "round", "told", "worked")

    def __init__(self) -> None:
        self.drawn = 0
        self.round = -1
        """In which it was last drawn."""
        self.told = 0
        """How often its outcome was told."""
        self.blame = 0.0
        """From 0 to 1: how sure it is that the value was the reason why nothing came back."""
        self.worked = False

    def rank(self, context: DrawContext, new: int) -> tuple[int, ...]:
        """How soon it is to be tried, the smallest first; 0 at the front if it counts as not yet tried.

        A value that was drawn in an earlier round and has no outcome ranks as if it had not been drawn, but not
        forever: the API may never answer it. ``new`` is how much it is known to bring.
        """
        now = self.round == context.round
        tried = self.told or int(now)
        if context.elsewhere and self.told < _CHANCES:
            tried = 0
        return tried, self.told, self.drawn if now else self.drawn // _CHANCES, -new, self.drawn


class AdaptiveChoice(Generic[Option]):
    """A choice between a few options, with the first guess about each from 0 to 1, that learns which of them work."""

    def __init__(self, options: dict[Option, float]) -> None:
        self._options = options
        self._scores: TrialScores[Option] = TrialScores()
        self._drawn: dict[Option, int] = {}
        """In this round."""
        self._round = -1

    def pick(self, round_: int, promise: Callable[[Option], float] = lambda _: 1.0) -> Option:
        """The best option now; ``promise`` says how good it can be at most with the values there are."""
        if round_ != self._round:
            self._round, self._drawn = round_, {}
        best = self._best(promise)
        self._drawn[best] = self._drawn.get(best, 0) + 1
        return best

    def _best(self, promise: Callable[[Option], float]) -> Option:
        """The first of those with the highest score.

        A promise is only asked for while it can matter: it may mean to look through large input types.
        """
        order = list(self._options)
        bounds = sorted((-self._score(option, 1.0), place) for place, option in enumerate(order))
        best = (1.0, len(order))
        for bound in bounds:
            if best < bound:
                break
            option = order[bound[1]]
            best = min(best, (-self._score(option, promise(option)), bound[1]))
        return order[best[1]]

    def _score(self, option: Option, promise: float) -> float:
        return self._scores.score(option, self._options[option] * promise, _PENDING * self._drawn.get(option, 0))

    def tell(self, option: Option, *, worked: bool, blame: float) -> None:
        """Count a trial, unless it is of an option that is not one of these."""
        if option in self._options:
            self._scores.count((option,), worked=float(worked), failed=0.0 if worked else blame)

    def expect(self, option: Option, likely: float) -> None:
        """Change the guess about an option, because the API itself spoke of it, or add the option."""
        self._options[option] = likely
