"""A choice between a few ways to do a thing, that learns which of them work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Option = TypeVar("Option")

_PRIOR = 2.0
"""How many trials the first guess counts for."""
_PENDING = 0.3
"""How much of a failure a trial is that was made in this round and has not been answered yet."""


class AdaptiveChoice(Generic[Option]):
    """Options with what is thought of them at first, from 0 to 1, and what came of them."""

    def __init__(self, options: dict[Option, float]) -> None:
        self._options = options
        self._counts: dict[Option, list[float]] = {option: [0.0, 0.0] for option in options}
        """Worked, failed."""
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

        The promise of one that cannot be it is not asked for: it may mean to look through large input types.
        """
        bounds = [(-self._score(option, 1.0), place, option) for place, option in enumerate(self._options)]
        bounds.sort(key=lambda bound: bound[:2])
        best: tuple[float, int, Option] | None = None
        for bound, place, option in bounds:
            if best is not None and best[:2] < (bound, place):
                break
            score = (-self._score(option, promise(option)), place, option)
            if best is None or score[:2] < best[:2]:
                best = score
        assert best is not None  # noqa: S101 (there is at least one option)
        return best[2]

    def tell(self, option: Option, *, worked: bool, blame: float) -> None:
        """Count a trial; an option that is not there is one that somebody else made."""
        counts = self._counts.get(option)
        if counts is not None:
            counts[0 if worked else 1] += 1.0 if worked else blame

    def expect(self, option: Option, likely: float) -> None:
        """Think this of an option from now on, because the API itself spoke of it; one that was not there is added."""
        self._options[option] = likely
        self._counts.setdefault(option, [0.0, 0.0])

    def _score(self, option: Option, promise: float) -> float:
        worked, failed = self._counts[option]
        failed += _PENDING * self._drawn.get(option, 0)
        return (worked + _PRIOR * self._options[option] * promise) / (worked + failed + _PRIOR)
