"""A choice between a few options that learns which of them work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from querious.values.trial_scores import Option, TrialScores

if TYPE_CHECKING:
    from collections.abc import Callable

_PENDING = 0.3
"""How much of a failure a trial counts that was made in this round and has no outcome yet."""


class AdaptiveChoice(Generic[Option]):
    """Options with the first guess about each, from 0 to 1, and the outcome of their trials."""

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
        ranked = sorted(self._options, key=lambda option: -self._score(option, 1.0))
        order = {option: place for place, option in enumerate(self._options)}
        best, best_rank = ranked[0], (1.0, len(order))
        for option in ranked:
            if best_rank < (-self._score(option, 1.0), order[option]):
                break
            rank = (-self._score(option, promise(option)), order[option])
            if rank < best_rank:
                best, best_rank = option, rank
        return best

    def _score(self, option: Option, promise: float) -> float:
        return self._scores.score(option, self._options[option] * promise, _PENDING * self._drawn.get(option, 0))

    def tell(self, option: Option, *, worked: bool, blame: float) -> None:
        """Count a trial, unless it is of an option that is not one of these."""
        if option in self._options:
            self._scores.count((option,), worked=float(worked), failed=0.0 if worked else blame)

    def expect(self, option: Option, likely: float) -> None:
        """Change the guess about an option, because the API itself spoke of it, or add the option."""
        self._options[option] = likely
